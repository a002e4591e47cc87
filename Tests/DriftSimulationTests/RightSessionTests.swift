import DriftSimulation
import Testing
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// Runs of random workouts that once broke a law, by a fault of the judge or of the session.
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

  @Test(arguments: Case.judged + Case.mended)
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

  /// Those that the judge found wrong.
  static let judged: [Self] = [
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
    Self(
      "leaves out words where the user might have let a phase go on",
      #"""
      "style": "silent", "phases": [{ "sets": 3, "cap": "1m5s", "cues": [
      { "on": "set", "at": "every 14s", "say": "Breathe in, breathe out" },
      { "on": "set", "at": "end-2.1s", "sound": "whistle", "say": "{next} next" }], "phases": [
      { "name": "Work", "open": true }, { "name": "Work", "duration": "3s" }] }, { "name": "Rest", "duration": "3s" }]
      """#,
      .of(waking: halfSeconds, (30.564, .done), (61.7, .done))),
    Self(
      "leaves out words that others have moved too near to the next ones",
      #"""
      "style": "silent", "cues": [{ "on": "set", "at": "every 1s", "say": "Go" }], "phases": [{ "sets": 2,
      "sides": ["north", "east", "south"], "phases": [{ "name": "Work", "duration": "35s" },
      { "name": "Rest", "duration": "2s" }] }]
      """#,
      .of((0, .coalesce(to: .s(0.732), until: .s(420))), (198.2, .skip), (198.9, .undo))),
    Self(
      "leaves out the end of a set to which the user goes back in the same instant",
      #"""
      "style": "silent", "phases": [{ "sets": 2, "cues": [{ "on": "set", "at": "end", "sound": "woodblock" }],
      "phases": [{ "name": "Work", "duration": "5s" }] }]
      """#,
      .of(waking: .every(.s(4)), (5.3, .back))),
    Self(
      "says that no time is left of a phase that the user ends in a pause",
      #"""
      "style": "silent", "phases": [{ "name": "Work", "open": true, "cap": "3s", "say": "{remaining} left",
      "sides": true }]
      """#,
      .of((0, .interrupt), (0, .done), (0, .done))),
    Self(
      "leaves out words for others that a pause hides",
      #"""
      "style": "boxing", "cues": [{ "on": "phase", "at": "every 1s", "say": "{elapsed} gone" }], "phases": [{ "sets": 1,
      "cap": "3m13s", "phases": [{ "name": "Work", "open": true, "say": "Random 100006668" }] }]
      """#,
      .of(waking: halfSeconds, (23, .pause), (29, .resume), (32.3, .jump(to: .s(142.5))), (33, .pause))),
    Self(
      "closes at once in frozen time that is still to come",
      #""ambient": { "sound": "rain", "fade": "500ms" }, "phases": [{ "name": "Work", "open": true }]"#,
      .of(policy: .freeze, waking: halfSeconds, ahead: .s(0.802), (0, .suspend(length: .s(0.9))), (0, .done))),
    Self(
      "needs no fade before frozen time that is still to come",
      #""ambient": { "sound": "drone", "fade": 0 }, "phases": [{ "name": "Work", "open": true }]"#,
      .of(policy: .freeze, waking: halfSeconds, ahead: .s(0.55), (0, .suspend(length: .s(0.017))), (0, .done))),
    Self(
      "has beats until frozen time is over that is still to come",
      #""style": "silent", "phases": [{ "name": "Run", "duration": "3s", "metronome": { "bpm": 260 } }]"#,
      .of(policy: .freeze, waking: halfSeconds, ahead: .s(0.698), (0, .suspend(length: .s(0.019))), (0, .skip))),
    Self(
      "says what remains where a jump to a set has led",
      #"""
      "style": "silent", "phases": [{ "sets": 2, "cap": "3m13s", "phases": [{ "name": "Work", "open": true },
      { "name": "Work", "duration": "1m20s", "say": "{remaining} left" }] }]
      """#,
      .of((0, .jump(toSet: 2)), (4, .done))),
    Self(
      "promises the cues of an open phase only for a while",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "every 15s", "sound": "beep" }], "phases": [
      { "name": "Work", "duration": "11s" }, { "name": "Work", "open": true }]
      """#,
      .of((49, .abort))),
    Self(
      "speaks of the set whose words a pause has delayed",
      #"""
      "style": "silent", "cues": [{ "on": "workout", "at": "every 1s", "say": "Breathe in, breathe out",
      "voice": { "rate": 219 } }], "phases": [{ "for": "6.86s", "phases": [{ "name": "Work", "duration": "2.892s" }] }]
      """#,
      .of((3, .interrupt), (3, .extend(by: .s(-3))), (4, .resume))),
  ]
}

extension `A right session`.Case {
  private static let bed = #""ambient": { "sound": "drone", "fade": "30s" }"#
  private static let open = #"{ "name": "Work", "open": true }"#
  private static let rounds = #"{ "sets": 2, "cap": "1m17s", "phases": [\#(open)] }"#

  /// Those in which the session was wrong.
  static let mended: [Self] = [
    Self(
      "fades a bed with the stop, in the longer fade before its end",
      #""phases": [{ "name": "Work", "duration": "5s", "ambient": { "sound": "ocean", "fade": "5s" } }]"#,
      .of((1, .skip), (2, .stop))),
    Self(
      "is aborted no slower than it is stopped",
      #"""
      "ambient": { "sound": "drone", "fade": 0 }, "phases": [{ "name": "Work", "duration": "1s",
      "ambient": { "sound": "ocean", "fade": "5s" } }]
      """#,
      .of((0, .skip), (0, .abort))),
    Self(
      "is silent at its end, after a pause in the fade in of a bed that still faded out",
      #"\#(bed), "phases": [\#(open)]"#,
      .of((3.9, .pause), (4, .done), (6.3, .restartPhase), (7.5, .pause), (8.1, .done))),
    Self(
      "fades a bed that leaves no slower in a pause",
      #"""
      \#(bed), "phases": [{ "name": "Work", "duration": "20s" },
      { "name": "Rest", "duration": "5s", "ambient": null }]
      """#,
      .of((20, .pause), (23, .skip))),
    Self(
      "counts again where a jump leads back in a phase that begins later without the user's changes",
      #"""
      "phases": [{ "name": "Warm up", "duration": "3s" }, { "name": "Curls", "tempo": "0.5-0-0.5-0", "reps": 19 }]
      """#,
      .of((0, .extend(by: .s(-1))), (12, .jump(to: .s(5))))),
    Self(
      "says again at the start of a phase what a jump leads back to, though it lies later in the plan",
      #"""
      "style": "silent", "phases": [{ "name": "Work", "open": true, "cap": "3s" },
      { "name": "Work", "open": true, "say": "Go" }]
      """#,
      .of((0, .skip), (0.5, .jump(to: .s(4))), (2, .done))),
    Self(
      "counts again in a later set, where a jump discards the user's changes",
      #""phases": [{ "for": "1m14s", "phases": [{ "name": "Work", "duration": "2s" }] }]"#,
      .of((0, .extend(by: .s(-0.5))), (60, .jump(to: .s(30))))),
    Self(
      "sounds again at an end to which a jump has led back",
      #""cues": [{ "on": "phase", "at": "end", "sound": "beep" }], "phases": [\#(rounds)]"#,
      .of((20, .done), (25, .jump(to: .s(30))))),
    Self(
      "silences its words for the same ones after a jump to where it is",
      #""style": "silent", "phases": [{ "name": "Work", "open": true, "say": "{elapsed} gone" }]"#,
      .of((0, .jump(to: .s(0.001))), (0.8, .restartPhase), (5, .done))),
    Self(
      "leaves out words that wait beyond the end of a set that is made shorter",
      #"""
      "style": "silent", "cues": [{ "on": "set", "at": "start+1.6s", "say": "{reps}" }], "phases": [{ "for": "56s",
      "phases": [{ "sets": 3, "phases": [{ "name": "Work", "tempo": "0.5-0-0.5-0", "reps": 1 }] }] }]
      """#,
      .of((29, .extend(by: .s(-0.8))))),
    Self(
      "shows the groups as they are in frozen time after the end of an open phase",
      #""phases": [{ "sets": 4, "phases": [{ "for": "2m7s", "phases": [\#(open)] }] }]"#,
      .of(policy: .freeze, waking: halfSeconds, ahead: .s(0.84), (20, .suspend(length: .s(0.016))), (20, .done))),
  ]
}
