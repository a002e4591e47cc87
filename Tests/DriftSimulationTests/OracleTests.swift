import DriftSimulation
import EngineReference
import FoundationEssentials
import Testing
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

@Suite struct `An oracle` {
  @Test func `has the place of each cue by its rule, and how late it may be`() throws {
    let oracle = ShippedWorkouts.tabata.oracle
    let completion = try #require(oracle.first(CueName(.setCompletion, set: 3)))
    #expect(completion.mark == .s(97) && completion.due < completion.mark && completion.grace == .s(1))
    #expect(oracle.first(CueName(.countdown))?.grace == .s(0.5))
    #expect(oracle.first(CueName(.transition))?.grace == .s(0.5))
    #expect(oracle.first(CueName(.phaseStart, set: 1))?.grace == .s(5))
    #expect(oracle.first(CueName(.completion))?.grace == nil)
    #expect(oracle.first(CueName(.setCompletion, set: 9)) == nil)
    #expect(oracle.length == .s(300) && oracle.isExact)
  }

  @Test func `knows that open phases make a plan that may be another in each run`() {
    #expect(!ShippedWorkouts.emom.oracle.isExact && !ShippedWorkouts.emom.oracle.doneInstants.isEmpty)
  }
}

/// What the engine plans is what the description of the workout file demands, as the reference reads it.
@Suite struct `A rehearsal` {
  @Test(arguments: ["tabata", "emom-10", "amrap-12", "pyramid", "stretching", "box-breathing", "boxing-3x3"])
  func `agrees with the reference on a shipped workout`(name: String) {
    let oracle = ShippedWorkouts.oracle(name)
    #expect(PlanComparison.differences(oracle.timeline) == [])
    #expect(!oracle.cues.isEmpty)
  }

  /// The words wait while another phase of their set begins, and its end becomes known.
  @Test func `agrees with the reference on a set that the user ends in advance while its words wait`() throws {
    let text = #"""
      { "name": "Case", "style": "silent", "phases": [{ "sets": 2, "cues": [
      { "on": "set", "at": "start", "say": "Set {set}", "class": "start" },
      { "on": "phase", "at": "start", "class": "start", "if": { "set": 2 },
      "say": "Slow and controlled single-leg Romanian deadlift with a pause at the bottom of each repetition" }],
      "phases": [{ "name": "Walk", "duration": "1s" }, { "name": "Sip", "open": true, "atLeast": "55s" }] }] }
      """#
    let timeline = try Timeline(WorkoutReader.read(Array(text.utf8), named: "case.json"))
    #expect(PlanComparison.differences(timeline, lengths: { _ in .s(2) }) == [])
  }

  /// What was decided before the user says that a phase is done: that words wait, and that a count has begun.
  @Test(arguments: [
    #"""
    "cues": [{ "on": "workout", "at": "start", "say": "{elapsed} gone", "if": { "counted": true } }],
    "phases": [{ "name": "Run", "open": true, "cap": "1m27s", "atLeast": "22s", "say": "Go" }]
    """#,
    #"""
    "cues": [{ "on": "set", "at": "start", "say": "Set {set}", "if": { "counted": true } },
    { "on": "phase", "at": "end", "count": 4 }],
    "phases": [{ "sets": 3, "every": "1m", "phases": [{ "name": "Run", "open": true, "atLeast": "28s" }] }]
    """#,
    #"""
    "cues": [{ "on": "phase", "at": "start", "say": "Now {phase}", "if": { "counted": true } },
    { "on": "phase", "at": "end-3s", "count": 3 }],
    "phases": [{ "name": "Run", "open": true, "cap": "3200ms" }, { "name": "Walk", "duration": "9s" }]
    """#,
  ])
  func `agrees with the reference on what was decided before the user ends a phase`(fields: String) throws {
    let text = "{ \"name\": \"Case\", \"style\": \"silent\", \(fields) }"
    let timeline = try Timeline(WorkoutReader.read(Array(text.utf8), named: "case.json"))
    #expect(PlanComparison.differences(timeline, lengths: { _ in .s(0.2) }) == [])
  }

  /// The walk is twice as long as what the cap of the inner group has left of the push-ups, so the set is whole.
  @Test func `agrees with the reference on a set that continues after one that a cap cuts off`() throws {
    let text = #"""
      { "name": "Case", "phases": [{ "sets": 4, "cap": "2m2s",
      "between": { "name": "Walk", "duration": { "of": "Push-ups", "times": 2 } }, "phases": [
      { "name": "Push-ups", "duration": "13s" }, { "sets": 6, "cap": "1m", "phases": [{ "name": "Push-ups",
      "duration": "55s" }] }] }] }
      """#
    let timeline = try Timeline(WorkoutReader.read(Array(text.utf8), named: "case.json"))
    #expect(PlanComparison.differences(timeline) == [])
  }

  /// The phase after the open one depends on its length, which the user may make as short as can be.
  @Test func `agrees with the reference on an open phase whose length others have, again and again`() throws {
    let text = #"""
      { "name": "Case", "phases": [{ "name": "Row", "open": true }, { "for": "1h", "phases": [
      { "name": "Rest", "duration": { "of": "Row", "times": 1 } }] }] }
      """#
    let timeline = try Timeline(WorkoutReader.read(Array(text.utf8), named: "case.json"))
    #expect(PlanComparison.differences(timeline) == [])
  }

  /// A set whose phases are over just at the cap is whole; one that the cap ends before the least time is cut off.
  @Test(arguments: ["30s", "31s"])
  func `agrees with the reference on an open phase that has its least time at a cap or not`(least: String) throws {
    let text = #"""
      { "name": "Case", "phases": [{ "sets": 3, "cap": "40s", "phases": [
      { "name": "Row", "duration": "10s" }, { "name": "Hold", "open": true, "atLeast": "\#(least)" }] }] }
      """#
    let timeline = try Timeline(WorkoutReader.read(Array(text.utf8), named: "case.json"))
    #expect(PlanComparison.differences(timeline, lengths: { _ in .s(2) }) == [])
  }

  @Test func `agrees with the reference on sets with a group for a time whose phases take none`() throws {
    let text = #"""
      { "name": "Case", "phases": [{ "for": "1m10s", "phases": [{ "name": "Plank", "duration": "9s", "skip": "first" },
      { "name": "Row", "duration": "20s" }, { "for": "30s", "phases": [
      { "name": "Run", "duration": { "of": "Plank", "times": 2 } }] }] }] }
      """#
    let timeline = try Timeline(WorkoutReader.read(Array(text.utf8), named: "case.json"))
    #expect(PlanComparison.differences(timeline) == [])
  }

  /// The moment is in the walk, its words come in the next phase, which makes the workout shorter meanwhile.
  @Test(
    arguments: [
      #""random 3", "say": "{elapsed} gone""#, #""start+21s", "say": "{remaining} left""#,
      #""start+21s", "say": "Hooray", "if": { "longerThan": "40s" }"#,
    ])
  func `agrees with the reference on words that wait as the end of the workout changes`(cue: String) throws {
    let text = #"""
      { "name": "Case", "style": "silent", "cues": [{ "on": "workout", "at": \#(cue) },
      { "on": "phase", "at": "end-4s", "count": 4 }], "phases": [{ "name": "Walk", "duration": "23s" },
      { "name": "Hold", "open": true, "atLeast": "10s", "cap": "19s", "say": "Slow and controlled" }] }
      """#
    let timeline = try Timeline(WorkoutReader.read(Array(text.utf8), named: "case.json"))
    #expect(PlanComparison.differences(timeline, lengths: { _ in .s(0.5) }) == [])
  }

  /// The words would come within the last minute, or other than at their moment.
  @Test(arguments: [
    #""on": "set", "at": "start+9s", "if": { "before": "end-1m" }"#,
    #""on": "workout", "at": "start+9s", "if": { "before": "end-1m" }"#, #""on": "set", "at": "end-61s""#,
  ])
  func `agrees with the reference on words that wait as what they are measured from moves`(rule: String) throws {
    let text = #"""
      { "name": "Case", "style": "silent", "cues": [{ \#(rule), "say": "Sip soon", "class": "info" }],
      "phases": [{ "sets": 1, "phases": [{ "name": "Walk", "duration": "10s", "cues": [
      { "on": "phase", "at": "start+8s", "say": "Slow and controlled single-leg Romanian deadlift" }] },
      { "name": "Sip", "open": true, "atLeast": "58s", "cap": "1m" }] }] }
      """#
    let timeline = try Timeline(WorkoutReader.read(Array(text.utf8), named: "case.json"))
    #expect(PlanComparison.differences(timeline, lengths: { _ in .s(0.5) }) == [])
  }

  /// What is left out as the user says that a phase is done stays so, and what waits in a set goes on waiting.
  @Test(arguments: ["{remaining} left", "{phase}, then {next}"])
  func `agrees with the reference on words of each second, before and after a done`(words: String) throws {
    let text = #"""
      { "name": "Case", "style": "silent", "phases": [{ "sets": 1,
      "cues": [{ "on": "set", "at": "every 1s", "say": "\#(words)" }],
      "phases": [{ "name": "Squats", "open": true }, { "name": "Work", "duration": "20s" }] }] }
      """#
    let timeline = try Timeline(WorkoutReader.read(Array(text.utf8), named: "case.json"))
    #expect(PlanComparison.differences(timeline) == [])
  }

  /// The seeds of the workouts: 500 of them from 1, or those of `make simulate`.
  private static let seeds: Range<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["SEED"].flatMap { UInt64($0) } ?? 1
    return first..<first + (environment["PLANS"].flatMap { UInt64($0) } ?? 500)
  }()

  @Test func `agrees with the reference on random workouts, however long their open phases last`() throws {
    let generator = WorkoutGenerator()
    var (cues, changes) = (0, 0)
    for seed in Self.seeds {
      let workout = generator.workout(seed: seed)
      let (timeline, durations) = (try Timeline(workout), generator.durations(for: workout, seed: seed))
      let differences =
        PlanComparison.differences(timeline, durations)
        + PlanComparison.differences(timeline, durations) { DrawnLengths.length(of: $0, seed: seed) }
      #expect(differences.isEmpty, "seed \(seed): \(differences.prefix(3)) \(WorkoutWriter.compact(workout))")
      guard seed <= 200 else { continue }
      let planned = Oracle(timeline, durations: durations).cues
      cues += planned.count
      changes += planned.count { $0.due != $0.mark }
    }
    print("\(Self.seeds.count) workouts from seed \(Self.seeds.lowerBound)")
    if Self.seeds.contains(1) { #expect(cues > 2000 && changes > 500, "\(cues) cues, \(changes) off their moments") }
  }

  /// The model of the simulator moves by the timeline, so its places are checked here.
  @Test func `agrees after each move with the reference on random workouts`() throws {
    for seed in Self.seeds {
      let workout = WorkoutGenerator().workout(seed: seed)
      let differences = MoveComparison.differences(try Timeline(workout), seed: seed)
      #expect(differences.isEmpty, "seed \(seed): \(differences.prefix(3)) \(WorkoutWriter.compact(workout))")
    }
  }
}
