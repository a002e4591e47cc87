import DriftSimulation
import WorkoutEngine
import WorkoutModel

extension `A right session`.Case {
  private static let pulse = #"""
    "style": "silent", "cues": [{ "on": "phase", "at": ["39%", "end-3.7s"], "say": "{heartRate}" }], "phases": [
    { "name": "Work", "duration": "7s" }]
    """#
  private static let until = #"""
    "style": "silent", "phases": [{ "name": "Work", "until": { "power": "< 200" }, "cap": "23s", "atLeast": "23s" },
    { "name": "Rest", "duration": "3s" }]
    """#
  private static let late = #"""
    "style": "silent", "cues": [
    { "on": "phase", "at": "start+20s", "say": "Breathe in, breathe out, breathe in", "align": "end" },
    { "on": "phase", "at": "start+22.5s", "say": "Heart rate now {heartRate}, keep it so", "align": "end" }],
    "phases": [{ "name": "Work", "duration": "45s" }]
    """#
  private static let coached = #"""
    "style": "silent", "phases": [{ "name": "Climb", "duration": "2m", "target": "145-155bpm", "coach": true }]
    """#

  private static let blocked = #"""
    "style": "silent", "cues": [{ "on": "phase", "at": "end-10s", "say": "Heart rate {heartRate}, keep it so" },
    { "on": "phase", "at": "start+31s", "say": "Breathe in", "align": "end" }],
    "phases": [{ "name": "Hold", "open": true, "atLeast": "40s" }]
    """#
  private static let openRest = #"""
    "style": "silent", "phases": [{ "sets": 2, "phases": [{ "name": "Work", "duration": "2s", "cues": [{ "on":
    "phase", "at": "every 1s", "say": "{heartRate}", "align": "end" }] }, { "name": "Rest", "open": true }] }]
    """#

  /// Those with measurements in which the session or the judge was wrong.
  static let measured: [Self] = [
    Self(
      "cancels nothing that other words block once the user is done in advance, because they may lose their value",
      blocked, .of((1, .measure(.heartRate, 120)), (5, .done))),
    Self(
      "keeps a former value only in the words that are spoken within a second",
      pulse, .of((0, .measure(.heartRate, 80)), (1, .measure(.heartRate, 82)), (2, .measure(.heartRate, 78)))),
    Self(
      "doesn't keep a former value in words that a sleep delays",
      pulse,
      .of(
        policy: .freeze, (0, .measure(.heartRate, 80)), (1, .measure(.heartRate, 82)), (2, .measure(.heartRate, 78)),
        (4.1, .suspend(length: .s(1.9))))),
    Self(
      "doesn't keep a former value in words that a move delays",
      pulse,
      .of(
        (0, .measure(.heartRate, 80)), (1, .measure(.heartRate, 82)), (2, .measure(.heartRate, 78)),
        (2.6, .seek(by: .s(-0.5))))),
    Self(
      "leaves out words that wait for others when their value becomes unknown",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "every 1s", "say": "Heart rate {heartRate}, keep it so" }],
      "phases": [{ "name": "Work", "duration": "20s" }]
      """#,
      .of((0, .measure(.heartRate, 118)))),
    Self(
      "lets a bed fade where it is paused at the very instant at which a measurement ends the workout",
      #"""
      "style": "silent", "ambient": { "sound": "drone", "fade": "5s" },
      "phases": [{ "name": "Work", "until": { "power": "< 100", "hold": "1s" }, "cap": "17s" }]
      """#,
      .of(waking: .every(.s(0.7)), (15, .measure(.power, 1)), (16, .toggle))),
    Self(
      "keeps no old value in words for which others leave room only later",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "every 1s", "say": "Heart rate {heartRate}, keep it so",
      "voice": { "rate": 166 } }], "phases": [{ "name": "Work", "duration": "20s" }]
      """#,
      .of((0.5, .measure(.heartRate, 118)))),
    Self(
      "plans nothing around words that a late host would have cut at the end by a measurement",
      #"""
      "style": "silent", "phases": [{ "sets": 2, "cues": [{ "on": "phase", "at": "every 1s",
      "say": "Breathe in, breathe out" }], "phases": [{ "name": "Work", "until": { "heartRate": "< 120",
      "hold": "5.2s" }, "cap": "11s" }] }]
      """#,
      .of((0, .measure(.heartRate, 100)), (6, .measure(.heartRate, 130)))),
    Self(
      "plays a cue once whose words have no value any more after a pause, and which would begin later without them",
      #"""
      "style": "silent", "phases": [{ "sets": 2, "cues": [{ "on": "set", "at": "end", "sound": "gong",
      "say": "{phase} at {heartRate}", "voice": { "rate": 326 }, "align": "end" }], "phases": [{ "name": "Work",
      "duration": "2s" }] }]
      """#,
      .of((0, .measure(.heartRate, 187)), (2.7, .pause), (13, .resume))),
    Self(
      "may know measurements from before a kill in the fade of a stop",
      #"""
      "style": "silent", "ambient": { "sound": "ocean", "fade": "30s" }, "phases": [{ "name": "Ride",
      "duration": "45s" }]
      """#,
      .of((20, .stop), (22, .measure(.cadence, 20)), (24, .kill(length: .s(0.001))), (25, .measure(.cadence, 24)))),
    Self(
      "may know measurements from before a kill in the fade of a stop that is over when it returns",
      #"""
      "style": "silent", "ambient": { "sound": "ocean", "fade": "5s" }, "phases": [{ "name": "Ride",
      "duration": "17s" }]
      """#,
      .of(
        (11, .measure(.heartRate, 100)), (12, .measure(.heartRate, 120)), (13, .stop), (15, .kill(length: .s(5))))),
    Self(
      "begins a long sound late where the shorter words with it lose their value",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "start+30s", "sound": "bowl", "strikes": 3,
      "say": "Heart rate {heartRate}, keep it so", "align": "end" }], "phases": [{ "name": "Work",
      "duration": "40s" }]
      """#,
      .of((16.2, .measure(.heartRate, 118)))),
    Self(
      "prefers the announcement of an end after a gap, though its words have a value that no plan knows",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "end-4.5s", "sound": "beep",
      "say": "Heart rate {heartRate}, keep it so", "align": "end" },
      { "on": "phase", "at": "start+12.9s", "sound": "woodblock" }], "phases": [{ "name": "Work", "duration": "20s" }]
      """#,
      .of(waking: halfSeconds, (7, .measure(.heartRate, 55)))),
    Self(
      "leaves out late words where others with a value come next, of which only the sound is heard",
      #"""
      "style": "silent", "phases": [{ "sets": 1, "cues": [
      { "on": "set", "at": "start+6s", "sound": "woodblock", "say": "Pulse {heartRate}", "align": "end" },
      { "on": "phase", "at": "end", "say": "{remaining} left", "align": "end" }], "phases": [
      { "name": "Work", "duration": "4.817s" }, { "name": "Work", "duration": "2.817s" }] }]
      """#,
      .of(waking: halfSeconds, (1, .measure(.heartRate, 63)))),
    Self(
      "says no number before the end of a name with a value",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "start", "say": "{phase} at {heartRate}" }], "phases": [
      { "name": "Rest", "duration": "3s" }, { "name": "Work", "tempo": "0.5-0-0.5-0", "reps": 7 }]
      """#,
      .of((1, .measure(.heartRate, 144)))),
    Self(
      "says the first numbers where a name with a sound has begun before its value was known",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "start", "sound": "bowl", "strikes": 2,
      "say": "{phase} at {heartRate}" }], "phases": [{ "name": "Work", "tempo": "0.5-0-0.5-0", "reps": 14 }]
      """#,
      .of((0, .measure(.heartRate, 76)))),
    Self(
      "says no number before the end of a name with a value that other words have displaced",
      #"""
      "style": "silent", "cues": [{ "on": "workout", "at": "start+3s", "say": "Breathe in", "class": "completion" },
      { "on": "phase", "at": "start", "say": "{phase} at {heartRate}", "class": "info", "if": { "longerThan": "4s" } }],
      "phases": [{ "name": "Rest", "duration": "3s" }, { "name": "Work", "tempo": "0.5-0-0.5-0", "reps": 7 }]
      """#,
      .of((1, .measure(.heartRate, 144)))),
    Self(
      "plans nothing around words that a late host would have cut, even when it knows of another value",
      #"""
      "style": "silent", "phases": [{ "sets": 2, "cues": [{ "on": "phase", "at": "start+5.2s",
      "say": "Heart rate {heartRate}, keep it so" }, { "on": "phase", "at": "start+1s",
      "say": "Heart rate {heartRate}, keep it so" }], "phases": [{ "name": "Work", "until": { "heartRate": "< 120",
      "hold": "5.2s" }, "cap": "11s" }] }]
      """#,
      .of((0, .measure(.heartRate, 100)), (5.5, .measure(.heartRate, 90)), (8, .measure(.heartRate, 130)))),
    Self(
      "plans a name once that waits for words with a value at the end of the phase before",
      #"""
      "style": "silent", "phases": [{ "name": "Rest", "duration": "10s", "cues": [{ "on": "phase", "at": "end",
      "sound": "woodblock", "say": "Pulse {heartRate}", "class": "warning" }] }, { "name": "Work", "duration": "30s",
      "cues": [{ "on": "phase", "at": "start", "say": "{phase}, breathe in, breathe out", "class": "start" },
      { "on": "phase", "at": "start+1s", "sound": "woodblock", "say": "Pulse {heartRate}", "class": "warning" }] }]
      """#,
      .of(waking: halfSeconds, (8.8, .measure(.heartRate, 138)), (9.2, .measure(.heartRate, 140)))),
    Self(
      "keeps a name that has begun when a value becomes known, even if it plans once more just afterwards",
      #"""
      "style": "hiit", "phases": [{ "name": "Work", "intensity": "high", "duration": "2s", "cues": [{ "on": "phase",
      "at": "end-1.8s", "say": "Pulse {heartRate}" }] }]
      """#,
      .of((0, .measure(.heartRate, 98)), (0.001, .background))),
    Self(
      "says the value of now where the user begins a phase again just after its name with a former one",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "start", "say": "{phase} at {heartRate}" }], "phases": [
      { "name": "Rest", "duration": "10s" }, { "name": "Work", "duration": "30s" }]
      """#,
      .of((1, .measure(.heartRate, 100)), (9.5, .measure(.heartRate, 120)), (10.6, .restartPhase))),
    Self(
      "plays sounds whose words would have had to begin before their value was known",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "every 1s", "sound": "bell", "align": "end", "say":
      "Slow and controlled single-leg Romanian deadlift with a pause at the bottom of each repetition {heartRate}" }],
      "phases": [{ "name": "Work", "duration": "22s" }]
      """#,
      .of((6, .done), (11, .measure(.heartRate, 133)))),
    Self(
      "leaves a phase before the moment of a cue that doesn't fit there with a value in its words",
      #"""
      "style": "silent", "phases": [{ "name": "Ride", "until": { "heartRate": "> 180" }, "cap": "10s" }, { "name":
      "Slow and controlled single-leg Romanian deadlift with a pause at the bottom of each repetition",
      "duration": "1m", "cues": [{ "on": "phase", "at": "start+6.6s", "sound": "gong",
      "say": "{phase} at {heartRate}", "align": "end" }] }, { "name": "Rest", "duration": "5s" }]
      """#,
      .of((1, .measure(.heartRate, 100)), (9, .measure(.heartRate, 100)), (15, .skip))),
    Self(
      "says words on beyond a cap where a measurement ends the phase at that instant",
      #""cues": [{ "on": "phase", "at": "end-500ms", "say": "Breathe in, breathe out" }], "# + until,
      .of(
        waking: .every(.s(4.5)), (9, .measure(.power, 150)), (18, .measure(.power, 150)),
        (23, .measure(.power, 150)))),
    Self(
      "ends by a measurement where the user jumps back into the phase at that instant",
      until,
      .of(
        (0, .measure(.power, 150)), (9, .measure(.power, 150)), (18, .measure(.power, 150)),
        (23, .jump(to: .s(0.001))))),
    Self(
      "ends by a measurement where a late host hears of that only with the jump back",
      until,
      .of(
        waking: .every(.s(4)), (0, .measure(.power, 150)), (9, .measure(.power, 150)), (18, .measure(.power, 150)),
        (23, .jump(to: .s(0.001))))),
    Self(
      "is coached where the user begins the phase again at that instant",
      coached,
      .of(
        (0, .measure(.heartRate, 120)), (9, .measure(.heartRate, 120)), (18, .measure(.heartRate, 120)),
        (20, .restartPhase))),
    Self(
      "gives way to words whose value becomes unknown before they begin",
      late, .of(waking: halfSeconds, (9, .measure(.heartRate, 118)))),
    Self(
      "gives way to words whose value becomes unknown before they begin, after a pause, too",
      late, .of(waking: halfSeconds, (1, .pause), (2, .resume), (9, .measure(.heartRate, 118)))),
    Self(
      "gives way to words that become shorter before they begin",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "every 1s", "say": "Push-ups, east at {heartRate}",
      "align": "end" }], "phases": [{ "name": "Work", "duration": "30s" }]
      """#,
      Scenario(
        name: "test", workout: "w.json", host: WakePolicy(waking: halfSeconds),
        signals: [.heartRate: .points([SignalPoint(at: .s(0), 116), SignalPoint(at: .s(30), 85)])])),
    Self(
      "leaves out a call of the coach for words that had to wait and are late",
      #"""
      "style": "silent", "coach": true, "cues": [{ "on": "set", "at": "start+17.7s", "sound": "woodblock",
      "say": "Breathe in", "class": "start" }], "phases": [{ "sets": 1, "phases": [{ "sets": 1, "phases": [
      { "name": "Work", "duration": "50s", "target": "90rpm" }] }] }]
      """#,
      Scenario(
        name: "test", workout: "w.json", host: WakePolicy(waking: halfSeconds),
        signals: [.cadence: .points([SignalPoint(at: .s(0), 70), SignalPoint(at: .s(30), 70)])])),
    Self(
      "leaves out a call of the coach for late words that have slept with their host",
      #"""
      "style": "silent", "coach": true, "cues": [{ "on": "phase", "at": "start+18.1s", "sound": "woodblock",
      "say": "Breathe in", "class": "start" }], "phases": [{ "name": "Work", "duration": "50s", "target": "90rpm" }]
      """#,
      Scenario(
        name: "test", workout: "w.json", whenSuspended: .freeze, host: WakePolicy(waking: halfSeconds),
        signals: [.cadence: .points([SignalPoint(at: .s(0), 70), SignalPoint(at: .s(30), 70)])],
        script: [ScriptLine(at: .after(.s(18.7)), .suspend(length: .s(1)))])),
    Self(
      "is coached where a ramp and the value change at one instant, at which the next measurement changes it again",
      #"""
      "style": "silent", "phases": [{ "name": "Climb", "duration": "40s", "target": "ramp 110-150bpm", "coach": true }]
      """#,
      .of(
        (5, .measure(.heartRate, 128)), (10, .measure(.heartRate, 128)), (11, .measure(.heartRate, 129)),
        (12, .measure(.heartRate, 133)), (13, .measure(.heartRate, 134)), (14, .measure(.heartRate, 134)),
        (15, .measure(.heartRate, 131)), (16, .measure(.heartRate, 133)), (17, .measure(.heartRate, 135)),
        (18, .measure(.heartRate, 136)), (19, .measure(.heartRate, 133)), (20, .measure(.heartRate, 132)))),
    Self(
      "says the value of before where the user said at the instant of a measurement that the phase is done",
      openRest, .of((2, .measure(.heartRate, 163)), (3, .done), (3, .measure(.heartRate, 170)), (9, .done))),
    Self(
      "says the value of a measurement at the instant at which the user then says that the phase is done",
      openRest, .of((2, .measure(.heartRate, 163)), (3, .measure(.heartRate, 170)), (3, .done), (9, .done))),
    Self(
      "says words after the end by a measurement, which silences others that kept them from being said before",
      #"""
      "style": "silent", "cues": [
      { "on": "workout", "at": "every 7s", "say": "{remaining} left", "align": "end", "class": "transition" },
      { "on": "phase", "at": "every 12s", "say": "{phase} at {heartRate}", "class": "transition" }], "phases": [
      { "sets": 3, "phases": [{ "name": "Work", "duration": "18s" }, { "name": "Work", "intensity": "rest",
      "until": { "heartRate": "< 120" }, "cap": "50s" }] }]
      """#,
      Scenario(
        name: "test", workout: "w.json",
        signals: [.heartRate: .response(IntensityResponse(rest: 82, max: 143, tau: .s(19), seed: 50))])),
    Self(
      "plays nothing again that began before a kill in a pause, with a value in its words",
      #"""
      "style": "silent", "cues": [{ "on": "workout", "at": "start+8s", "sound": "woodblock",
      "say": "{phase} at {heartRate}", "align": "end" }], "phases": [{ "name": "Work", "duration": "10s" }]
      """#,
      .of((1, .measure(.heartRate, 97)), (6.6, .pause), (20, .kill(length: .s(1))))),
  ]
}
