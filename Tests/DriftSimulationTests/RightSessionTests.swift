import DriftSimulation
import Testing
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// Runs in which the engine is right: random workouts once made the judge find it wrong.
@Suite struct `A right session` {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let workout: String
    let scenario: Scenario

    init(_ what: String, _ workout: String, _ scenario: Scenario) {
      (testDescription, self.workout, self.scenario) = (what, workout, scenario)
    }

    var simulation: Simulation<Engine> {
      get throws {
        let text = "{ \"name\": \"Case\", \(workout) }"
        return Simulation(Oracle(try Timeline(WorkoutReader.read(Array(text.utf8), named: "case.json"))))
      }
    }
  }

  @Test(arguments: Case.all)
  func `passes`(example: Case) throws {
    let verdict = try example.simulation.judge(example.scenario, comparing: false)
    #expect(verdict.passed, "\(verdict.violations) \(verdict.unmet)")
  }

  /// In the plan of a rehearsal an open phase lasts half a minute, so these two minutes have only three rounds there.
  @Test func `is judged in every round, though the user is faster than a rehearsal`() throws {
    let example = Case(
      "",
      #"""
      "phases": [{ "for": "2m", "phases": [{ "name": "Squats", "open": true }, { "name": "Rest", "duration": "9s" }] }]
      """#,
      .of((5, .done), (20, .done), (35, .done), (50, .done), (65, .done), (80, .done), (95, .done), (110, .done)))
    let simulation = try example.simulation
    let trace = simulation.run(example.scenario)
    #expect(Invariants.violations(in: RunRecord(example.scenario, simulation.oracle, trace)) == [])
    var forged = RunRecord(example.scenario, simulation.oracle, trace).trace
    forged.remove { $0.kind == .phaseStart && $0.set == 6 }
    let violations = Invariants.violations(in: RunRecord(example.scenario, simulation.oracle, forged))
    #expect(violations.contains { $0.number == "I01" }, "\(violations)")
  }
}

extension `A right session`.Case {
  private static let halfSeconds = WakePolicy.Waking.every(.s(0.5))
  private static let breathe = #""cues": [{ "on": "phase", "at": "every 1s", "say": "Breathe in, breathe out" }]"#

  static let all: [Self] = [
    Self("may last no time", #""phases": [{ "name": "Work", "duration": 0 }]"#, .of((0, .pause), (1, .skip))),
    Self(
      "ends after frozen time that is still to come",
      #""style": "boxing", "phases": [{ "name": "Work", "duration": "3s" }]"#,
      .of(
        policy: .freeze, waking: halfSeconds, ahead: .s(0.797), (0, .suspend(length: .s(0.015))), (0, .skip),
        (0, .undo))),
    Self(
      "begins the next phase after frozen time that is still to come",
      #""phases": [{ "name": "Work", "open": true, "sides": true }]"#,
      .of(
        policy: .freeze, waking: halfSeconds, ahead: .s(0.79), (0, .suspend(length: .s(0.017))), (0, .done),
        (0, .done), (0.018, .done))),
    Self(
      "plays after a frozen suspend what was due when it began",
      #"""
      "style": "boxing", "phases": [{ "name": "Work", "duration": "4.464s" }, { "name": "Work", "duration": "3s" }]
      """#,
      .of(policy: .freeze, waking: halfSeconds, (4.464, .suspend(length: .s(0.059))))),
    Self(
      "is heard later where the device slept with its host",
      #""phases": [{ "sets": 2, "cap": "30.336s", "phases": [{ "name": "Work", "duration": "45s" }] }]"#,
      .of(policy: .freeze, waking: .every(.s(0.1)), (24, .suspend(length: .s(0.1))))),
    Self(
      "takes what would have come next with it when it is killed",
      #"\#(breathe), "phases": [{ "name": "Work", "duration": "11s" }]"#,
      .of(waking: halfSeconds, (2.2, .kill(length: .s(5))), (11.2, .kill(length: .s(0.032))))),
    Self(
      "doesn't repeat a note that was stored",
      #"""
      "cues": [{ "on": "set", "at": "every 1s", "say": "{phase}" }], "phases": [{ "sets": 1, "phases": [{ "sets": 3,
      "phases": [{ "name": ["Romanian deadlift with a pause at the bottom of each repetition", "Plank", "Stars"],
      "duration": ["1.281451356s", "13ms", "15s"], "reps": 13 }] }] }]
      """#,
      .of((1.281451356, .kill(length: .s(0.001))), (7.8, .kill(length: .s(0.001))))),
    Self(
      "speaks of the set in which a moment lies that the user has brought nearer",
      #"""
      "style": "silent", "cues": [{ "on": "workout", "at": "64%", "sound": "gong", "align": "end" }], "phases": [
      { "sets": 4, "phases": [{ "name": "Work", "duration": "10s", "skip": "first" }] }]
      """#,
      .of((0, .extend(by: .s(-4))), (16, .skip))),
    Self(
      "announces an end of a round that a rehearsal doesn't have",
      #"""
      "phases": [{ "for": "2m33s", "phases": [{ "name": "Work", "open": true, "skip": [4, 1] },
      { "name": "Work", "intensity": "sit", "duration": { "from": "1m", "by": "3.838s" } }] }]
      """#,
      .of(waking: halfSeconds, (60, .done))),
    Self(
      "may be later than half of a phase that the user ends sooner",
      #""phases": [{ "name": "Work", "open": true }, { "name": "Rest", "duration": "5s" }]"#,
      .of((0, .coalesce(to: .s(4), until: .s(8))), (5, .done))),
  ]
}
