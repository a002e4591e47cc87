import Glibc
import Testing

/// A run of the command, controlled through its socket by the command.
@Suite(.serialized) struct `A run that is controlled` {
  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome.withoutSound()
    try home.write(WorkoutText.slow, to: "w.json")
    return home
  }

  /// Each verb, the action that it becomes, and whether a session in its first phase accepts it.
  private static let verbs = [
    ("volume -3", "setVolume", true), ("mute", "setVolume", true), ("extend 15s", "extend", true),
    ("undo", "undo", true), ("redo", "redo", true), ("jump +2s", "seek", true), ("jump 0:01", "jump", true),
    ("done", "done", false), ("restart", "restartPhase", true), ("next", "skip", true), ("back", "back", true),
    ("say", "say", true), ("say Elbows in", "say", true), ("skip", "skip", true), ("pause", "pause", true),
    ("resume", "resume", true), ("stop", "stop", true),
  ]

  @Test func `does what each verb asks for, and its events report from where it came`() throws {
    let home = try home()
    let run = try home.start("run", "--silent", "--json", "--name", "gym", "w.json")
    try run.waitForPhase()
    // By one client: moves of several that follow one another this quickly would be refused.
    let replies = try home.send(Self.verbs.map(\.0), to: "gym").lines
    #expect(replies.map { $0.contains(#""ok":true"#) } == Self.verbs.map(\.2), "\(replies)")
    let result = try run.finish()
    #expect(result.code == 4)
    let actions = result.lines.filter { $0.contains(#""by": "socket""#) }
    let expected = Self.verbs.map { #""action": "\#($0.1)", "accepted": \#($0.2)"# }
    #expect(actions.count == expected.count, "\(actions)")
    for (line, part) in zip(actions, expected) { #expect(line.contains(part), "\(line)") }
    #expect(try home.shell("\"$CUEBELL\" ctl status").code == 69)
  }

  @Test func `says which round it is by name, what is left of its time, and what follows in it`() throws {
    let home = try home()
    try home.write(try WorkoutText.shipped("amrap-12"), to: "amrap.json")
    let run = try home.start("run", "--silent", "--no-speech", "--json", "--start-at", "10s", "amrap.json")
    try run.waitForPhase()
    let lines = try home.ctl("status").lines
    let phase = try #require(lines.dropFirst().first)
    let time = #/Push-ups, 10 reps, Round 1: (12:00|11:5\d) left \(this phase: open, 0:0\d so far\)/#
    #expect(phase.wholeMatch(of: time) != nil && lines[2] == "Next: Squats, 15 reps, until done", "\(lines)")
    _ = try home.ctl("volume", "=-6.020599913279624")
    let format = try home.ctl("status", "--format", "{groups}|{next}|{volume}")
    #expect(format.lines == ["Round 1|Squats|-6 dB"])
    #expect(try home.ctl("stop").code == 0)
    _ = try run.finish()
  }

  @Test func `takes measurements, shows the heart rate with its zone, and keeps it in the history`() throws {
    let home = try home()
    try home.write(#"{ "body": { "maxHeartRate": 185 } }"#, to: home.config + "/config.json")
    let run = try home.start("run", "--silent", "--json", "--name", "gym", "w.json")
    try run.waitForPhase()
    #expect(try home.ctl("status", "--format", "[{heartRate}]").lines == ["[]"])
    for value in ["129", "131"] { #expect(try home.ctl("measure", "heartRate", value).code == 0) }
    #expect(try home.ctl("status", "--format", "{heartRate} {zone}").lines == ["130 3"])
    #expect(try home.ctl("status").lines.contains("Heart rate 130 bpm, zone 3"))
    #expect(try home.ctl("measure", "power", "251").code == 0)
    #expect(try home.ctl("measure", "heartRate", "251").code == 64)
    #expect(try home.ctl("measure", "heartRate").code == 64)
    #expect(try home.ctl("stop").code == 0)
    let events = try run.finish().lines.filter { $0.contains(#""event": "measured""#) }
    #expect(events.count >= 2 && events[0].contains(#""signal": "heartRate", "measurement": 129, "value": 129"#))
    let report = try home.cuebell("history", "0").lines
    #expect(report.contains("Heart rate: 130 bpm on average, at most 131"), "\(report)")
    let rows = try home.cuebell("history", "export", "0", "--as", "csv").lines
    #expect(rows.count { $0.hasSuffix(",129,,") || $0.hasSuffix(",131,,") || $0.hasSuffix(",251,") } == 3, "\(rows)")
  }

  @Test func `is coached by what is measured, hears that it is back, and keeps that in the history`() throws {
    let home = try home()
    let phase = #"{ "name": "Ride", "duration": "5m", "target": "60-70% HR", "coach": true }"#
    try home.write(#"{ "name": "W", "style": "silent", "phases": [\#(phase)] }"#, to: "ride.json")
    let lacking = try home.cuebell("run", "--silent", "--speed", "100", "ride.json")
    let message =
      "\"60-70% HR\" isn't coached: it needs your maximum heart rate; set \"maxHeartRate\" in \"body\" of the settings"
    #expect(lacking.code == 0 && lacking.errorLines.count { $0.contains(message) } == 1, "\(lacking)")
    #expect(!lacking.out.contains("No heart rate"))
    #expect(
      try home.cuebell("check", "ride.json").out.contains("ride.json:1:92: warning: phases[0].target: \(message)"))
    try home.write(#"{ "body": { "maxHeartRate": 200 } }"#, to: home.config + "/config.json")
    #expect(try home.cuebell("check", "--strict", "ride.json").code == 0)
    let run = try home.start("run", "--silent", "--json", "--speed", "10", "--name", "gym", "ride.json")
    try run.waitForPhase()
    let feeding = "while \"$CUEBELL\" ctl --to gym measure heartRate"
    let feeder = try home.shell("(\(feeding) 100; do sleep 0.1; done) >/dev/null 2>&1 & echo $!")
    let call = try run.line { $0.contains(#""event": "coach""#) }
    #expect(
      call.contains(#""call": "faster", "signal": "heartRate", "value": 100, "low": 120, "high": 140"#), "\(call)")
    _ = try home.shell("kill \(feeder.out)")
    for _ in 0..<8 { _ = try home.ctl("--to", "gym", "measure", "heartRate", "130") }
    let back = try run.line { $0.contains(#""call": "inside""#) }
    #expect(try home.ctl("--to", "gym", "stop").code == 0)
    #expect(back.contains(#/"value": 1[23][0-9], .*"sound": "tick"/#), "\(back)")
    _ = try run.finish()
    let history = try home.cuebell("history", "0", "--json").out
    #expect(history.contains(#""kind": "coach", "phase": "Ride""#) && history.contains(#""say": "Faster""#))
  }

  @Test func `continues with the next phase when a measurement has held, and keeps why in the history`() throws {
    let home = try home()
    try home.write(
      #"""
      { "name": "Recovery", "style": "silent", "phases": [
        { "name": "Recover", "until": { "heartRate": "< 65% HR", "hold": "1s" }, "cap": "1h" },
        { "name": "Work", "duration": "1h" }
      ] }
      """#, to: "u.json")
    let unknown = try home.cuebell("check", "u.json")
    #expect(unknown.code == 0 && unknown.out.contains(#"set "maxHeartRate" in "body" of the settings"#), "\(unknown)")
    try home.write(#"{ "body": { "maxHeartRate": 185 } }"#, to: home.config + "/config.json")
    #expect(try home.cuebell("check", "u.json").lines.count == 1)
    let run = try home.start("run", "--silent", "--json", "--name", "gym", "u.json")
    try run.waitForPhase()
    // One measurement alone may be a mistake.
    for _ in 0..<2 { #expect(try home.ctl("measure", "heartRate", "119").code == 0) }
    let end = try run.line { $0.contains(#""event": "phaseEnded""#) }
    #expect(end.contains(#""phase": "Recover", "cause": "until""#), "\(end)")
    let phase = try run.waitForPhase()
    #expect(phase.contains(#""name": "Work""#), "\(phase)")
    #expect(try home.ctl("stop").code == 0)
    let measured = try run.finish().lines
    #expect(measured.last?.contains(#""event": "finished""#) == true)
    let history = try home.cuebell("history", "0", "--json").out
    #expect(history.contains(#""cause": "until""#), "\(history)")
  }

  @Test func `takes its name from the file, or with a number where that is taken, and is found by it`() throws {
    let home = try home()
    let first = try home.start("run", "--silent", "--json", "w.json")
    try first.waitForPhase()
    let second = try home.start("run", "--silent", "--json", "w.json")
    try second.waitForPhase()
    let list = try home.ctl("list")
    #expect(list.lines.map { $0.prefix { $0 != " " } } == ["w", "w-2"], "\(list)")
    // Neither holds the audio session.
    #expect(try home.ctl("stop").code == 64)
    #expect(try home.ctl("--to", "w-2", "stop").code == 0)
    #expect(try second.finish().code == 4)
    #expect(try home.ctl("stop").code == 0)
    #expect(try first.finish().code == 4)
  }

  @Test func `plays where it can't be controlled, but ends with 73 where the user has named the place`() throws {
    let home = try home()
    let long = String(repeating: "x", count: 120)
    let refused = try home.cuebell("run", "--silent", "--speed", "50", "--control", "/\(long)/s", "w.json")
    #expect(refused.code == 73 && refused.errorLines.count == 1, "\(refused)")
    let folder = try #require(home.environment.first { $0.hasPrefix("XDG_RUNTIME_DIR=") }).dropFirst(16)
    #expect(try home.shell("mkdir -p '\(folder)/cuebell/runs' && chmod 755 '\(folder)/cuebell/runs'").code == 0)
    let run = try home.cuebell("run", "--silent", "--speed", "50", "w.json")
    #expect(run.code == 0 && run.errorLines.count == 1 && run.err.contains("chmod 700"), "\(run)")
    let quiet = try home.cuebell("run", "--silent", "--speed", "50", "--no-control", "w.json")
    #expect(quiet.code == 0 && quiet.err.isEmpty, "\(quiet)")
  }
}
