import Glibc
import Testing

/// What a run does whose history can't be written. The workout continues, and all its events are reported.
@Suite struct `A run whose history can't be written` {
  /// A bell every second for two minutes: enough rows to fill any small disk.
  private static let workout = """
    { "name": "Bells", "style": "silent", "cues": [ { "on": "workout", "at": "every 1s", "sound": "tick" } ],
      "phases": [
        { "sets": 24, "phases": [ { "name": "On", "duration": "3s" }, { "name": "Off", "duration": "2s" } ] } ] }
    """

  private static var isRoot: Bool { geteuid() == 0 }

  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.write(Self.workout, to: "w.json")
    return home
  }

  /// Runs a line of shell in which the run is `RUN`; expects that the workout completes with all its cues.
  private func run(_ line: String, in home: TemporaryHome, speed: Int = 100) throws -> ProcessResult {
    let run = "\"$CUEBELL\" run --silent --speed \(speed) --json w.json"
    let result = try home.shell(line.replacing("RUN", with: run))
    #expect(result.code == 0, "\(result.err)")
    let events = result.lines.filter { $0.hasPrefix("{") }.joined(separator: "\n")
    #expect(try EventRecord.all(in: events).filter { $0.event == "finished" }.map(\.reason) == ["completed"])
    let cues = try EventRecord.cues(in: events)
    #expect(cues.count == 119 && Set(cues.map(\.cue)).count == 119)
    return result
  }

  @Test func `because the disk is full reports it once, and leaves an intact database`() throws {
    let home = try home()
    if Self.isRoot {
      // A disk of its own that holds a third of it, seen by this run alone; the file is copied out before it is gone.
      let mount = "mkdir -p \"$HOME/.local/state\" && mount -t tmpfs -o size=240k none \"$HOME/.local/state\""
      let result = try run(
        "unshare -m sh -c '\(mount) && RUN; code=$?; cp -R \"$HOME/.local/state/cuebell\" kept; exit $code'", in: home,
        speed: 40)
      #expect(result.errorLines.count { $0.contains("can't be written at the moment") } == 1, "\(result.err)")
      #expect(result.err.contains("full") && result.errorLines.count <= 3)
      #expect(try HistoryFile(path: home.path("kept/history.sqlite")).integrityErrors().isEmpty)
    }
    // A limit on the length of files does the same to users who may not mount.
    let other = try self.home()
    let result = try run("ulimit -f 400; RUN", in: other, speed: 40)
    #expect(result.errorLines.count { $0.contains("can't be written at the moment") } == 1, "\(result.err)")
    #expect(result.errorLines.contains { $0.contains("history records of this session were lost") })
    #expect(try HistoryFile(of: other).integrityErrors().isEmpty)
  }

  @Test func `because the disk reports errors says so once, and writes everything afterwards`() throws {
    let home = try home()
    try Shim.commitLog.build(in: home)
    let line = """
      \(Shim.preload) BROKEN_WHILE=broken RUN > out 2> errors & run=$!
      until [ "$(grep -c '"event": "cue"' out)" -gt 9 ]; do sleep 0.01; done; touch broken
      until grep -q "can't be written at the moment" errors; do sleep 0.01; done; rm broken
      wait $run; code=$?; cat out; cat errors >&2; exit $code
      """
    let result = try run(line, in: home, speed: 20)
    #expect(result.errorLines.count { $0.contains("can't be written at") && $0.contains("disk I/O error") } == 1)
    #expect(result.errorLines.last == "The session is being recorded again.", "\(result.err)")
    let history = HistoryFile(of: home)
    #expect(try history.rows("SELECT reason, lost, (SELECT count(*) FROM cue) FROM session") == ["completed 0 119"])
    #expect(try history.integrityErrors().isEmpty)
  }

  @Test func `because its home is read-only reports it once`() throws {
    let home = try home()
    let result =
      if Self.isRoot {
        try run("unshare -m sh -c 'mount -t tmpfs -o ro none \"$HOME\" && RUN'", in: home)
      } else {
        try run("chmod 500 \"$HOME\"; RUN; code=$?; chmod 700 \"$HOME\"; exit $code", in: home)
      }
    #expect(result.errorLines.count == 1 && result.err.hasPrefix("This session is not being recorded: "))
    #expect(result.err.hasSuffix(Self.isRoot ? "/.local: Read-only file system.\n" : "/.local: Permission denied.\n"))
  }

  @Test func `because its home has become read-only can still be read`() throws {
    let home = try home()
    _ = try run("RUN", in: home)
    let mount = "mount --bind \"$HOME\" \"$HOME\" && mount -o remount,ro,bind \"$HOME\""
    let line =
      Self.isRoot
      ? "unshare -m sh -c '\(mount) && \"$CUEBELL\" history'"
      : "chmod 500 \"$HOME/.local/state/cuebell\"; chmod 400 \"$HOME\"/.local/state/cuebell/*; \"$CUEBELL\" history"
    let result = try home.shell(line)
    #expect(result.code == 0 && result.out.contains("  completed"), "\(result.err)")
  }

  @Test func `because the name of its home is no text makes no other folder`() throws {
    let home = try home()
    let result = try run("HOME=$(printf '%s/h\\377' \"$PWD\"); export HOME; RUN", in: home)
    #expect(result.errorLines.count == 1 && result.err.contains("isn't UTF-8"))
    #expect(try home.names() == ["w.json"])
  }

  @Test func `because the user has no home reports it once`() throws {
    let home = try home()
    try Shim.refuse.build(in: home)
    let result = try run("unset HOME; REFUSE=getpwuid_r \(Shim.preload) RUN", in: home)
    #expect(
      result.err == "This session is not being recorded: neither XDG_STATE_HOME nor HOME is set, "
        + "and this user has no home.\n")
  }

  @Test func `because it is damaged sets it aside and begins a new one`() throws {
    let home = try home()
    let folder = "$HOME/.local/state/cuebell"
    let rubbish = "mkdir -p \"\(folder)\"; echo rubbish that is long enough > \"\(folder)/history.sqlite\""
    let result = try run("\(rubbish); RUN", in: home)
    #expect(result.errorLines.count == 1 && result.err.hasPrefix("The history is damaged: it was set aside as "))
    let rows = try HistoryFile(of: home).rows("SELECT reason, (SELECT count(*) FROM cue) FROM session")
    #expect(rows == ["completed 119"])
    let shown = try home.shell("ls \"\(folder)\" | grep -c damaged; cat \"\(folder)\"/*damaged*")
    #expect(shown.lines == ["1", "rubbish that is long enough"])
  }

  @Test func `because a newer version has written it leaves it as it is, and readers say so`() throws {
    let home = try home()
    _ = try run("RUN", in: home)
    try HistoryFile(of: home).change("PRAGMA user_version = 99")
    let result = try run("RUN", in: home)
    #expect(result.errorLines.count == 1 && result.err.contains("written by a newer version of Cuebell"))
    #expect(try HistoryFile(of: home).rows("SELECT count(*) FROM session") == ["1"])
    let history = try home.cuebell("history")
    #expect(history.code == 1 && history.out.isEmpty && history.err.contains("a newer version of Cuebell"))
  }

  @Test func `is read by its owner alone`() throws {
    let home = try home()
    let line = """
      umask 022; mkdir -p "$HOME/.local/state/cuebell"; : > "$HOME/.local/state/cuebell/history.sqlite"
      RUN & for end in wal shm; do
        until [ -e "$HOME/.local/state/cuebell/history.sqlite-$end" ]; do sleep 0.01; done
      done
      cd "$HOME/.local/state"; stat -c '%a %n' cuebell cuebell/*; cd - > /dev/null; wait $!
      """
    let result = try run(line, in: home, speed: 20)
    let modes = result.lines.filter { $0.contains("cuebell") }
    #expect(
      modes == [
        "700 cuebell", "600 cuebell/history.sqlite", "600 cuebell/history.sqlite-shm", "600 cuebell/history.sqlite-wal",
      ])
  }
}
