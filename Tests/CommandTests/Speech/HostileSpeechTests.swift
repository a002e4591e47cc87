import Glibc
import TestSupport
import Testing

@Suite struct `Text that is hard to speak` {
  /// A row of apostrophes breaks espeak-ng's English rules if it is not filtered.
  private static let row = String(repeating: "s'", count: 110)

  private func workout(_ name: String) -> String {
    """
    {
      "name": "Hostile",
      "phases": [
        { "name": "Ready", "intensity": "prepare", "duration": "9s" },
        { "name": "\(name)", "intensity": "high", "duration": "90s" },
        { "name": "Rest", "intensity": "low", "duration": "9s" }
      ]
    }
    """
  }

  @Test func `costs nothing but itself: the render ends, with every other cue in it`() throws {
    let home = try TemporaryHome()
    try home.write(workout(Self.row), to: "hostile.json")
    try home.write(workout("Work"), to: "plain.json")
    for name in ["hostile", "plain"] {
      let result = try home.cuebell("render", "\(name).json", "-o", "\(name).wav", "--cues", "\(name).ndjson")
      #expect(result.code == 0 && result.err.isEmpty)
    }
    let hostile = try EventRecord.cues(in: home.text(of: "hostile.ndjson"))
    let plain = try EventRecord.cues(in: home.text(of: "plain.ndjson"))
    #expect(hostile.map(\.cue) == plain.map(\.cue))
    for (cue, other) in zip(hostile, plain) where cue.say != Self.row { #expect(cue.content == other.content) }
    let own = try #require(hostile.first { $0.say == Self.row })
    #expect(own.sound == "gong" && (own.outcome == "onTime" || own.outcome == "failed"))
    let (wave, length) = (try Wave(home.bytes(of: "hostile.wav")), try Wave(home.bytes(of: "plain.wav")).frames)
    #expect(wave.frames == length)
  }

  @Test func `that holds nothing to speak is a gong, takes no time and fails nothing`() throws {
    let home = try TemporaryHome()
    try home.write(workout("★★★"), to: "w.json")
    let render = try home.cuebell("render", "w.json", "-o", "w.flac", "--cues", "w.ndjson")
    #expect(render.code == 0 && render.err.isEmpty)
    let cues = try EventRecord.cues(in: home.text(of: "w.ndjson"))
    #expect(cues.allSatisfy { $0.outcome == "onTime" })
    #expect(cues.contains { $0.due == 9_000_000_000 && $0.sound == "gong" })
    let run = try home.start("run", "--silent", "--start-at", "8s", "w.json")
    #expect(try run.line { $0.contains("[gong]") }.hasSuffix("[gong]"))
    run.signal(SIGTERM)
    #expect(try run.finish().code == 143)
  }

  @Test func `never reaches the terminal or the list with its control characters`() throws {
    let home = try TemporaryHome()
    try home.write(workout(#"A\u001b[31m\u202eB"#), to: "w.json")
    for arguments in [["show"], ["show", "--json"], ["run", "--silent", "--speed", "100"]] {
      let result = try Child([Project.command] + arguments + ["w.json"], in: home).finish()
      #expect(result.code == 0)
      let controls = result.out.unicodeScalars.contains { ($0.value < 32 && $0 != "\n") || $0 == "\u{202E}" }
      #expect(!controls)
    }
  }
}
