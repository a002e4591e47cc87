import DriftSimulation
import WorkoutEngine
import WorkoutModel

extension `A right session`.Case {
  private static let whistles = #"""
    "style": "silent", "cues": [{ "on": "phase", "at": "every 1s", "sound": "whistle", "strikes": 2,
    "say": "{heartRate}", "align": "end" }], "phases": [{ "name": "Work", "duration": "2s" },
    { "name": "Work", "duration": "6s" }]
    """#
  private static let pulses = #"""
    "style": "silent", "cues": [{ "on": "workout", "at": "every 3s", "say": "Pulse {heartRate}", "align": "end" }],
    "phases": [{ "name": "Work", "duration": "20s" }]
    """#
  private static let bells = #"""
    "style": "silent", "phases": [{ "name": "Work", "duration": "20s", "cues": [{ "on": "phase", "at": "every 1s",
    "sound": "bell", "strikes": 3, "say": "{heartRate}", "align": "end" }] }]
    """#
  private static func slept(_ cue: String) -> String {
    #""style": "silent", "cues": [{ "on": "phase", \#(cue) }], "phases": [{ "name": "Work", "duration": "30s" }]"#
  }

  /// Those in which the session forgot a note, or said an old value, or the judge expected the words of its plan.
  static let unforeseen: [Self] = [
    Self(
      "begins a sound before the place to which an undo leads, as its words have no value yet",
      whistles,
      Scenario(
        name: "test", workout: "w.json", signals: [.heartRate: .points([SignalPoint(at: .s(0), 185)])],
        script: [ScriptLine(at: .after(.s(0)), .skip), ScriptLine(at: .after(.s(0.7)), .undo)])),
    Self(
      "has left out a sound before a jump to a set, as its words have no value after a kill",
      #"""
      "style": "silent", "phases": [{ "sets": 3, "cues": [{ "on": "phase", "at": "30%-1.625s", "sound": "gong",
      "say": "{heartRate}", "align": "end" }], "between": { "name": "Walk", "intensity": "rest", "duration": "4s" },
      "phases": [{ "sets": 3, "phases": [{ "name": "Work", "duration": "9s" }] }] }]
      """#,
      Scenario(
        name: "test", workout: "w.json",
        signals: [.heartRate: .response(IntensityResponse(rest: 57, max: 144, tau: .s(1), seed: 339))],
        script: [
          ScriptLine(at: .after(.s(0)), .skip), ScriptLine(at: .after(.s(71.5)), .kill(length: .s(0.001))),
        ])),
    Self(
      "is aborted where a sound without its value would begin before the value is lost",
      #"""
      "style": "silent", "phases": [{ "name": "Work", "intensity": "prepare", "duration": "12s", "cues": [
      { "on": "phase", "at": "end", "sound": "beep", "say": "{heartRate}", "align": "end" }] },
      { "name": "Work", "until": { "heartRate": "< 120", "hold": "12s" }, "cap": "2s" }]
      """#,
      Scenario(
        name: "test", workout: "w.json",
        signals: [.heartRate: .response(IntensityResponse(rest: 84, max: 153, tau: .s(1), seed: 318))],
        script: [ScriptLine(at: .after(.s(11.032)), .abort)])),
    Self(
      "notes words whose value becomes known too late, after a kill",
      pulses, .of((9, .measure(.heartRate, 174)), (13, .kill(length: .s(0.001))), (14.5, .measure(.heartRate, 173)))),
    Self(
      "notes words whose value becomes known too late, after a pause",
      pulses, .of((9, .measure(.heartRate, 174)), (13, .pause), (30, .resume), (31.5, .measure(.heartRate, 173)))),
    Self(
      "notes words that other words keep from being said, and that a longer value would have had begin before",
      #"""
      "style": "silent", "phases": [{ "name": "Work", "intensity": "cooldown", "duration": "2s" }, { "sets": 5,
      "cues": [{ "on": "phase", "at": "every 1s", "say": "{heartRate}", "align": "end", "class": "transition" },
      { "on": "set", "at": "every 1s", "sound": "beep", "say": "Random 7019432", "voice": { "rate": 126 },
      "align": "end", "class": "countdown" }], "between": { "name": "Walk", "intensity": "rest",
      "duration": { "from": "4s", "by": "2s" } }, "phases": [{ "name": "Work", "duration": "2.679s" },
      { "name": "Work", "duration": ["0s", "920.315202ms", "4.013s", "12s", "20s"] }] }]
      """#,
      Scenario(
        name: "test", workout: "w.json",
        signals: [.heartRate: .response(IntensityResponse(rest: 65, max: 173, tau: .s(68), seed: 922))],
        script: [ScriptLine(at: .after(.s(95.369)), .skip)])),
    Self(
      "notes words without a value at their moment, in the phase after that in which they would have begun",
      #"""
      "style": "silent", "cues": [{ "on": "workout", "at": "every 3s", "say": "Pulse {heartRate}", "align": "end" }],
      "phases": [{ "name": "Work", "duration": "8.5s" }, { "name": "Rest", "duration": "8.5s" }]
      """#,
      .of((0, .measure(.heartRate, 100)), (5, .pause), (20, .resume))),
    Self(
      "doesn't note words without a value at a moment that the user skips",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "every 3s", "say": "Pulse {heartRate}", "align": "end" }],
      "phases": [{ "name": "Work", "duration": "9.5s" }, { "name": "Rest", "duration": "8.5s" }]
      """#,
      .of((0, .measure(.heartRate, 100)), (5, .pause), (20, .resume), (23.5, .skip))),
    Self(
      "leaves out sounds that are too long to begin when the value in their words is lost", bells,
      .of((0, .measure(.heartRate, 171)))),
    Self(
      "leaves out sounds that are too long to begin when the value in their words is lost before a late host is woken",
      bells, .of(waking: halfSeconds, (0, .measure(.heartRate, 171)))),
    Self(
      "doesn't say a former value in words that were due before a sleep",
      slept(#""at": "start+15.8s", "say": "Pulse {heartRate}""#),
      .of(
        policy: .freeze, waking: halfSeconds, (14, .measure(.heartRate, 111)), (15, .measure(.heartRate, 115)),
        (15.9, .suspend(length: .s(0.2))))),
    Self(
      "doesn't say a former value after the sound that was due before a sleep",
      slept(#""at": "start+15.8s", "sound": "gong", "say": "Pulse {heartRate}""#),
      .of(
        policy: .freeze, waking: halfSeconds, (14, .measure(.heartRate, 111)), (15, .measure(.heartRate, 115)),
        (15.9, .suspend(length: .s(0.2))))),
    Self(
      "doesn't announce an end with a former value in words that were due before a sleep",
      slept(#""at": "start+16.7s", "say": "Pulse {heartRate}", "align": "end", "class": "warning""#),
      .of(
        policy: .freeze, waking: halfSeconds, (14, .measure(.heartRate, 111)), (15, .measure(.heartRate, 115)),
        (15.9, .suspend(length: .s(0.2))))),
    Self(
      "hands over words that follow the end with the value of the end, whatever becomes of it",
      #"""
      "style": "silent", "cues": [{ "on": "workout", "at": ["end", "end"], "say": "Heart rate {heartRate}" }],
      "phases": [{ "name": "Work", "duration": "10s" }]
      """#,
      .of((9, .measure(.heartRate, 111)), (10, .kill(length: .s(0.001))))),
    Self(
      "doesn't say after an hour's sleep the value of before",
      slept(#""at": "start+15.88s", "say": "Pulse {heartRate}""#),
      .of(policy: .freeze, waking: halfSeconds, (14, .measure(.heartRate, 111)), (15.9, .suspend(length: .s(3600))))),
    Self(
      "gives up the first number for a name with a value that the plan says only after that number",
      #"""
      "style": "silent", "phases": [{ "name": "Work", "tempo": "3-1-2-0", "reps": 3, "cues": [{ "on": "phase",
      "at": "start", "say": "{phase} at {heartRate}" }] }]
      """#,
      Scenario(
        name: "test", workout: "w.json", signals: [.heartRate: .points([SignalPoint(at: .s(0), 119)])],
        script: [ScriptLine(at: .after(.s(0.001)), .back)])),
    Self(
      "gives up a sound before an end set in advance, because its words take longer than the plan knows",
      #"""
      "style": "silent", "phases": [{ "name": "Work", "open": true, "atLeast": "58s", "cues": [{ "on": "phase",
      "at": "end-2s", "sound": "whistle", "say": "Pulse {heartRate}", "align": "end" }] }]
      """#,
      Scenario(
        name: "test", workout: "w.json",
        signals: [.heartRate: .response(IntensityResponse(rest: 72, max: 180, tau: .s(1), seed: 524))],
        script: [ScriptLine(at: .after(.s(0)), .kill(length: .s(0.001))), ScriptLine(at: .after(.s(55)), .done)])),
    Self(
      "replaces a sound by that of a later moment, which had to begin before because its words lost their value",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "every 1s", "sound": "whistle", "strikes": 3,
      "say": "Heart rate {heartRate}, keep it so", "align": "end" }], "phases": [{ "sets": 1, "every": "1m16s",
      "phases": [{ "name": "Work", "duration": "4.3s" }] }]
      """#,
      Scenario(
        name: "test", workout: "w.json", host: WakePolicy(waking: .every(.s(0.5))),
        signals: [
          .heartRate: .points([
            SignalPoint(at: .s(0), 74), SignalPoint(at: .s(23.438), 93), SignalPoint(at: .s(47.354), 144),
          ])
        ],
        script: [ScriptLine(at: .after(.s(0)), .audioSkew(partsPerMillion: -1, until: nil))])),
    Self(
      "doesn't say a value that a sleep has made older than a second, though it was about to",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "every 1s", "sound": "woodblock", "say": "{heartRate}",
      "align": "end" }], "phases": [{ "name": "Work", "duration": "30s" }]
      """#,
      .of(
        policy: .freeze, (22.1, .measure(.heartRate, 81)), (23.2, .measure(.heartRate, 80)),
        (23.3, .suspend(length: .s(0.4))))),
    Self(
      "leaves a bed that the phase before has left no time to fade where a measurement ends the last phase early",
      #"""
      "style": "silent", "ambient": { "sound": "rain", "fade": "30s" }, "phases": [{ "name": "Work", "duration": "2s" },
      { "name": "Breathe", "intensity": "rest", "ambient": null, "until": { "heartRate": "< 120", "hold": "1s" },
      "cap": "21s" }]
      """#,
      .of((0, .measure(.heartRate, 110)))),
  ]
}
