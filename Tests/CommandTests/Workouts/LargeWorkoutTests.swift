import FoundationEssentials
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

  /// The check of a hundred thousand sets was measured at 6 ms and 18 MB; the promise is a second and 60 MB.
  @Test func `of 100 000 sets is checked in little memory and at once`() throws {
    let home = try TemporaryHome()
    try home.write(
      """
      { "name": "Many", "phases": [{ "sets": 100000, "phases": [
        { "name": "Work", "duration": "3s" }, { "name": "Rest", "intensity": "low", "duration": "2s" } ] }] }
      """, to: "many.json")
    // While it waits for the second file the peak of its memory can be read.
    let check = try home.start("check", "many.json", "-", input: .open)
    let line = try check.line { _ in true }
    #expect(line == "many.json: ok, 138:53:20, 200000 phases")
    #expect(try check.peakKilobytes() <= 60_000)
    check.type(WorkoutText.small)
    check.endInput()
    let result = try check.finish()
    #expect(result.code == 0 && result.processorTime <= .seconds(1), "\(result.processorTime)")
  }
}
