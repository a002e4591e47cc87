import DriftSimulation
import WorkoutEngine
import WorkoutModel

extension `A right session`.Case {
  /// Those that the judge found wrong, because it took words, or an end, from a plan that the user had changed.
  static let misjudgedMoves: [Self] = [
    Self(
      "says how much is left of a phase that the user has ended, after a move back into it",
      #"""
      "style": "silent", "ambient": { "sound": "rain", "fade": "30s" }, "phases": [{ "name": "Work", "open": true,
      "cap": "3s", "say": "{remaining} left" }]
      """#,
      .of((0.006, .done), (0.012, .seek(by: .s(-0.01))))),
    Self(
      "says words of the workout at the instant at which a measurement ends the phase, and not again behind it",
      #"""
      "style": "hiit", "cues": [{ "on": "workout", "at": "every 1s", "say": "{phase}" }], "phases": [{ "sets": 2,
      "between": { "name": "Walk", "intensity": "low", "duration": "9s" }, "phases": [{ "name": "Work",
      "until": { "power": "< 150", "hold": "1s" }, "cap": "1m22s", "atLeast": "36s", "say": "{next} next" }] }]
      """#,
      .of((0.001, .pause), (0.6, .resume), (30, .measure(.power, 100)), (36, .measure(.power, 100)))),
    Self(
      "has the first numbers give way to a name with a value that other words have moved",
      #"""
      "style": "hiit", "phases": [{ "sets": 2, "phases": [{ "name": "Work", "intensity": "cooldown",
      "tempo": "0.5-0-0.5-0", "reps": 20, "say": "Random 29216604", "cues": [
      { "on": "phase", "at": "start", "sound": "woodblock", "say": "{phase} at {heartRate}" }] }] }]
      """#,
      Scenario(
        name: "test", workout: "w.json", seed: 87_649_812, host: WakePolicy(waking: .every(.s(0.1))),
        signals: [
          .heartRate: .points([SignalPoint(at: .s(27.667), 69), SignalPoint(at: .s(136.663), 150)])
        ],
        script: [
          ScriptLine(at: .after(.s(42)), .pause), ScriptLine(at: .after(.s(86.236)), .resume),
          ScriptLine(at: .after(.s(11.043)), .kill(length: .s(25.828))),
        ])),
    Self(
      "leaves out late words for others that a sleep keeps from being said",
      #"""
      "style": "silent", "phases": [{ "name": "Block", "sets": 5, "phases": [{ "intensity": "prepare", "open": true,
      "name": "Slow and controlled single-leg Romanian deadlift with a pause at the bottom of each repetition",
      "cap": "7s", "say": { "by": "Block", "of": ["Go to {next}, number 1", "Go to {next}, number 2"] } }] }]
      """#,
      .of(
        policy: Policies().whenSuspended, jitter: .uniform(scale: .s(0.202)), seed: 87_941_820, (0, .restartPhase),
        (8.8, .restartPhase), (19, .suspend(length: .s(10))))),
    Self(
      "names what follows after a jump over the phase that another is as long as",
      #"""
      "style": "silent", "phases": [{ "sets": 2, "phases": [{ "for": "43s", "between": { "sets": 1, "phases": [
      { "name": "Walk", "intensity": "low", "duration": { "of": "Run", "times": 2 }, "sides": ["there", "and back"],
      "change": "1s" }, { "name": "Sip", "intensity": "rest", "open": true }] }, "phases": [
      { "name": "Work", "intensity": "prepare", "duration": "2s", "say": "Go to {next}" },
      { "name": "Run", "duration": "2s" }] }] }]
      """#,
      .of((0, .jump(toSet: 2)))),
    Self(
      "is over at the end of frozen time where an extension and a skip in it leave none for a fade",
      #"""
      "style": "silent", "ambient": { "sound": "rain" }, "phases": [{ "name": "Work", "duration": "1m3s" }]
      """#,
      .of(
        policy: .freeze, waking: halfSeconds, ahead: .s(0.624), (16, .suspend(length: .s(12))),
        (21, .extend(by: .s(-50))), (23, .skip))),
    Self(
      "cancels words with a value that would have begun before the user says when the phase ends",
      #"""
      "style": "hiit", "cues": [{ "on": "phase", "at": "end", "sound": "whistle", "say": "Pulse {heartRate}",
      "voice": { "rate": 434 }, "align": "end", "class": "completion" }], "phases": [
      { "name": "Work", "intensity": "rest", "open": true, "cap": "12s", "atLeast": "8s" }]
      """#,
      Scenario(
        name: "test", workout: "w.json", seed: 90_365_326,
        signals: [.heartRate: .response(IntensityResponse(rest: 49, max: 177, tau: .s(1), seed: 419))],
        script: [ScriptLine(at: .after(.s(0)), .back), ScriptLine(at: .after(.s(6.65)), .done)])),
    Self(
      "plays a sound that was heard early, for words that gave way, not again at its moment in another phase",
      #"""
      "style": "hiit", "cues": [{ "on": "workout", "at": "every 1s", "sound": "bell", "say": "{phase}, then {next}",
      "align": "end" }], "phases": [{ "name": "Work", "intensity": "warmup", "open": true },
      { "name": "Work", "intensity": "warmup", "duration": "3s" }]
      """#,
      .of((0.1, .pause), (0.1, .done), (10, .resume))),
    Self(
      "leaves out what gives way to other words, where the user ends the phase otherwise on a later visit",
      #"""
      "style": "hiit", "cues": [{ "on": "phase", "at": "every 1s", "say": "{phase}, then {next}", "align": "end",
      "class": "bell", "if": { "counted": true } }], "phases": [{ "sets": 2, "phases": [
      { "name": "Work", "intensity": "high", "duration": ["30s", "10s"] },
      { "name": "★★★", "intensity": "prepare", "open": true, "cap": "12s", "atLeast": "12s" }] },
      { "sets": 1, "cap": "3m59s", "phases": [{ "name": "Work", "intensity": "high", "open": true }] }]
      """#,
      .of((125, .jump(to: .s(4))), (173.8, .done))),
    Self(
      "misses a late number for words before an end that are too late for their value",
      #"""
      "style": "silent", "cues": [{ "on": "set", "at": ["end-3.4s", "end-4.9s"], "sound": "boxing-bell",
      "say": "Pulse {heartRate}", "align": "end" }], "phases": [{ "sets": 1, "phases": [{ "name": "Work",
      "intensity": "warmup", "tempo": "3-1-2-0", "reps": 11 }] }]
      """#,
      Scenario(
        name: "test", workout: "w.json", seed: 111_175_722,
        signals: [.heartRate: .response(IntensityResponse(rest: 76, max: 190, tau: .s(1), seed: 34))],
        script: [
          ScriptLine(at: .after(.s(43.7)), .pause), ScriptLine(at: .after(.s(93.1)), .resume),
          ScriptLine(at: .after(.s(0)), .coalesce(to: .s(0.9), until: .s(720))),
        ])),
    Self(
      "names the set of words that waited from before a restart",
      #"""
      "style": "hiit", "cues": [{ "on": "workout", "at": ["half", "end-6.4s", "half"], "say": "{phase} now" }],
      "phases": [{ "sets": 4, "phases": [{ "name": "Work", "intensity": "high", "duration": "45s" }] }]
      """#,
      .of((0, .extend(by: .s(6))), (96, .kill(length: .s(4))))),
    Self(
      "cancels words that waited until the user says when the phase ends, for what announces that",
      #"""
      "style": "hiit", "cues": [{ "on": "phase", "at": "every 1s", "say": "{elapsed} gone", "class": "start" }],
      "phases": [{ "name": "Work", "intensity": "high", "open": true, "atLeast": "1m" },
      { "name": "Work", "intensity": "cooldown", "duration": "3s" }]
      """#,
      .of((21.6, .skip), (21.7, .undo), (58.5, .done))),
    Self(
      "misses in a sleep what should have ended with a phase that a measurement ends as it begins",
      #"""
      "style": "silent", "ambient": { "sound": "drone", "fade": "500ms" }, "phases": [{ "name": "Work",
      "intensity": "high", "until": { "power": "< 150", "hold": "1s" }, "cap": "31s", "atLeast": "30s", "cues": [
      { "on": "phase", "at": "end", "sound": "bell", "align": "end" }] }]
      """#,
      .of((28, .measure(.power, 100)), (29, .measure(.power, 100)), (29.9, .suspend(length: .s(0.8))))),
    Self(
      "says words at the instant at which a measurement ends the phase in which others were to come first",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "41%-1.975s", "say": "Breathe in, breathe out" },
      { "on": "workout", "at": "every 1s", "say": "{target}" }], "phases": [{ "name": "Work", "intensity": "high",
      "duration": "15s", "target": "as you like" }, { "sets": 7, "phases": [{ "name": "Work", "intensity": "high",
      "until": { "heartRate": "< 120", "hold": "1s" }, "cap": "3s", "target": "5:30/km pace" }] }]
      """#,
      Scenario(
        name: "test", workout: "w.json", seed: 114_233_266,
        signals: [.heartRate: .points([SignalPoint(at: .s(0.843), 81), SignalPoint(at: .s(39.324), 133)])])),
    Self(
      "leaves out late words for the name of a phase that the plan has elsewhere without the user's extension",
      #"""
      "style": "hiit", "cues": [{ "on": "workout", "at": "every 1s", "say": "{next} next" }], "phases": [
      { "name": "Work", "intensity": "high", "duration": "8.3s" }, { "for": "1m25s", "every": ["1m6s", "1m18s"],
      "phases": [{ "sets": 2, "phases": [{ "sets": 2, "between": { "name": "Walk", "intensity": "rest", "open": true,
      "skip": 2 }, "phases": [{ "name": "Work", "intensity": "warmup", "duration": "13s" }] }] }] }]
      """#,
      .of(waking: halfSeconds, (41, .extend(by: .s(3))), (49.588, .done))),
  ]
}
