import FoundationEssentials
import Testing

@Suite struct `A rendered file` {
  private static let workout = """
    { "name": "Parts", "description": "Three of them.", "author": "Ana", "style": "silent", "phases": [
      { "name": "Get ready", "intensity": "prepare", "duration": "1s" },
      { "sets": 2, "phases": [{ "name": "Work", "duration": "1.5s" }] },
      { "name": "Until \u{1B}[31mdone", "open": true }
    ] }
    """

  private struct Probe: Decodable {
    struct Chapter: Decodable {
      private enum CodingKeys: String, CodingKey {
        case startTime = "start_time"
        case tags
      }

      let startTime: String
      let tags: [String: String]
    }

    let chapters: [Chapter]
  }

  @Test(arguments: ["flac", "ogg", "opus"])
  func `says what it is, and where each phase begins, to other programs`(format: String) throws {
    let home = try TemporaryHome()
    try home.write(Self.workout.replacing("\u{1B}", with: "\\u001b"), to: "parts.json")
    #expect(try home.cuebell("render", "parts.json", "-o", "x.\(format)", "--done-after", "2s").code == 0)
    let probe = try home.shell("ffprobe -v error -show_chapters -show_streams -show_format -of json x.\(format)").out
    let chapters = try JSONDecoder().decode(Probe.self, from: Data(probe.utf8)).chapters
    #expect(
      chapters.map { "\($0.startTime) \($0.tags["title"] ?? "")" } == [
        "0.000000 Get ready", "1.000000 Work 1/2", "2.500000 Work 2/2", "4.000000 Until \u{FFFD}[31mdone",
      ])
    for text in ["Parts", "Ana", "parts.json", "Three of them.", "Cuebell"] { #expect(probe.contains(text), "\(text)") }
  }

  @Test func `is the same to the last byte for the same workout`() throws {
    let home = try TemporaryHome()
    try home.write(Self.workout.replacing("\u{1B}", with: "?"), to: "parts.json")
    for result in ["wav", "flac"] {
      for name in ["a", "b"] { #expect(try home.cuebell("render", "parts.json", "-o", "\(name).\(result)").code == 0) }
      // The difference of two files is no help, and takes for ever to print.
      let isSame = try home.bytes(of: "a.\(result)") == home.bytes(of: "b.\(result)")
      #expect(isSame)
    }
    // The places of the phases are cue points.
    let wave = [UInt8](try home.bytes(of: "a.wav"))
    let hasCues = wave.firstRange(of: Array("cue ".utf8)) != nil && wave.firstRange(of: Array("labl".utf8)) != nil
    #expect(hasCues)
  }
}
