import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Who owns the audio session: a workout, a guided track, a preview; within one command and across several.
@Suite(.serialized) struct `A source of sound` {
  private func owners(_ ending: Ending) throws -> [String?] {
    try ending.events.filter { $0.event == "session" }.map(\.owner)
  }

  @Test func `is the guided track as long as its phase lasts, then the workout again`() throws {
    let home = try Home.withoutSound()
    try home.write(try Data(contentsOf: URL(fileURLWithPath: "\(Project.workouts)/tracks/arriving.flac")), to: "t.flac")
    try home.write(
      """
      { "name": "Guided", "style": "silent", "phases": [
        { "name": "A", "duration": "300ms" }, { "name": "Listen", "duration": "500ms", "track": "t.flac" },
        { "name": "B", "duration": "300ms" } ] }
      """, to: "w.json")
    let ending = try home.cuebell("run", "--device", "no-such-card", "--json", "w.json")
    #expect(ending.code == 0)
    #expect(try owners(ending) == ["workout", "guidedTrack", "workout"])
  }

  @Test func `is refused while a run sounds, and with --take-over pauses it until the preview is over`() throws {
    let stage = try SoundStage()
    defer { stage.server.end() }
    let run = try stage.start(clicks: 60)
    try run.line { $0.contains(#""event": "phase""#) }
    let refused = try stage.home.cuebell("sounds", "bell")
    #expect(refused.code == 75 && refused.err.contains("\(run.identifier)") && refused.err.contains("\"Clicks\""))
    let preview = try stage.home.start("sounds", "bell", "--take-over")
    try run.line { $0.contains(#""event": "paused""#) && $0.contains(#""reason": "interruption""#) }
    #expect(try preview.finish().code == 0)
    try run.line { $0.contains(#""event": "resumed""#) }
    run.signal(SIGTERM)
    let ending = try run.finish()
    #expect(ending.code == 143)
    #expect(try owners(ending) == ["workout", nil, "workout"])
  }

  @Test func `tells the sound server what it is, so that the server can judge what to duck`() throws {
    let stage = try SoundStage()
    defer { stage.server.end() }
    let run = try stage.start(clicks: 30)
    try run.line { $0.contains(#""event": "phase""#) }
    let inputs = try stage.server.control("pactl list sink-inputs")
    #expect(inputs.contains(#"application.id = "cuebell""#) && inputs.contains(#"media.role = "music""#), "\(inputs)")
    run.signal(SIGTERM)
    #expect(try run.finish().code == 143)
  }
}
