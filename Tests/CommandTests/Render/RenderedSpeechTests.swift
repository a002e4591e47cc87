import TestSupport
import Testing

@Suite struct `Rendered speech` {
  private static let millisecond = Wave.rate / 1000

  /// The phases of a tabata with twelve sets, and only these cues.
  private static func render(_ cues: String) throws -> (wave: Wave, cues: [CueRecord]) {
    let home = try TemporaryHome()
    try home.write(
      """
      {
        "name": "Talk", "style": "silent", "cues": [\(cues)],
        "phases": [
          { "name": "Get ready", "intensity": "prepare", "duration": "10s" },
          { "sets": 12, "phases": [
            { "name": "Work", "intensity": "high", "duration": "9s" },
            { "name": "Rest", "intensity": "low", "duration": "10s" }
          ] }
        ]
      }
      """, to: "w.json")
    let result = try home.cuebell("render", "w.json", "-o", "w.wav", "--cues", "w.ndjson")
    try #require(result.code == 0, "\(result.err)")
    return (try Wave(home.bytes(of: "w.wav")), try EventRecord.cues(in: home.text(of: "w.ndjson")))
  }

  private static let count = #"{ "on": "phase", "at": "end-3s", "count": 3 }"#
  private static let completion = #"""
    { "on": "set", "at": "end-3s", "say": "Set {set} completing in", "align": "end", "class": "warning" }
    """#
  private static let counted = Result { try render(count) }
  private static let announced = Result { try render(completion) }

  @Test func `begins each number of a countdown within 3 ms of its second`() throws {
    let (wave, cues) = try Self.counted.get()
    #expect(cues.count == 3 * 25)
    for cue in cues {
      #expect(cue.due % 1_000_000_000 == 0)
      let second = Wave.frame(at: cue.due)
      let range = max(0, second - 200 * Self.millisecond)..<second + 200 * Self.millisecond
      let heard = try #require(wave.audible(in: range))
      #expect(abs(heard.lowerBound - second) <= 3 * Self.millisecond, "\(cue.say ?? "") at \(cue.due)")
    }
  }

  @Test func `counts from sixty without a number out of its place`() throws {
    let (wave, cues) = try Self.render(#"{ "on": "workout", "at": "end-1m30s", "count": 60 }"#)
    #expect(cues.map(\.say) == (1...60).reversed().map { "\($0)" })
    for cue in cues {
      let second = Wave.frame(at: cue.due)
      // The number before may take most of its second.
      let heard = try #require(wave.audible(in: second - 40 * Self.millisecond..<second + 40 * Self.millisecond))
      #expect(abs(heard.lowerBound - second) <= 3 * Self.millisecond, "\(cue.say ?? "")")
    }
  }

  @Test func `ends each "completing in" within 5 ms of where "three" begins`() throws {
    let (spoken, cues) = try Self.announced.get()
    let (counted, numbers) = try Self.counted.get()
    #expect(cues.map(\.say) == (1...12).map { "Set \($0) completing in" })
    for cue in cues {
      #expect(cue.due < cue.mark && numbers.contains { $0.due == cue.mark && $0.say == "3" })
      let mark = Wave.frame(at: cue.mark)
      let phrase = try #require(spoken.audible(in: mark - 3 * Wave.rate..<mark + Wave.rate))
      let number = try #require(counted.audible(in: mark - Wave.rate / 2..<mark + Wave.rate / 2))
      #expect(abs(phrase.upperBound + 1 - number.lowerBound) <= 5 * Self.millisecond, "\(cue.say ?? "")")
      #expect(abs(phrase.lowerBound - Wave.frame(at: cue.due)) <= 3 * Self.millisecond)
    }
  }

  @Test func `keeps both to the sample where they are said together`() throws {
    let (spoken, first) = try Self.announced.get()
    let (counted, second) = try Self.counted.get()
    let (both, together) = try Self.render(Self.completion + ", " + Self.count)
    #expect(together.count == first.count + second.count)
    // Each of the three is rounded and dithered on its own.
    #expect(both.isSum(of: spoken, counted, within: 4))
  }
}
