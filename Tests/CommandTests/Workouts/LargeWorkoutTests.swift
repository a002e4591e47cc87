import TestSupport
import Testing

@Suite struct `A large workout` {
  @Test func `of 24 hours ends at its nanosecond, and so does its last cue`() throws {
    let home = try TemporaryHome()
    // 8 999 × 9.600000001 s + 9.599991001 s are 24 hours.
    try home.write(
      """
      {
        "name": "Day", "style": "silent",
        "cues": [
          { "on": "workout", "at": "end", "sound": "gong" },
          { "on": "phase", "at": "end-1.000000001s", "sound": "tick", "if": { "intensity": "cooldown" } }
        ],
        "phases": [
          { "sets": 8999, "phases": [{ "name": "A", "duration": 9.600000001 }] },
          { "name": "B", "intensity": "cooldown", "duration": "9.599991001s" }
        ]
      }
      """, to: "day.json")
    let result = try home.cuebell("show", "day.json", "--json")
    let plan = try PlanRecord(result.out)
    #expect(plan.total == 86_400_000_000_000 && plan.omittedPhases == 0)
    #expect(plan.cues.map(\.due) == [86_398_999_999_999, 86_400_000_000_000])
    #expect(plan.cues.map(\.frame) == [86_399 * Wave.rate, 86_400 * Wave.rate])
  }

  /// The promise is a second and 60 MB.
  @Test func `of 100 000 phases is checked in little memory and at once`() throws {
    let home = try TemporaryHome()
    try home.write(
      """
      { "name": "Many", "phases": [{ "sets": 50000, "phases": [
        { "name": "Work", "duration": "3s" }, { "name": "Rest", "intensity": "low", "duration": "2s" } ] }] }
      """, to: "many.json")
    // While it waits for the second file the peak of its memory can be read.
    let check = try home.start("check", "many.json", "-", input: .open)
    let line = try check.line { _ in true }
    #expect(line == "many.json: ok, 69:26:40, 100000 phases")
    #expect(try check.peakKilobytes() <= 60_000)
    check.type(WorkoutText.small)
    check.endInput()
    let result = try check.finish()
    #expect(result.code == 0 && result.processorTime <= Measurement.limit(.seconds(1)), "\(result.processorTime)")
  }

  @Test func `of more than 100 000 phases is refused with the group that holds them`() throws {
    let home = try TemporaryHome()
    try home.write(
      """
      { "name": "Many", "phases": [{ "sets": 2, "phases": [{ "sets": 100000, "phases": [
        { "name": "Work", "duration": "1s" }, { "name": "Rest", "intensity": "low", "duration": "1s" } ] }] }] }
      """, to: "many.json")
    let check = try home.cuebell("check", "many.json")
    #expect(check.code == 65)
    #expect(
      check.out.hasSuffix(
        ": phases[0].phases[0]: has more than 100000 phases as laid out: use fewer sets, or split the workout\n"))
  }

  /// Work and rest without a pause between their names.
  private static func writeSets(_ outer: Int, of inner: Int, in home: TemporaryHome) throws {
    try home.write(
      """
      { "name": "Many", "phases": [{ "sets": \(outer), "phases": [{ "sets": \(inner), "phases": [
        { "name": "Work", "duration": "400ms" }, { "name": "Rest", "intensity": "low", "duration": "200ms" }
      ] }] }] }
      """, to: "many.json")
  }

  @Test func `of more than 20 000 phases and cues is too long to simulate, and one of fewer isn't`() throws {
    let home = try TemporaryHome()
    try Self.writeSets(10, of: 1000, in: home)
    let refused = try home.cuebell("simulate", "--workout", "many.json", "--seeds", "1")
    #expect(refused.code == 65)
    #expect(refused.err == "many.json: it has more than 20000 phases and cues: simulate a shorter part of it\n")
    try Self.writeSets(10, of: 100, in: home)
    let result = try home.cuebell("simulate", "--workout", "many.json", "--seeds", "1", "--trace", "t.ndjson")
    #expect(result.code == 0 && result.lines.first == "1 passed, 0 failed", "\(result)")
    #expect(try home.text(of: "t.ndjson").contains(#""event": "finished""#))
  }
}
