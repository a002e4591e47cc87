import FoundationEssentials
import Glibc
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
    #expect(result.code == 0 && result.processorTime <= .seconds(1), "\(result.processorTime)")
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

  /// Work and rest without a pause between their names; `set` is the JSON of further phases of each set.
  private static func writeSets(_ outer: Int, of inner: Int, and set: String = "", in home: TemporaryHome) throws {
    try home.write(
      """
      { "name": "Many", "phases": [{ "sets": \(outer), "phases": [{ "sets": \(inner), "phases": [
        { "name": "Work", "duration": "400ms" }, { "name": "Rest", "intensity": "low", "duration": "200ms" }\(set)
      ] }] }] }
      """, to: "many.json")
  }

  /// A hundred thousand sets were measured at 41 s and 63 MB, these at 3 s and 53 MB.
  @Test func `of 10 000 sets is simulated in little memory, and its trace is written meanwhile`() throws {
    let home = try TemporaryHome()
    try Self.writeSets(10, of: 1000, in: home)
    for options in [["--seeds", "1", "--trace", "t.ndjson"], ["--seeds", "3", "--jobs", "3"]] {
      let simulate = try Child([Project.command, "simulate", "--workout", "many.json"] + options, in: home)
      var peak = 0
      while !simulate.hasEnded {
        peak = (try? simulate.peakKilobytes()) ?? peak
        usleep(10_000)
      }
      let result = try simulate.finish()
      #expect(result.code == 0 && result.lines.first == "\(options[1]) passed, 0 failed", "\(result)")
      #expect((20_000...100_000).contains(peak), "\(peak) KB")
    }
    let trace = try home.text(of: "t.ndjson")
    #expect(trace.hasPrefix(#"{"api": 1, "seq": 0, "t": 0, "event": "hello""#))
    let started = try EventRecord.all(in: trace).filter { $0.event == "phase" }.count
    #expect(started >= 20_000 && trace.contains(#""event": "finished""#), "\(started) phases")
  }

  @Test func `is too long to simulate where all of it must be held`() throws {
    let home = try TemporaryHome()
    try Self.writeSets(10, of: 1000, in: home)
    let picture = try home.cuebell("simulate", "--workout", "many.json", "--seeds", "1", "--svg", "p.svg")
    let message = "many.json: too long to simulate: it has more than 20000 phases and cues"
    #expect(picture.code == 65)
    #expect(picture.err == "\(message), and --svg keeps all of them in memory; try a shorter part of it.\n")
    try Self.writeSets(10, of: 1000, and: #", { "name": "Breathe", "open": true }"#, in: home)
    let open = try home.cuebell("simulate", "--workout", "many.json", "--seeds", "1")
    #expect(open.code == 65)
    #expect(open.err == "\(message), and with open phases all of them are kept in memory; try a shorter part of it.\n")
    try home.write(
      """
      { "name": "Day", "style": "silent", "cues": [{ "on": "phase", "at": "every 1s", "sound": "tick" }],
        "phases": [{ "sets": 9, "phases": [{ "name": "Hour", "duration": "1h" }] }] }
      """, to: "many.json")
    let hours = try home.cuebell("simulate", "--workout", "many.json", "--seeds", "1")
    #expect(hours.code == 65)
    #expect(hours.err == "\(message) in 10 phases in a row, which are kept in memory; try a shorter part of it.\n")
  }
}
