import Glibc
import TestSupport
import Testing

/// A disk on which a function of the system that concerns the history never returns.
@Suite struct `A disk of the history that hangs` {
  private static let shim = """
    #include <stdarg.h>
    static void stand(const char *function, const char *name) {
      if (strstr(name, "history.sqlite") == 0 || strcmp(function, getenv("HANGS")) != 0) return;
      for (;;) pause();
    }
    static void stand_file(const char *function, int file) {
      char link[64], name[4096];
      snprintf(link, sizeof link, "/proc/self/fd/%d", file);
      long length = readlink(link, name, sizeof name - 1);
      if (length < 0) return;
      name[length] = 0;
      stand(function, name);
    }
    int open64(const char *path, int flags, ...) {
      va_list rest;
      va_start(rest, flags);
      int mode = va_arg(rest, int);
      va_end(rest);
      stand("open", path);
      return ((int (*)(const char *, int, int)) dlsym(RTLD_NEXT, "open64"))(path, flags, mode);
    }
    ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
      stand_file("write", file);
      return ((ssize_t (*)(int, const void *, size_t, off64_t)) dlsym(RTLD_NEXT, "pwrite64"))(file, bytes, count, at);
    }
    int fdatasync(int file) {
      stand_file("sync", file);
      return ((int (*)(int)) dlsym(RTLD_NEXT, "fdatasync"))(file);
    }
    """

  private func line(_ function: String, _ command: String) -> String {
    "HANGS=\(function) \(Shim.before) exec \"$CUEBELL\" \(command)"
  }

  @Test func `is told of once, and the workout goes on`() throws {
    let homes = try ["open", "write", "sync"].map { function in
      let home = try Home()
      try Shim.build(Self.shim, in: home)
      try home.write(WorkoutText.slow, to: "w.json")
      return (home, try Child(["/bin/sh", "-c", line(function, "run --silent w.json 2> errors")], in: home), function)
    }
    for (home, run, function) in homes {
      try home.wait(for: "This session isn't being recorded: ", in: "errors")
      run.signal(SIGTERM)
      #expect(try run.finish().code == 143, "\(function)")
      #expect(try home.text(of: "errors").split(separator: "\n").count == 1, "\(function)")
    }
  }

  @Test func `is told of at the end of a workout that is over before anybody could know`() throws {
    let home = try Home()
    try Shim.build(Self.shim, in: home)
    try home.write(Interrupted.workout.replacing("30s", with: "1s"), to: "w.json")
    let ending = try home.shell(line("open", "run --silent w.json"))
    #expect(ending.code == 0 && ending.out.contains("completed after"))
    #expect(ending.errorLines.count == 1 && ending.err.contains("isn't recorded: the disk of "), "\(ending.err)")
  }

  @Test func `is given up by those who read it`() throws {
    let home = try Interrupted.home()
    try Shim.build(Self.shim, in: home)
    let begin = ContinuousClock.now
    let commands = ["history", "history 1 --json", "history export", "history delete 1", "resume --silent"]
    let readers = try commands.map { try Child(["/bin/sh", "-c", line("open", $0)], in: home) }
    for (reader, command) in zip(readers, commands) {
      let ending = try reader.finish()
      #expect(ending.code == 1, "\(command): \(ending)")
      #expect(ending.errorLines == ["The history: its disk doesn't answer."], "\(command)")
    }
    let time = ContinuousClock.now - begin
    #expect(time < .seconds(10), "\(time)")
  }
}
