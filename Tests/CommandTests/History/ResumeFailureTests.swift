import Glibc
import Testing

@Suite struct `A session that can't be resumed now` {
  private static let tables = ["session", "leg", "phase", "pause", "action", "cue", "standing", "workout"]

  private func rows(_ home: TemporaryHome) throws -> [String] {
    try Self.tables.flatMap { try HistoryFile(of: home).rows("SELECT * FROM \($0)") }
  }

  /// Ends a run with the signal and waits for it.
  private func end(_ run: Child, by signal: Int32 = SIGTERM) throws {
    run.signal(signal)
    #expect(try run.finish().code == (signal == SIGKILL ? -signal : 128 + signal))
  }

  @Test(arguments: [
    (["--require-audio"], 69), (["--silent", "--log", "nowhere/w.log"], 73), (["--silent", "--start-at", "9:00"], 64),
    (["--silent", "--speed", "50"], 64), ([], 75),
  ])
  func `is left as it is`(options: [String], code: Int) throws {
    let home = try InterruptedSession.home(InterruptedSession.workout, ["ALSA_CONFIG_PATH=/dev/null"])
    // Stopped by its user, which is reported later, too.
    let stopped = try home.start("resume", "--silent", "--json", "--go-on-after", "1h")
    try stopped.line { $0.contains(#""event": "paused""#) }
    try end(stopped)
    // A run holds the audio session, with a device or without.
    let other = try home.start("run", "--json", "--no-history", "w.json")
    try other.line { $0.contains(#""event": "phase""#) }
    if code != 75 { try end(other) }
    let before = try rows(home)
    for words in [["resume"], ["resume", "--anyway"]] {
      let result = try Child([Project.command] + words + options + ["--go-on-after", "1h"], in: home).finish()
      #expect(Int(result.code) == code, "\(result.err)")
    }
    #expect(try rows(home) == before)
    if code == 75 { try end(other) }
  }

  @Test func `because it is a rehearsal says at which speed it can be`() throws {
    let home = try InterruptedSession.home(options: ["--speed", "3"])
    let refused = try home.cuebell("resume", "--silent")
    #expect(refused.code == 64)
    #expect(refused.err == "Session 1 is a rehearsal: continue it with --silent --speed 3.\n")
    #expect(try home.cuebell("resume", "--silent", "--speed", "3", "--go-on-after", "0s").code == 0)
    #expect(try HistoryFile(of: home).rows("SELECT speed, reason FROM session") == ["3 completed"])
  }

  @Test func `because a program is missing is nobody's until it can be`() throws {
    let home = try InterruptedSession.home()
    let words = "resume --silent --go-on-after 1h --display 127.0.0.1:1"
    let result = try home.shell(#"mkdir alone && cp "$CUEBELL" alone && alone/cuebell \#(words)"#)
    #expect(
      result.code == 69 && result.err.hasPrefix("cuebell-serve, the server, isn't installed next to "), "\(result)")
    #expect(try HistoryFile(of: home).rows("SELECT count(*) FROM leg") == ["1"])
  }

  @Test func `though its workout was changed can be, once that is as it was`() throws {
    let home = try InterruptedSession.home(InterruptedSession.workout, ["ALSA_CONFIG_PATH=/dev/null"])
    try home.write(InterruptedSession.workout.replacing("30s", with: "90s"), to: "w.json")
    #expect(try home.cuebell("resume", "--anyway", "--require-audio", "--go-on-after", "1h").code == 69)
    try home.write(InterruptedSession.workout, to: "w.json")
    let run = try home.start("resume", "--silent", "--json", "--go-on-after", "1h")
    try run.line { $0.contains(#""event": "paused""#) }
    try end(run, by: SIGKILL)
    // What continued with another workout is resumed with that from then on.
    try home.write(InterruptedSession.workout.replacing("30s", with: "90s"), to: "w.json")
    for words in [["resume", "--anyway"], ["resume"]] {
      let run = try Child([Project.command] + words + ["--silent", "--json", "--go-on-after", "1h"], in: home)
      try run.line { $0.contains(#""event": "paused""#) }
      try end(run, by: SIGKILL)
    }
  }
}

@Suite struct `A session with hostile names` {
  private static let workout = """
    { "name": "a\\u001b[31mred\\u0007\\nb", "style": "silent",
      "cues": [ { "on": "phase", "at": "start", "sound": "bell" } ],
      "phases": [
        { "name": "W", "duration": "1s" }, { "name": "P\\u001b]0;title\\u0007x\\u202e", "duration": "30s" } ] }
    """

  @Test func `steers no terminal and breaks no line when it is resumed`() throws {
    let home = try InterruptedSession.home(Self.workout)
    let terminal = try Terminal(
      #"exec 2> err.txt; "$CUEBELL" resume --silent --color never; echo "status $?""#, in: home)
    try terminal.wait(for: "Paused")
    terminal.type("q")
    try terminal.wait(for: "status 4")
    // The message is the same on a terminal and in a file.
    for text in [terminal.text, try home.text(of: "err.txt")] {
      #expect(!text.contains("\u{1B}]0;title") && !text.contains("\u{1B}[31mred"))
      #expect(!text.contains("\u{07}") && !text.contains("\u{202E}"))
    }
    let lines = try home.text(of: "err.txt").split(separator: "\n").map(String.init)
    let remark = "Session 1 “a\u{FFFD}[31mred\u{FFFD}\u{FFFD}b”: paused in P\u{FFFD}]0;title\u{FFFD}x\u{FFFD} at "
    #expect(lines.contains { $0.hasPrefix(remark) }, "\(lines)")
  }
}
