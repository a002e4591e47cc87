import FoundationEssentials
import Glibc
import Testing

/// What a run does whose history can't be written. The workout goes on: its events are all there, and in time.
@Suite struct `A run whose history can't be written` {
  /// A bell every second for two minutes: enough rows to fill any small disk.
  private static let workout = """
    { "name": "Bells", "style": "silent", "cues": [ { "on": "workout", "at": "every 1s", "sound": "tick" } ],
      "phases": [
        { "sets": 24, "phases": [ { "name": "On", "duration": "3s" }, { "name": "Off", "duration": "2s" } ] } ] }
    """

  private static var isRoot: Bool { geteuid() == 0 }

  private func home() throws -> Home {
    let home = try Home()
    try home.write(Self.workout, to: "w.json")
    return home
  }

  /// Runs a line of shell in which the run is `RUN`, and returns what it said.
  private func run(_ line: String, in home: Home) throws -> Ending {
    let run = "\"$CUEBELL\" run --silent --speed 20 --json w.json"
    let ending = try home.shell(line.replacing("RUN", with: run))
    #expect(ending.code == 0, "\(ending.err)")
    let told = ending.lines.filter { $0.hasPrefix("{") }.joined(separator: "\n")
    #expect(try EventRecord.all(in: told).filter { $0.event == "finished" }.map(\.reason) == ["completed"])
    let cues = try EventRecord.cues(in: told)
    #expect(cues.count == 119 && Set(cues.map(\.cue)).count == 119)
    return ending
  }

  @Test func `because the disk is full says so once, and leaves a whole database`() throws {
    let home = try home()
    if Self.isRoot {
      // A disk of its own that holds a third of it, seen by this run alone; the file is copied out before it is gone.
      let mount = "mkdir -p \"$HOME/.local/state\" && mount -t tmpfs -o size=240k none \"$HOME/.local/state\""
      let ending = try run(
        "unshare -m sh -c '\(mount) && RUN; code=$?; cp -R \"$HOME/.local/state/cuebell\" kept; exit $code'", in: home)
      #expect(ending.errorLines.count { $0.contains("can't be written now") } == 1, "\(ending.err)")
      #expect(ending.err.contains("full") && ending.errorLines.count <= 3)
      #expect(try HistoryFile(path: home.path("kept/history.sqlite")).damages().isEmpty)
    }
    // A limit on the length of files does the same to users who may not mount.
    let other = try self.home()
    let ending = try run("ulimit -f 400; RUN", in: other)
    #expect(ending.errorLines.count { $0.contains("can't be written now") } == 1, "\(ending.err)")
    #expect(ending.errorLines.contains { $0.contains("rows of this session") })
    #expect(try HistoryFile(of: other).damages().isEmpty)
  }

  @Test func `because the disk reports errors says so once, and writes it all when they are over`() throws {
    let home = try home()
    try Shim.build(
      """
      int fails(int file) {
        char link[64], name[4096];
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        long length = readlink(link, name, sizeof name - 1);
        if (length < 4 || access(getenv("BROKEN_WHILE"), F_OK) != 0) return 0;
        name[length] = 0;
        return strcmp(name + length - 4, "-wal") == 0;
      }
      ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
        if (fails(file)) { errno = EIO; return -1; }
        return ((ssize_t (*)(int, const void *, size_t, off64_t)) dlsym(RTLD_NEXT, "pwrite64"))(file, bytes, count, at);
      }
      int fdatasync(int file) {
        if (fails(file)) { errno = EIO; return -1; }
        return ((int (*)(int)) dlsym(RTLD_NEXT, "fdatasync"))(file);
      }
      """, in: home)
    let line = """
      \(Shim.before) BROKEN_WHILE=broken RUN > out 2> errors & run=$!
      until [ "$(grep -c '"event": "cue"' out)" -gt 9 ]; do sleep 0.01; done; touch broken
      until grep -q "can't be written now" errors; do sleep 0.01; done; rm broken
      wait $run; code=$?; cat out; cat errors >&2; exit $code
      """
    let ending = try run(line, in: home)
    #expect(ending.errorLines.count { $0.contains("can't be written now") && $0.contains("disk I/O error") } == 1)
    #expect(ending.errorLines.last == "The history is written again.", "\(ending.err)")
    let history = HistoryFile(of: home)
    #expect(try history.rows("SELECT reason, lost, (SELECT count(*) FROM cue) FROM session") == ["completed 0 119"])
    #expect(try history.damages().isEmpty)
  }

  @Test func `because its home is read-only says so once`() throws {
    let home = try home()
    let ending =
      if Self.isRoot {
        try run("unshare -m sh -c 'mount -t tmpfs -o ro none \"$HOME\" && RUN'", in: home)
      } else {
        try run("chmod 500 \"$HOME\"; RUN; code=$?; chmod 700 \"$HOME\"; exit $code", in: home)
      }
    #expect(ending.errorLines.count == 1 && ending.err.hasPrefix("Nothing of this session is written down: "))
    #expect(ending.err.hasSuffix(Self.isRoot ? "/.local: Read-only file system.\n" : "/.local: Permission denied.\n"))
  }

  @Test func `because its home has become read-only can still be read`() throws {
    let home = try home()
    _ = try run("RUN", in: home)
    let mount = "mount --bind \"$HOME\" \"$HOME\" && mount -o remount,ro,bind \"$HOME\""
    let line =
      Self.isRoot
      ? "unshare -m sh -c '\(mount) && \"$CUEBELL\" history'"
      : "chmod 500 \"$HOME/.local/state/cuebell\"; chmod 400 \"$HOME\"/.local/state/cuebell/*; \"$CUEBELL\" history"
    let ending = try home.shell(line)
    #expect(ending.code == 0 && ending.out.contains("  completed"), "\(ending.err)")
  }

  @Test func `because the name of its home is no text makes no other folder`() throws {
    let home = try home()
    let ending = try run("HOME=$(printf '%s/h\\377' \"$PWD\"); export HOME; RUN", in: home)
    #expect(ending.errorLines.count == 1 && ending.err.contains("isn't UTF-8"))
    #expect(try home.names() == ["w.json"])
  }

  @Test func `because nobody has a home says so once`() throws {
    let home = try home()
    try Shim.build("int getpwuid_r() { return ENOENT; }", in: home)
    let ending = try run("unset HOME; \(Shim.before) RUN", in: home)
    #expect(
      ending.err == "Nothing of this session is written down: neither XDG_STATE_HOME nor HOME is set, "
        + "and this user has no home.\n")
  }

  @Test func `because it is damaged sets it aside and begins a new one`() throws {
    let home = try home()
    let folder = "$HOME/.local/state/cuebell"
    let rubbish = "mkdir -p \"\(folder)\"; echo rubbish that is long enough > \"\(folder)/history.sqlite\""
    let ending = try run("\(rubbish); RUN", in: home)
    #expect(ending.errorLines.count == 1 && ending.err.hasPrefix("The history is damaged: it was set aside as "))
    let rows = try HistoryFile(of: home).rows("SELECT reason, (SELECT count(*) FROM cue) FROM session")
    #expect(rows == ["completed 119"])
    let shown = try home.shell("ls \"\(folder)\" | grep -c damaged; cat \"\(folder)\"/*damaged*")
    #expect(shown.lines == ["1", "rubbish that is long enough"])
  }

  @Test func `because a newer version has written it leaves it as it is, and readers say so`() throws {
    let home = try home()
    _ = try run("RUN", in: home)
    try HistoryFile(of: home).change("INSERT INTO grdb_migrations VALUES ('99 holograms')")
    let ending = try run("RUN", in: home)
    #expect(ending.errorLines.count == 1 && ending.err.contains("written by a newer version of Cuebell"))
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
    let ending = try run(line, in: home)
    let modes = ending.lines.filter { $0.contains("cuebell") }
    #expect(
      modes == [
        "700 cuebell", "600 cuebell/history.sqlite", "600 cuebell/history.sqlite-shm", "600 cuebell/history.sqlite-wal",
      ])
  }
}
