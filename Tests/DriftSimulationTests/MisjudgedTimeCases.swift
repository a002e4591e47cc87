import DriftSimulation
import WorkoutEngine
import WorkoutModel

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
    Self(
      "continues in a phase of which the user says only on a later visit that it is done, and that in advance",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "every 1s",
      "say": "Slow and controlled single-leg Romanian deadlift with a pause at the bottom of each repetition" }],
      "phases": [{ "name": "Work", "open": true, "atLeast": "11s" }]
      """#,
      .of((28, .back), (30, .done))),
    Self(
      "continues in a phase that the user ends sooner on a later visit",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "every 1s", "say": "{elapsed} gone" }],
      "phases": [{ "sets": 2, "phases": [{ "name": "Work", "open": true, "atLeast": "9s" }] }]
      """#,
      .of((26, .back), (31, .done), (60, .done))),
    Self(
      "begins its last word at the end of a phase that has no end on a later visit",
      #"""
      "phases": [{ "sets": 3, "cap": "2m15s", "phases": [{ "name": "Work", "open": true, "atLeast": "9s", "cues": [
      { "on": "phase", "at": "start", "count": 10, "class": "start" }] }] }]
      """#,
      .of(waking: .every(.s(0.04)), (2, .done), (30, .jump(toSet: 1)))),
    Self(
      "says its last words up to the end that the user has set in advance, where another action comes",
      #"""
      "style": "silent", "phases": [{ "sets": 2, "cues": [{ "on": "set", "at": "end", "say": "{remaining} left",
      "align": "end" }], "phases": [{ "name": "Work", "open": true, "atLeast": "54s" }] }]
      """#,
      .of(waking: .every(.s(0.04)), (3, .done), (54, .background), (60, .done))),
    Self(
      "has promised the cues of an open phase only for a while where the user leaves it for a set",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "every 1s", "sound": "tick" }], "phases": [
      { "name": "Work", "open": true, "atLeast": "1m10s" }, { "sets": 2, "phases": [{ "name": "Work",
      "duration": "2s" }] }]
      """#,
      .of((0, .jump(toSet: 1)))),
    Self(
      "speaks of the end that the user has set in a pause at the start of a phase",
      #"""
      "style": "hiit", "phases": [{ "sets": 6, "cap": "1m2s", "phases": [{ "name": "Work", "open": true,
      "atLeast": "41s", "say": "{remaining} left" }] }]
      """#,
      .of((0, .interrupt), (0.001, .done), (0.001, .skip), (0.001, .done), (0.001, .interruptEnd(shouldResume: true)))),
    Self(
      "says what is next before it knows the end of an open phase, where a pause has left room for that",
      #"""
      "style": "silent", "phases": [{ "for": "3m", "every": "1m36s", "cues": [{ "on": "set", "at": "every 3s",
      "say": "{phase}, then {next}", "align": "end" }], "phases": [{ "sets": 1, "phases": [
      { "name": ["Slow and controlled single-leg Romanian deadlift with a pause at the bottom of each repetition",
      "★★★"], "intensity": "prepare", "open": true }, { "sets": 3, "between": { "sets": 3, "phases": [
      { "name": "Walk", "intensity": "low", "open": true },
      { "name": "Sip", "intensity": "rest", "open": true, "atLeast": "1m" }] }, "phases": [
      { "name": "Work", "intensity": "high", "duration": { "of": "★★★" } }] }] }] }]
      """#,
      .of((0, .done), (0, .done), (3, .pause), (14, .resume), (42, .done))),
    Self(
      "gives up words that a done in advance leaves no room for, after the phase was begun again",
      #"""
      "style": "silent", "phases": [{ "sets": 2, "cues": [{ "on": "set", "at": "every 1s",
      "say": "{phase}, then {next}", "align": "end" }], "between": { "sets": 3, "phases": [
      { "name": "Walk", "intensity": "low", "duration": "4s", "say": "Next is {next}, {next target}" },
      { "name": "Sip", "intensity": "rest", "open": true, "atLeast": "54s" }] }, "phases": [{ "name": "Work",
      "intensity": "high", "duration": { "random": ["807.767925ms", "17.307767925s"], "surprise": false } },
      { "sets": 1, "cap": "3m12.211s", "phases": [
      { "name": "Slow and controlled single-leg Romanian deadlift with a pause at the bottom of each repetition",
      "intensity": "warmup", "duration": "4s" }, { "name": "Work", "intensity": "high", "open": true }] }] }]
      """#,
      .of(
        (15, .done), (119, .done), (178, .done), (420, .done), (480, .done), (540, .done), (600, .done),
        (637, .restartPhase), (660, .done), (720, .done))),
    Self(
      "gives way to words that were planned until the user ended the phase in advance",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "every 2s", "say": "{remaining} left", "align": "end" }],
      "phases": [{ "name": "Work", "duration": "5.1s" }, { "name": "Sip", "open": true, "atLeast": "49s",
      "cap": "2m20s" }]
      """#,
      .of(waking: halfSeconds, (32, .done))),
    Self(
      "comes in a stall after a sleep that leaves out time to the phases that stand for starts",
      #"""
      "style": "silent", "phases": [{ "sets": 8, "phases": [
      { "name": "Work", "duration": "3s", "say": "{remaining} left" }, { "name": "Work", "duration": "2s" }] }]
      """#,
      .of(policy: .freeze, (25, .stall(length: .s(15))), (0, .suspend(length: .s(27))))),
    Self(
      "misses the sound of a phase that the user has ended in advance, in a stall in which the workout ends",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "end", "sound": "whistle" }], "phases": [
      { "name": "Work", "duration": "5s" }, { "name": "Sip", "open": true, "atLeast": "12s" },
      { "name": "Walk", "duration": "3s" }]
      """#,
      .of((0, .extend(by: .s(1))), (8, .done), (15, .stall(length: .s(10))))),
    Self(
      "misses the sound of a set that the user has ended in advance, in a stall in which the workout ends",
      #"""
      "style": "silent", "phases": [{ "name": "Work", "duration": "5s" }, { "sets": 1, "cues": [{ "on": "set",
      "at": "end", "sound": "whistle" }], "phases": [{ "name": "Sip", "open": true, "atLeast": "12s" }] },
      { "name": "Walk", "duration": "3s" }]
      """#,
      .of((0, .extend(by: .s(1))), (8, .done), (15, .stall(length: .s(10))))),
    Self(
      "misses the sound of a phase that a measurement has ended, in a stall in which the workout ends",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "end", "sound": "whistle" }], "phases": [
      { "name": "Work", "until": { "cadence": "> 80" }, "atLeast": "12s", "cap": "30s" },
      { "name": "Walk", "duration": "3s" }]
      """#,
      .of((0, .extend(by: .s(1))), (8, .measure(.cadence, 90)), (10, .stall(length: .s(10))))),
    Self(
      "says a late name of an open phase, which the user ends at once on the next visit",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "start", "say": "Slow" }], "phases": [{ "name": "Work",
      "open": true, "say": "Work" }]
      """#,
      .of(waking: halfSeconds, (1.6, .pause), (1.9, .restartPhase), (2, .done))),
    Self(
      "says late words at the start of a set of an open phase, which the user ends at once on the next visit",
      #"""
      "style": "silent", "cues": [{ "on": "set", "at": "start", "say": "Slow" }, { "on": "set", "at": "start",
      "say": "Steady", "class": "start" }], "phases": [{ "sets": 2, "phases": [{ "name": "Work", "open": true }] }]
      """#,
      .of(waking: halfSeconds, (1.6, .pause), (1.9, .restartPhase), (2, .done))),
    Self(
      "says what comes next by the end that it knows when a stall has delayed the words into an open phase",
      #"""
      "style": "silent", "phases": [{ "sets": 1, "cues": [{ "on": "set", "at": "start+19.7s", "say": "{next} next" }],
      "phases": [{ "for": "60s", "every": "20s", "phases": [{ "name": ["Work", "Stars"], "open": true },
      { "name": "Rest", "duration": "5s" }] }] }]
      """#,
      .of((19.6, .stall(length: .s(0.6))), (30, .done))),
    Self(
      "says late, at the end of a set, the name of the short phase that ends with it",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "random 1", "say": "{phase}" },
      { "on": "set", "at": "end-300ms", "say": "{phase}" }], "phases": [{ "sets": 2,
      "phases": [{ "name": "Work", "duration": "9.9s" }, { "name": "Sip", "duration": "0.1s" }] }]
      """#,
      .of(waking: halfSeconds)),
    Self(
      "says how long a phase lasts that is half as long as one that a jump has made shorter",
      #"""
      "style": "silent", "phases": [{ "for": "26s", "between": { "sets": 2, "phases": [
      { "name": "Walk", "duration": { "random": ["6.5s", "6.6s"] } }, { "name": "Sip", "open": true, "atLeast": "15s" }
      ] }, "phases": [{ "name": "Work", "duration": { "from": "0s", "by": "3.913s" } }] },
      { "name": "Work", "duration": { "of": "Sip", "times": 0.5 }, "say": "{remaining} left" }]
      """#,
      .of((5, .jump(toSet: 2)))),
    Self(
      "tells when a phase begins that the user has made way for in a pause, between two nanoseconds",
      #"""
      "style": "silent", "phases": [{ "sets": 3, "between": { "sets": 1, "phases": [{ "name": "Walk", "open": true },
      { "name": "Sip", "open": true, "atLeast": "59s" }] }, "phases": [{ "name": "Work", "duration": "3s" }] }]
      """#,
      Scenario(
        name: "test", workout: "w.json",
        script: [
          ScriptLine(at: .after(.s(4)), .pause),
          ScriptLine(at: .after(Duration(secondsComponent: 90, attosecondsComponent: 799_800_000)), .done),
        ])),
    Self(
      "has a phase stand for the start of a set whose words waited until after a pause",
      #"""
      "style": "hiit", "phases": [{ "sets": 2, "phases": [{ "name": "Walk", "duration": "1s", "sides": ["there",
      "and back"], "change": "1s" }, { "name": "Sip", "intensity": "rest", "open": true }] }]
      """#,
      .of(waking: .every(.s(0.1)), (17.4, .done), (18.8, .pause), (19.334, .resume), (25, .done))),
    Self(
      "completes where a pause ends within time that a suspend has left out, before the user's last phase is over",
      #"""
      "style": "hiit", "phases": [{ "name": "Sit", "intensity": "sit", "open": true }]
      """#,
      .of(
        policy: .freeze, waking: halfSeconds, ahead: .s(0.835), (0, .suspend(length: .s(60))), (0, .done),
        (0, .interrupt), (0, .resume))),
    Self(
      "doesn't know after a jump how long a phase took that another is half as long as",
      #"""
      "style": "hiit", "phases": [{ "sets": 3, "every": "41s", "between": { "name": "Walk", "intensity": "low",
      "duration": "12.5s", "skip": 2 }, "phases": [{ "name": "Work", "intensity": "sit", "open": true }] },
      { "name": "Sprint", "intensity": "high", "duration": { "of": "Walk", "times": 0.5 } }]
      """#,
      .of((0, .done), (100, .jump(to: .s(50))))),
    Self(
      "promises no cue for more than an hour, so a stop cancels none of those",
      #"""
      "style": "hiit", "phases": [{ "name": "Work", "duration": "3h" },
      { "name": "Rest", "intensity": "rest", "duration": "10s" }]
      """#,
      .of((3600, .stop))),
  ]
}
