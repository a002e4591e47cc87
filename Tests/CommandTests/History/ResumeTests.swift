import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite struct `Resuming a session` {
  /// Nanoseconds as minutes and seconds.
  private static func minutes(_ nanoseconds: Int) -> String {
    let seconds = max(0, nanoseconds) / 1_000_000_000
    return "\(seconds / 60):\(String(seconds % 60 + 100).dropFirst())"
  }

  @Test func `reports its position, waits, and continues when asked`() throws {
    let (home, latest) = try InterruptedSession.killed()
    let waiting = try home.start("resume", "--silent", "--json", "--go-on-after", "1h")
    let paused = try EventRecord.all(in: waiting.line { $0.contains(#""event": "paused""#) })
    let elapsed = paused[0].elapsed ?? 0
    #expect(paused[0].reason == "restored" && (900_000_000...latest).contains(elapsed))
    waiting.signal(SIGTERM)
    let result = try waiting.finish()
    #expect(result.code == 143 && !result.out.contains(#""event": "resumed""#))
    let place = "paused in Long at \(Self.minutes(elapsed - 1_000_000_000)), \(Self.minutes(elapsed)) elapsed."
    #expect(result.err.hasPrefix("Session 1 “Pair”: \(place) It was interrupted "), "\(result.err)")
    #expect(try EventRecord.all(in: result.out).filter { $0.event == "phase" }.map(\.name) == ["Long"])
    // After a stop it resumes once more; nothing that was played is played again.
    let again = try home.start("resume", "1", "--silent", "--json", "--go-on-after", "100ms")
    try again.line { $0.contains(#""event": "resumed""#) }
    again.signal(SIGTERM)
    let end = try again.finish()
    #expect(end.err.contains("It was stopped ") && end.err.contains("It continues automatically after 100ms."))
    #expect(try EventRecord.cues(in: end.out).isEmpty)
    #expect(try HistoryFile(of: home).rows("SELECT count(*) FROM session") == ["1"])
  }

  @Test func `exits 64 without a terminal, and names the option that needs no key`() throws {
    let home = try InterruptedSession.home()
    let before = try HistoryFile(of: home).rows("SELECT * FROM leg")
    for line in ["resume --silent < /dev/null", "resume 1 --silent --json", "resume --anyway --silent < w.json"] {
      let refused = try home.shell("\"$CUEBELL\" \(line)")
      #expect(refused.code == 64 && refused.out.isEmpty && refused.errorLines.count == 1, "\(line): \(refused.err)")
      #expect(refused.err.hasSuffix("To continue automatically: cuebell resume 1 --go-on-after 5s\n"))
    }
    #expect(try HistoryFile(of: home).rows("SELECT * FROM leg") == before)
    // What it says works.
    let run = try home.start("resume", "1", "--go-on-after", "5s", "--silent", "--json")
    try run.line { $0.contains(#""event": "paused""#) }
    run.signal(SIGTERM)
    #expect(try run.finish().code == 143)
  }

  @Test func `on a terminal waits for a key`() throws {
    let home = try InterruptedSession.home()
    let terminal = try Terminal(#""$CUEBELL" resume --silent --log w.log; echo "status $?""#, in: home)
    let paused = try terminal.wait(for: "Paused where you left off")
    #expect(paused.lines.contains { $0.contains("Session 1 “Pair”: paused in Long") })
    // A key before this would resume what hasn't paused yet, of which there is no event.
    try home.wait(for: #""event": "paused""#, in: "w.log")
    terminal.type(" ")
    try home.wait(for: #""event": "resumed""#, in: "w.log")
    terminal.type("q")
    let screen = try terminal.wait(for: "status 4")
    #expect(!screen.lines.contains { $0.contains("paused in Long") }, "what to press is of no use at the end")
  }

  @Test func `of a changed workout is refused with what has changed, or resumed by name`() throws {
    let (home, latest) = try InterruptedSession.killed()
    try home.write("// Only a comment.\n" + InterruptedSession.workout, to: "w.json")
    let same = try home.start("resume", "--silent", "--json", "--go-on-after", "1h")
    try same.line { $0.contains(#""event": "paused""#) }
    same.signal(SIGTERM)
    #expect(try same.finish().code == 143)
    try home.write(
      InterruptedSession.workout.replacing("\"1s\"", with: "\"5s\"").replacing("30s", with: "40s"), to: "w.json")
    let refused = try home.cuebell("resume", "--silent")
    #expect(refused.code == 65 && refused.out.isEmpty)
    #expect(refused.err.contains("w.json has changed since:\n  - "))
    #expect(refused.err.contains(#"+ { "name": "Long", "intensity": "high", "duration": "40s" }"#))
    #expect(refused.errorLines.last == "To continue at the phase of the same name: cuebell resume 1 --anyway")
    let run = try home.start("resume", "--anyway", "--silent", "--json", "--go-on-after", "0s")
    let phase = try run.line { $0.contains(#""event": "phase""#) }
    #expect(phase.contains(#""name": "Long""#))
    let resumed = try EventRecord.all(in: run.line { $0.contains(#""event": "resumed""#) })
    #expect((900_000_000...latest).contains(resumed[0].elapsed ?? 0))
    run.signal(SIGTERM)
    #expect(try run.finish().code == 143)
    try home.write(InterruptedSession.workout.replacing("Long", with: "Other"), to: "w.json")
    let lost = try home.cuebell("resume", "--anyway", "--silent")
    #expect(lost.code == 65 && lost.err.contains("The workout no longer has a phase \"Long\"."))
    #expect(lost.err.contains("--start-at 0:"))
  }

  @Test func `has the volume that was set before it was killed, unless it is given another`() throws {
    let home = try InterruptedSession.home()
    let history = HistoryFile(of: home)
    func resume(_ options: [String] = []) throws -> Child {
      let words = [Project.command, "resume", "--silent", "--json", "--go-on-after", "1h"]
      let run = try Child(words + options, in: home)
      try run.line { $0.contains(#""event": "paused""#) }
      return run
    }
    let first = try resume()
    #expect(try home.ctl("volume", "-6").code == 0)
    try first.wait { (try? history.rows("SELECT 1 FROM standing WHERE volume = -6")) == ["1"] }
    first.signal(SIGKILL)
    _ = try first.finish()
    let workout = InterruptedSession.workout
    for (text, options, volume) in [
      (workout, [], "-6 dB\n"), (workout.replacing("1s", with: "2s"), ["--anyway"], "-6 dB\n"),
      (workout, ["--anyway", "--volume", "0"], "0 dB\n"),
    ] {
      try home.write(text, to: "w.json")
      let run = try resume(options)
      #expect(try home.ctl("status", "--format", "{volume}").out == volume, "\(options)")
      run.signal(SIGKILL)
      _ = try run.finish()
    }
  }

  @Test func `that another version stored is resumed if the workout is the same`() throws {
    let home = try InterruptedSession.home()
    let history = HistoryFile(of: home)
    let digest = try history.rows("SELECT digest FROM workout")[0]
    // A version that prints workouts otherwise, and makes other digests of them.
    try history.change(
      """
      UPDATE workout SET digest = 'a641a447951ed4e6', text = replace(text, '  ', ' ');
      """)
    #expect(digest != "a641a447951ed4e6")
    let run = try home.start("resume", "--silent", "--json", "--go-on-after", "1h")
    let paused = try EventRecord.all(in: run.line { $0.contains(#""event": "paused""#) })
    #expect(paused[0].reason == "restored")
    run.signal(SIGTERM)
    #expect(try run.finish().code == 143)
  }

  @Test func `of a missing file is refused, or resumed with the history's copy`() throws {
    let home = try InterruptedSession.home()
    try FileManager.default.removeItem(atPath: home.path("w.json"))
    let refused = try home.cuebell("resume", "--silent")
    #expect(refused.code == 66 && refused.err.contains("w.json no longer exists") && refused.err.contains("--anyway"))
    let run = try home.start("resume", "--anyway", "--silent", "--json", "--go-on-after", "1h")
    try run.line { $0.contains(#""event": "paused""#) }
    run.signal(SIGTERM)
    #expect(try run.finish().code == 143)
  }

  @Test func `is for one process alone, and for what can be resumed`() throws {
    let home = try TemporaryHome()
    let nothing = try home.cuebell("resume")
    let reason = "There is nothing to resume: no session was interrupted, stopped or failed.\n"
    #expect(nothing.code == 66 && nothing.err == reason)
    #expect(!HistoryFile(of: home).exists)
    let other = try InterruptedSession.home()
    let first = try other.start("resume", "--silent", "--json", "--go-on-after", "1h")
    try first.line { $0.contains(#""event": "paused""#) }
    let second = try other.cuebell("resume", "1", "--silent")
    #expect(second.code == 75 && second.err == "Session 1 is running, in process \(first.identifier).\n")
    let running = "Session 1 is running, in process \(first.identifier)."
    let last = try other.cuebell("resume", "--silent")
    #expect(last.code == 75 && last.err == "\(running)\nTo control it: cuebell ctl status, cuebell ctl resume\n")
    first.signal(SIGTERM)
    #expect(try first.finish().code == 143)
    #expect(try other.cuebell("resume", "7").code == 66)
    #expect(try other.cuebell("resume", "--no-history").code == 64)
  }

  @Test func `knows the gap exactly while the machine runs, and by the wall clock only after a restart`() throws {
    let home = try InterruptedSession.home()
    let history = HistoryFile(of: home)
    func remark() throws -> String {
      let run = try home.start("resume", "--silent", "--json", "--go-on-after", "1h")
      try run.line { $0.contains(#""event": "paused""#) }
      try run.wait(forError: " ago")
      run.signal(SIGKILL)
      return try run.finish().err
    }
    // Set back since by a year, the wall clock is of no use, and isn't needed.
    try history.change("UPDATE standing SET wall = wall + 31536000000, boot = boot - 7200000000000")
    #expect(try remark().contains("It was interrupted 2 h ago."))
    try history.change("UPDATE standing SET wall = wall - 7200000, boot_id = 'another', boot = 0")
    try history.change("UPDATE leg SET boot_id = 'another'")
    #expect(try remark().contains("by the wall clock it was interrupted about 2 h ago."))
    try history.change("UPDATE standing SET wall = wall + 31536000000, boot_id = 'another', boot = 0")
    try history.change("UPDATE leg SET boot_id = 'another'")
    #expect(try remark().contains("its clock set back: it is unknown how long ago"))
    #expect(try history.integrityErrors().isEmpty)
  }
}
