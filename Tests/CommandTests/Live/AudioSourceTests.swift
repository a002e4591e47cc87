import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Who owns the audio session: a workout, a guided track, a preview; within one command and across several.
@Suite(.serialized) struct `A source of sound` {
  private func owners(_ result: ProcessResult) throws -> [String?] {
    try result.events.filter { $0.event == "session" }.map(\.owner)
  }

  @Test func `is the guided track as long as its phase lasts, then the workout again`() throws {
    let home = try TemporaryHome.withoutSound()
    try home.write(try Data(contentsOf: URL(fileURLWithPath: "\(Project.workouts)/tracks/arriving.flac")), to: "t.flac")
    try home.write(
      """
      { "name": "Guided", "style": "silent", "phases": [
        { "name": "A", "duration": "300ms" }, { "name": "Listen", "duration": "500ms", "track": "t.flac" },
        { "name": "B", "duration": "300ms" } ] }
      """, to: "w.json")
    let result = try home.cuebell("run", "--device", "no-such-card", "--json", "w.json")
    #expect(result.code == 0)
    #expect(try owners(result) == ["workout", "guidedTrack", "workout"])
  }

  @Test func `is refused while a run sounds, and with --take-over pauses it until the preview is over`() throws {
    let fixture = try SoundFixture()
    defer { fixture.server.end() }
    let run = try fixture.start(clicks: 60)
    try run.line { $0.contains(#""event": "phase""#) }
    let refused = try fixture.home.cuebell("sounds", "bell")
    #expect(refused.code == 75 && refused.err.contains("\(run.identifier)") && refused.err.contains("\"Clicks\""))
    let preview = try fixture.home.start("sounds", "bell", "--take-over")
    try run.line { $0.contains(#""event": "paused""#) && $0.contains(#""reason": "interruption""#) }
    #expect(try preview.finish().code == 0)
    try run.line { $0.contains(#""event": "resumed""#) }
    run.signal(SIGTERM)
    let result = try run.finish()
    #expect(result.code == 143)
    #expect(try owners(result) == ["workout", nil, "workout"])
  }

  @Test(arguments: [
    ([], "music"), (["--others", "duck"], "a11y"), (["--others", "pause"], "phone"),
    // Nothing is spoken under which others could be lower.
    (["--no-speech", "--others", "duck"], "music"), (["--no-speech", "--others", "pause"], "phone"),
  ])
  func `names its media role to the sound server`(options: [String], role: String) throws {
    let fixture = try SoundFixture()
    defer { fixture.server.end() }
    let run = try fixture.start(clicks: 30, options)
    try run.line { $0.contains(#""event": "phase""#) }
    let inputs = try fixture.server.control("pactl list sink-inputs")
    #expect(inputs.contains(#"application.id = "cuebell""#), "\(inputs)")
    #expect(inputs.contains("media.role = \"\(role)\""), "\(inputs)")
    run.signal(SIGTERM)
    #expect(try run.finish().code == 143)
  }

  /// A server with a module that acts on the role of streams, a program that plays music at a steady level, and a run.
  private func run(
    others: String, module: String, check: (SoundServer) throws -> Void
  ) throws {
    let fixture = try SoundFixture()
    defer { fixture.server.end() }
    try fixture.server.control("pactl load-module \(module)")
    let music = "pacat --raw --property=media.role=music --property=application.id=music"
    try fixture.server.control("(tr '\\0' ' ' </dev/zero | \(music)) >/dev/null & sleep 1")
    let run = try fixture.start(clicks: 60, ["--others", others])
    try run.line { $0.contains(#""event": "phase""#) }
    try check(fixture.server)
    run.signal(SIGTERM)
    #expect(try run.finish().code == 143)
  }

  @Test(arguments: [("duck", "Corked: no"), ("pause", "Corked: yes")])
  func `has the sound server pause music with --others pause alone`(others: String, state: String) throws {
    try run(others: others, module: "module-role-cork") { server in
      let inputs = try server.control("pactl list sink-inputs").components(separatedBy: "Sink Input #")
      let music = try #require(inputs.first { $0.contains(#"application.id = "music""#) })
      #expect(music.contains(state), "\(music)")
    }
  }

  @Test(arguments: [("mix", Float(0.251)), ("duck", Float(0.025))])
  func `has the sound server lower music with --others duck alone`(others: String, level: Float) throws {
    try run(others: others, module: "module-role-ducking trigger_roles=a11y volume=-20dB") { server in
      let recording = try server.record()
      usleep(1_500_000)
      // The clicks are short: most samples are the music alone.
      let samples = try recording.soFar().sorted()
      #expect(abs(samples[samples.count / 2] - level) < level / 10)
    }
  }
}
