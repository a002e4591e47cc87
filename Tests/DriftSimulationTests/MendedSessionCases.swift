import DriftSimulation
import WorkoutEngine
import WorkoutModel

extension `A right session`.Case {
  static let halfSeconds = WakePolicy.Waking.every(.s(0.5))
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
      "says again what a jump leads back to in the workout, though it goes forward in the phase",
      #"""
      "cues": [{ "on": "workout", "at": "every 54.763s", "sound": "gong" }], "phases": [{ "name": "Work",
      "duration": "55s", "sides": ["port", "starboard"] }]
      """#,
      .of((0, .extend(by: .s(6))), (113, .jump(to: .s(108))))),
    Self(
      "says nothing again whose moment a change of the length leaves where it is",
      #""cues": [{ "on": "phase", "at": "0%", "sound": "gong" }], "phases": [{ "name": "Work", "duration": "20s" }]"#,
      .of((0, .pause), (2, .extend(by: .s(-1))), (30, .resume))),
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
    Self(
      "is silent at the end that the user brings nearer, after a bed that a phase without one fades out",
      #"""
      "style": "silent", "phases": [{ "name": "Sit", "duration": "1m", "ambient": { "sound": "ocean", "fade": "30s" } },
      { "name": "Rest", "open": true, "cap": "15s" }, { "name": "Rest", "duration": "5s" }]
      """#,
      .of((68, .done))),
    Self(
      "is silent with the fade of a track, after a bed that its phase fades out",
      #"""
      "sounds": { "song": "song.flac" }, "ambient": { "sound": "drone", "fade": "4s" }, "phases": [
      { "name": "Sit", "duration": "1m", "ambient": { "sound": "ocean", "fade": "30s" } },
      { "name": "Ride", "duration": "40s", "ambient": null, "track": "song" }]
      """#,
      .of((62, .skip))),
    Self(
      "sounds again on the way on from a jump, though the same phase has passed it",
      #"""
      "cues": [{ "on": "workout", "at": "start+1m35.38s", "sound": "boxing-bell" }], "phases": [{ "for": "3m46s",
      "phases": [{ "name": "Work", "duration": "2s" }] }]
      """#,
      .of((0, .extend(by: .s(3))), (180, .jump(to: .s(93))))),
    Self(
      "plays on at once where a last fade has more time left than a fade takes",
      #"""
      "style": "silent", "phases": [{ "name": "Work", "duration": "19s" }, { "name": "Sit", "duration": "1m25s",
      "ambient": { "sound": "rain", "fade": "30s" } }]
      """#,
      .of((80, .skip), (84, .toggle), (93, .undo), (101, .toggle))),
    Self(
      "plans a phase again, at its start, around words that the one before has left out",
      #"""
      "style": "silent", "phases": [{ "sets": 3, "cues": [{ "on": "phase", "at": "end", "say": "Go",
      "class": "warning", "if": { "counted": true } }], "phases": [{ "name": "Work", "duration": "34s",
      "say": "{target}", "target": "ramp 50-75% 90rpm" }] }]
      """#,
      .of((0, .speechHang(length: .s(58))))),
    Self(
      "fades a track with the stop, in the longer fade of a bed before its end",
      #"""
      "sounds": { "song": "song.flac" }, "phases": [{ "name": "Sit", "duration": "40s", "track": "song",
      "ambient": { "sound": "ocean", "fade": "30s" } }]
      """#,
      .of((5, .skip), (8, .stop))),
    Self(
      "goes back to where a jump to a set has led, under a cap",
      #"""
      "phases": [{ "name": "Work", "open": true, "cap": "1m52.342s", "sides": true }, { "sets": 2, "phases": [{
      "sets": 5, "cap": "2m44.463s", "sides": ["north", "east", "south"], "change": "8s", "phases": [\#(open)] }] }]
      """#,
      .of(
        (780, .jump(toSet: 5)), (824, .done), (840, .done), (840, .done), (900, .done), (900, .done), (960, .back),
        (960, .done))),
    Self(
      "silences in a call the bed before the last one, too",
      #"""
      "style": "silent", "ambient": { "sound": "drone", "fade": "30s" }, "phases": [
      { "name": "Work", "duration": "29s" }, { "name": "Ready", "intensity": "prepare", "duration": "7s" },
      { "name": "Work", "duration": "5s" },
      { "name": "Ready", "intensity": "prepare", "duration": "30s" }]
      """#,
      .of((47, .interrupt))),
    Self(
      "jumps to the start of the set to which a jump has led, under a cap",
      #"""
      "style": "silent", "phases": [{ "sets": 4, "phases": [{ "name": "Work", "open": true, "cap": "1m29.229s" },
      { "sets": 7, "cap": "1m59.935s", "phases": [\#(open)] }] }]
      """#,
      .of((89.23, .jump(toSet: 5)), (89.8, .done), (120, .done), (120, .done), (660, .jump(toSet: 1)))),
    Self(
      "counts the beats of a skipped last phase from its start, where it gets more time in frozen time",
      #"""
      "style": "silent", "phases": [{ "name": "Work", "duration": "30s", "metronome": { "bpm": 82 } }]
      """#,
      .of(
        policy: .freeze, waking: halfSeconds, ahead: .s(0.65), (0, .suspend(length: .s(31))), (0, .skip),
        (0, .extend(by: .s(15))))),
    Self(
      "knows in a new plan that a count begins at this very moment",
      #"""
      "style": "silent", "phases": [{ "sets": 2, "phases": [{ "name": "Work", "duration": "4s", "cues": [{
      "on": "phase", "at": "start", "say": "{elapsed} gone", "if": { "counted": false } }] }, { "name": "Work",
      "duration": "1s", "cues": [{ "on": "phase", "at": "end", "count": 10, "class": "countdown" }] }] }]
      """#,
      .of((5, .foreground))),
    Self(
      "silences a track in time that is aborted in the fade of a pause, just after its start",
      #"""
      "style": "silent", "sounds": { "song": "song.flac" }, "phases": [{ "name": "Ride", "duration": "3s",
      "track": "song" }]
      """#,
      .of((0.4, .toggle), (0.6, .abort))),
    Self(
      "silences a track in time whose phase is skipped in the fade of a pause, just after its start",
      #"""
      "style": "silent", "sounds": { "song": "song.flac" }, "phases": [{ "name": "Ride", "duration": "3s",
      "track": "song" }]
      """#,
      .of((0.8, .pause), (1, .skip))),
    Self(
      "silences a bed in time that another one had replaced, where the last phase is skipped in the fade of a pause",
      #"""
      "style": "silent", "phases": [{ "name": "Sit", "duration": "200ms", "ambient": { "sound": "ocean",
      "fade": "100ms" } }, { "name": "Ride", "duration": "40s", "ambient": { "sound": "rain", "fade": "30s" } }]
      """#,
      .of((0.25, .pause), (0.45, .skip))),
    Self(
      "silences a bed in time that another one had replaced, where it is aborted in the fade of a pause",
      #"""
      "style": "silent", "phases": [{ "name": "Sit", "duration": "200ms", "ambient": { "sound": "ocean",
      "fade": "100ms" } }, { "name": "Ride", "duration": "40s", "ambient": { "sound": "rain", "fade": "30s" } }]
      """#,
      .of((0.25, .pause), (0.45, .abort))),
    Self(
      "silences a bed in time that another one had replaced, where it is aborted after the fade of a pause",
      #"""
      "style": "silent", "phases": [{ "name": "Sit", "duration": "200ms", "ambient": { "sound": "ocean",
      "fade": "100ms" } }, { "name": "Ride", "duration": "40s", "ambient": { "sound": "rain", "fade": "30s" } }]
      """#,
      .of((0.25, .pause), (1, .abort))),
    Self(
      "sounds once before the end of a set that a done in advance doesn't change",
      #"""
      "style": "silent", "cues": [{ "on": "set", "at": "end-4.1s", "sound": "woodblock" }], "phases": [{ "sets": 1,
      "cap": "40s", "phases": [{ "name": "Work", "open": true, "atLeast": "41s" }] }]
      """#,
      .of((35.9, .done), (35.9, .undo), (35.9, .redo))),
    Self(
      "silences the words of a phase of which the user leaves nothing",
      #"""
      "style": "silent", "phases": [{ "name": "Work", "duration": "10s", "say": "Slow and controlled" },
      { "name": "Rest", "duration": "5s", "say": "Rest" }]
      """#,
      .of((0.5, .extend(by: .s(-15))))),
    Self(
      "silences the words of a phase that an undo ends",
      #"""
      "style": "silent", "phases": [{ "name": "Work", "duration": "10s", "cues": [{ "on": "phase", "at": "start+11s",
      "say": "Slow and controlled" }] }, { "name": "Rest", "duration": "5s", "say": "Rest" }]
      """#,
      .of((2, .extend(by: .s(15))), (11.5, .undo))),
    Self(
      "comes to an end after a jump to a set of phases as long as the one that it leaves",
      #"""
      "style": "silent", "phases": [{ "name": "Push-ups", "open": true }, { "sets": 2, "phases": [{ "name": "Rest",
      "duration": { "of": "Push-ups" } }] }]
      """#,
      .of((7, .jump(toSet: 2)))),
    Self(
      "plans nothing around words that a late host would have cut in a pause for a sleep",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": ["start+600ms", "start+1.8s"],
      "say": "Breathe in, breathe out" }], "phases": [{ "name": "Work", "duration": "10s" }]
      """#,
      .of(policy: .pauseIfOver(.s(2)), (0.9, .suspend(length: .s(3))), (1, .resume))),
    Self(
      "isn't replaced by a start that is still to come",
      #"""
      "style": "silent", "cues": [{ "on": "workout", "at": "start+10s", "say": "Now B, now B, now B", "align": "end",
      "class": "start" }, { "on": "phase", "at": "start", "say": "Go" }], "phases": [
      { "name": "A", "duration": "10s" }, { "name": "B", "duration": "10s" }]
      """#,
      .of(waking: halfSeconds)),
    Self(
      "is silent of a bed that was left at an end that frozen time delays",
      #"""
      \#(bed), "phases": [{ "name": "Work", "duration": "2s" }, { "name": "Work", "duration": "7s", "ambient": null }]
      """#,
      .of(
        policy: .freeze, waking: halfSeconds, ahead: .s(0.701), (0, .suspend(length: .s(4))), (0, .skip), (0, .skip))),
    Self(
      "closes after a stall in which other words should have been said after the end",
      #"""
      "cues": [{ "on": "phase", "at": "end-6.4s", "count": 10 }, { "on": "workout", "at": "end-1.5s", "say": "Go" }],
      "phases": [{ "name": "Work", "intensity": "low", "duration": "10s" }]
      """#,
      .of((9.5, .stall(length: .s(0.535))))),
    Self(
      "is silent of a bed that was left at an end to which the user has moved in a pause",
      #"""
      "style": "silent", "ambient": { "sound": "rain", "fade": "5s" }, "phases": [
      { "name": "Work", "intensity": "low", "duration": "25s" }, { "name": "Out", "intensity": "prepare",
      "duration": "12s" }]
      """#,
      .of((25.5, .pause), (26, .jump(to: .s(36))), (26.5, .resume))),
    Self(
      "knows of a count that others may speak before, wherever its plan has begun",
      #"""
      "style": "silent", "cues": [{ "on": "phase", "at": "end", "sound": "beep", "strikes": 3, "align": "end",
      "if": { "counted": true } }, { "on": "phase", "at": "end", "count": 10, "class": "start" }], "phases": [
      { "for": "1m15s", "phases": [{ "name": "Work", "duration": "4s" }] }]
      """#,
      .of((0.001, .foreground))),
    Self(
      "leaves words that wait with their phase, where that ends at the very moment of the words",
      #"""
      "style": "hiit", "cues": [{ "on": "phase", "at": "start", "say": "Heart rate {heartRate}, keep it so" }],
      "phases": [{ "sets": 2, "phases": [{ "name": "Work", "intensity": "warmup", "open": true }] },
      { "name": "Work", "intensity": "high", "duration": "4s" }]
      """#,
      .of((10, .done), (10, .measure(.heartRate, 120)), (10, .done))),
    Self(
      "says words before the middle of a phase once, though the middle moves as they begin, and back",
      #"""
      "style": "hiit", "cues": [{ "on": "phase", "at": "half-4.5s", "say": "Go" }], "phases": [
      { "name": "Work", "intensity": "high", "duration": "50s" }]
      """#,
      .of((20.5, .extend(by: .s(-9))), (20.5, .undo))),
  ]
}
