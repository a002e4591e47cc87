import DriftSimulation
import WorkoutEngine
import WorkoutModel

extension `A right session`.Case {
  static let halfSeconds = WakePolicy.Waking.every(.s(0.5))
  private static let breathe = #""cues": [{ "on": "phase", "at": "every 1s", "say": "Breathe in, breathe out" }]"#

  /// Those that the judge found wrong.
  static let judged: [Self] = [
    Self("may last no time", #""phases": [{ "name": "Work", "duration": 0 }]"#, .of((0, .pause), (1, .skip))),
    Self(
      "goes back at the very instant at which a measurement has ended a phase",
      #"""
      "phases": [
        { "name": "Recover", "until": { "heartRate": "< 120" }, "cap": "1m" }, { "name": "Work", "duration": "30s" } ]
      """#,
      Scenario(
        name: "test", workout: "w.json",
        signals: [.heartRate: .points([SignalPoint(at: .s(3), 110), SignalPoint(at: .s(60), 110)])],
        script: [ScriptLine(at: .after(.s(8)), .back)])),
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
      "leaves out words where the user might have let a phase continue",
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
    Self(
      "says words in a later set after they were said in the next one",
      #"""
      "style": "silent", "phases": [{ "sets": 5, "cues": [{ "on": "set", "at": "start+5.5s", "say": "Set {set}",
      "align": "end" }], "phases": [{ "sets": 1, "cap": "30s", "phases": [{ "name": "Work", "open": true },
      { "name": "Work", "duration": "7s" }] }] }]
      """#,
      .of((32, .skip), (32, .undo), (56, .redo))),
    Self(
      "begins words that have waited at the very instant at which the user ends the workout",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "start+700ms", "say": "{workout}" }], "phases": [
      { "name": "Work", "open": true, "cap": "5s", "say": "{target}", "target": "ramp 50-75% 90rpm" }]
      """#,
      .of(waking: halfSeconds, (3.2, .skip))),
    Self(
      "reaches the end of a phase that the user ends sooner on a later visit",
      #""style": "hiit", "phases": [{ "name": "Work", "open": true, "cap": "14s" }, { "name": "Rest", "open": true }]"#,
      .of((0, .stall(length: .s(26))), (0, .jump(to: .s(0.001))), (0, .done), (60, .done))),
    Self(
      "speaks after a phase that the user ends sooner on a later visit",
      #"""
      "phases": [{ "sets": 1, "sides": ["north", "east", "south"], "phases": [{ "sets": 2, "every": "1m56s", "phases": [
      { "sets": 3, "phases": [{ "name": "Work", "duration": "11s" }, { "name": "Work", "open": true,
      "target": "5:30/km pace" }] }] }] }]
      """#,
      .of((565, .jump(to: .s(249))), (652.8, .done))),
    Self(
      "turns a bed that fades in a nanosecond before its last fade",
      #"""
      "style": "silent", "ambient": { "sound": "drone", "fade": "5s" }, "phases": [{ "sets": 5, "phases": [
      { "sets": 1, "cap": "9s", "phases": [{ "name": "Sit", "intensity": "sit", "duration": "10s" }] }] }]
      """#,
      .of((44, .back))),
    Self(
      "leaves out the number of a repetition for a name that a longer plan has",
      #"""
      "style": "silent", "phases": [{ "for": "1m4s", "phases": [{ "name": "Work", "open": true }, { "sets": 1,
      "cap": "17s", "phases": [{ "name": "Work", "duration": "20s" }] }, { "name": "Work", "tempo": "0.5-0-0.5-0",
      "reps": [20, 19], "say": "Then {next set}" }] }]
      """#,
      .of((0, .extend(by: .s(3))), (29, .done))),
    Self(
      "loses what was due before it was killed",
      #"""
      "style": "silent", "phases": [{ "name": "Work", "duration": "12s", "cues": [{ "on": "phase", "at": "every 1s",
      "say": "{phase}, then {next}" }] }, { "name": "Work", "open": true }]
      """#,
      .of(
        waking: halfSeconds, (0, .early(by: .s(0.025), until: .s(55))), (13.2, .back),
        (14.681, .kill(length: .s(34.157))), (51.3, .kill(length: .s(0.001))), (60, .done))),
    Self(
      "has less left after a jump to a set than the caps around it allow",
      #"""
      "style": "silent", "phases": [{ "sets": 3, "cap": "2m42s", "phases": [{ "name": "Work",
      "duration": ["8s", "1m10s", "15s"] }, { "sets": 1, "skip": "last", "phases": [{ "name": "Rest", "open": true }] }]
      }]
      """#,
      .of((0, .jump(toSet: 3)))),
    Self(
      "gives way to words that a stall has made late",
      #"""
      "style": "hiit", "phases": [{ "sets": 5, "cues": [{ "on": "phase", "at": "end-3.1s", "sound": "gong" }],
      "phases": [{ "name": "Work", "duration": "2s" }, { "name": "Work", "duration": "6s" }] }]
      """#,
      .of((27.275, .stall(length: .s(0.187))))),
    Self(
      "says again at once what it says where an undo leads back to, though words before it were cut",
      #"""
      "style": "hiit", "ambient": { "sound": "rain", "fade": "30s" }, "phases": [{ "name": "Work",
      "tempo": "0.5-0-0.5-0", "reps": 1 }, { "sets": 1, "cap": "2m45s", "cues": [
      { "on": "phase", "at": "start", "say": "{phase}", "class": "info" }], "phases": [{ "name": "Work",
      "open": true }] }]
      """#,
      .of((0, .skip), (0, .skip), (0, .undo))),
    Self(
      "begins words of a later phase at the instant at which the user ends this one",
      #"""
      "style": "silent", "phases": [{ "sets": 5, "cues": [{ "on": "set", "at": "end-200ms", "align": "end",
      "say": "Slow and controlled single-leg Romanian deadlift with a pause at the bottom of each repetition" }],
      "phases": [{ "name": "Work", "intensity": "prepare", "open": true, "cap": "2s" }, { "name": "Work",
      "duration": ["10s", "14.684s", "6.958s", "23ms", "6.194s"] }] }]
      """#,
      .of((40.409, .skip))),
    Self(
      "leaves a phase for which words had to wait",
      #""style": "hiit", "phases": [{ "for": "1m51s", "phases": [{ "name": "Work", "duration": "1m30s" }] }]"#,
      .of(waking: halfSeconds, (0, .jump(to: .s(44.7))), (0.309, .back))),
    Self(
      "stays at the end to which an undo leads back",
      #"""
      "style": "boxing", "ambient": { "sound": "rain", "fade": "30s" }, "phases": [{ "name": "Work", "duration": "1s" }]
      """#,
      .of((0, .skip), (0, .toggle), (0, .skip), (0, .undo))),
    Self(
      "leaves out words for others of a phase that the user ends in a pause",
      #"""
      "style": "silent", "cues": [{ "on": "workout", "at": "every 1s", "say": "Breathe in, breathe out",
      "align": "end" }], "phases": [{ "name": "Sit", "intensity": "sit", "open": true }]
      """#,
      .of(waking: halfSeconds, (0.6, .interrupt), (3, .done))),
    Self(
      "says a name later in a phase that the user ends at once on a later visit",
      #"""
      "style": "silent", "phases": [{ "sets": 2, "phases": [{ "name": "Work", "intensity": "prepare", "open": true,
      "cap": "1m29s", "say": "{side}, hold", "cues": [{ "on": "phase", "at": "end-1.4s", "say": "{elapsed} gone" }],
      "sides": ["north", "east", "south"] }] }]
      """#,
      .of((480, .interrupt), (600, .jump(toSet: 2)), (1020, .done))),
    Self(
      "leaves out words at the very instant at which the user ends a set within their own",
      #"""
      "style": "silent", "cues": [{ "on": "set", "at": "every 1s", "say": "Breathe in, breathe out" }], "phases": [
      { "name": "Work", "duration": "5s" }, { "sets": 1, "phases": [{ "name": "Work", "duration": "55s" },
      { "sets": 1, "phases": [{ "for": "1m20s", "phases": [{ "sets": 2, "phases": [{ "name": "Work", "open": true }] }]
      }] }] }]
      """#,
      .of(waking: halfSeconds, ahead: .s(0.958), (14.9, .skip), (84.7, .done))),
    Self(
      "jumps out of a set that the user ends, to the very moment of words that it would have said in it",
      #"""
      "style": "silent", "cues": [{ "on": "workout", "at": "start+25s", "count": 10 }], "phases": [{ "sets": 5,
      "between": { "name": "Walk", "duration": "7s" }, "phases": [{ "name": "Work", "open": true }] }]
      """#,
      .of((90, .jump(toSet: 1)), (100, .jump(toSet: 5)), (103, .done))),
    Self(
      "says once at a border what belongs to the set, where the phase before loses its last millisecond there",
      #"""
      "style": "silent", "cues": [{ "on": "set", "at": "every 5s", "say": "{next} next", "class": "info" }],
      "phases": [{ "sets": 2, "phases": [{ "name": "Work", "duration": "20s" }, { "name": "Rest",
      "duration": "15s" }] }]
      """#,
      .of(waking: halfSeconds, (5, .extend(by: .s(0.001))), (20, .extend(by: .s(-0.001))))),
    Self(
      "says again in the last set words that a pause has cut, where others still end at their moment",
      #"""
      "style": "silent", "cues": [{ "on": "workout", "at": "every 59.841s", "say": "{phase}", "align": "end" }],
      "phases": [{ "name": "Squats to the side", "open": true }, { "name": "Rest", "duration": "15s" }]
      """#,
      .of((58.7, .pause), (60, .done), (74, .resume))),
    Self(
      "says again in the last set words that a kill has cut, where others still end at their moment",
      #"""
      "style": "silent", "cues": [{ "on": "workout", "at": "every 59.841s", "say": "{phase}", "align": "end" }],
      "phases": [{ "name": "Squats to the side", "open": true }, { "name": "Rest", "duration": "15s" }]
      """#,
      .of((58.7, .kill(length: .s(0.001))), (58.9, .pause), (60, .done), (74, .resume))),
    Self(
      "gets its sound back while a new process ends what was stopped in silence",
      #""style": "silent", "phases": [{ "name": "Work", "duration": "20s" }]"#,
      .of((0, .deviceLost), (10, .stop), (10.1, .kill(length: .s(0.001))), (10.9, .deviceBack))),
  ]
}
