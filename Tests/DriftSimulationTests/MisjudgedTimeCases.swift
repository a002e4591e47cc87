import DriftSimulation
import Testing
import WorkoutEngine
import WorkoutModel

extension `A right session` {
  @Test(arguments: Case.misjudgedTimes)
  func `passes though a done takes effect later, or a sleep leaves out time`(example: Case) throws {
    let verdict = try example.simulation.judge(example.scenario, comparing: false)
    #expect(verdict.passed, "\(verdict.violations) \(verdict.unmet)")
  }
}

extension `A right session`.Case {
  /// Those that the judge found wrong, because its plan had the end of a phase only when it came, or because a track
  /// that had just begun did not sleep with its host.
  static let misjudgedTimes: [Self] = [
    Self(
      "says words for the end of a phase that the user has ended in advance, for which the next name waits",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "end-1s",
      "say": "Slow and controlled single-leg Romanian deadlift with a pause at the bottom of each repetition" }],
      "phases": [{ "name": "Work", "open": true, "cap": "1m48s", "atLeast": "57s" },
      { "name": "Rest", "duration": "20s", "say": "Go to {next}" }]
      """#,
      .of((0, .done))),
    Self(
      "counts the end of a phase that the user has ended in advance",
      #"""
      "phases": [{ "sets": 1, "phases": [{ "sets": 1, "phases": [{ "name": "Work", "open": true, "atLeast": "38s" }] }]
      }]
      """#,
      .of((0, .done))),
    Self(
      "speaks by the end of a set that becomes known in the phase between its last ones",
      #"""
      "style": "silent", "phases": [{ "sets": 1, "cues": [{ "on": "set", "at": "every 1s",
      "say": "Breathe in, breathe out", "align": "end", "if": { "longerThan": "26s" } }], "phases": [{ "sets": 2,
      "between": { "sets": 1, "phases": [{ "name": "Walk", "intensity": "rest", "duration": "7.5s" },
      { "name": "Sip", "intensity": "rest", "open": true, "atLeast": "55s" }] },
      "phases": [{ "name": "Work", "duration": "1m10s" }] }] }]
      """#,
      .of((120, .done))),
    Self(
      "counts the end of a phase in advance, before one that is half as long as another",
      #"""
      "phases": [{ "sets": 3, "between": { "sets": 1, "phases": [{ "name": "Walk", "intensity": "low",
      "duration": { "of": "12 squats", "times": 0.5 }, "sides": ["there", "and back"] },
      { "name": "Sip", "intensity": "rest", "open": true, "atLeast": "32s" }] },
      "phases": [{ "name": "12 squats", "duration": "1s" }] }]
      """#,
      .of((3, .done), (40, .done))),
    Self(
      "speaks of the time to its end before the user goes back and ends it in advance",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "every 1s", "sound": "tick", "say": "{remaining} left",
      "align": "end", "class": "completion" }], "phases": [{ "for": "1m20s", "phases": [{ "name": "Work", "open": true,
      "atLeast": "38s" }] }]
      """#,
      .of((0, .done), (60, .back), (60, .done))),
    Self(
      "speaks of the time to the end that the user has set in advance",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "every 1s", "sound": "tick", "say": "{remaining} left",
      "align": "end", "class": "completion" }], "phases": [{ "for": "1m20s", "phases": [{ "name": "Work", "open": true,
      "atLeast": "38s" }] }]
      """#,
      .of((60, .back), (77, .done))),
    Self(
      "speaks of what follows a phase that the user has ended in advance, after two that the user undid",
      #"""
      "phases": [{ "sets": 2, "every": "1m36s", "phases": [{ "name": "Work", "open": true, "atLeast": "9s", "cues": [
      { "on": "phase", "at": "every 4s", "say": "{phase}, then {next}", "voice": { "rate": 170, "pitch": 30 } }] }] }]
      """#,
      .of((0, .skip), (0, .skip), (4, .undo), (30, .undo), (31, .done))),
    Self(
      "has a track stand still in a sleep that begins where its phase begins",
      #"""
      "style": "silent", "sounds": { "song": "song.flac" }, "phases": [{ "name": "Work", "duration": "16.4s",
      "track": "song", "sides": ["port", "starboard"], "change": "6s" }]
      """#,
      .of(policy: .freeze, waking: halfSeconds, (22.4, .suspend(length: .s(0.014))))),
    Self(
      "has a track stand still in a sleep soon after a start that the host has missed",
      #"""
      "style": "silent", "sounds": { "song": "song.flac" }, "phases": [{ "name": "Rest", "duration": "5s" },
      { "name": "Work", "duration": "20s", "track": "song" }]
      """#,
      .of(policy: .freeze, waking: .every(.s(4)), (5.002, .suspend(length: .s(1.9))))),
  ]
}
