import Testing

@Suite struct `Rendered speech` {
  private static let millisecond = Wave.rate / 1000

  /// The phases of a tabata with twelve sets, and only these cues.
  private func render(_ cues: String, _ home: TemporaryHome, as name: String) throws -> (wave: Wave, cues: [CueRecord])
  {
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
      """, to: "\(name).json")
    let result = try home.cuebell("render", "\(name).json", "-o", "\(name).wav", "--cues", "\(name).ndjson")
    try #require(result.code == 0, "\(result.err)")
    return (try Wave(home.bytes(of: "\(name).wav")), try EventRecord.cues(in: home.text(of: "\(name).ndjson")))
  }

  private static let count = #"{ "on": "phase", "at": "end-3s", "count": 3 }"#
  private static let completion = #"""
    { "on": "set", "at": "end-3s", "say": "Set {set} completing in", "align": "end", "class": "warning" }
    """#

  @Test func `begins each number of a countdown within 3 ms of its second`() throws {
    let (wave, cues) = try render(Self.count, TemporaryHome(), as: "count")
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
    let (wave, cues) = try render(
      #"{ "on": "workout", "at": "end-1m30s", "count": 60 }"#, TemporaryHome(), as: "sixty")
    #expect(cues.map(\.say) == (1...60).reversed().map { "\($0)" })
    for cue in cues {
      let second = Wave.frame(at: cue.due)
      // The number before may take most of its second.
      let heard = try #require(wave.audible(in: second - 40 * Self.millisecond..<second + 40 * Self.millisecond))
      #expect(abs(heard.lowerBound - second) <= 3 * Self.millisecond, "\(cue.say ?? "")")
    }
  }

  @Test func `ends each "completing in" within 5 ms of where "three" begins`() throws {
    let home = try TemporaryHome()
    let (spoken, cues) = try render(Self.completion, home, as: "completion")
    let (counted, numbers) = try render(Self.count, home, as: "count")
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
    let home = try TemporaryHome()
    let (spoken, first) = try render(Self.completion, home, as: "completion")
    let (counted, second) = try render(Self.count, home, as: "count")
    let (both, together) = try render(Self.completion + ", " + Self.count, home, as: "both")
    #expect(together.count == first.count + second.count)
    // Each of the three is rounded and dithered on its own.
    let isSum = (0..<spoken.frames).allSatisfy { frame in
      let sum = spoken.left(frame) + (frame < counted.frames ? counted.left(frame) : 0)
      return abs(both.left(frame) - sum) <= 4
    }
    #expect(isSum)
  }
}
