import Glibc
import TestSupport
import Testing

/// Whatever a command does, SIGTERM and SIGINT end it at once, with 143 and 130, and nothing unfinished is left.
@Suite struct `A command that is told to end` {
  /// Ends at once, even where all processors are busy with something else.
  private static let limit = Duration.seconds(1)

  private static let long = """
    { "name": "Long", "style": "silent", "ambient": { "sound": "rain" },
      "cues": [ { "on": "workout", "at": "every 1s", "sound": "tick" } ],
      "phases": [
        { "sets": 1000, "phases": [ { "name": "A", "duration": "5s" }, { "name": "B", "duration": "4s" } ] } ] }
    """

  private func home() throws -> Home {
    let home = try Home.withoutSound()
    try home.write(Self.long, to: "w.json")
    guard unsafe mkfifo(home.path("fifo"), 0o600) == 0 else { throw Failure("no FIFO") }
    return home
  }

  private func expectEnd(of child: Child, by signal: Int32, _ what: String) throws {
    let begin = ContinuousClock.now
    child.signal(signal)
    let ending = try child.finish()
    let time = ContinuousClock.now - begin
    #expect(ending.code == 128 + signal && time < Self.limit, "\(what): \(ending.code) after \(time)\n\(ending.err)")
  }

  /// What computes, or waits for a reader or a writer that never comes.
  private static let commands: [(words: [String], isInput: Bool)] = [
    (
      [
        "render", "w.json", "-o", "out.flac", "--stems", "parts", "--cues", "out.ndjson", "--picture", "out.svg",
      ], false
    ),
    (["render", "w.json", "-o", "-"], false), (["show", "--json", "w.json"], false),
    (["simulate", "--workout", "w.json", "--seeds", "1000000", "--trace", "out.ndjson"], false),
    (["check", "fifo"], false), (["check", "-"], true), (["render", "-", "-o", "out.wav"], true),
    (["run", "--silent", "-"], true), (["run", "--silent", "w.json"], false),
    (["run", "--silent", "--latency", "power", "w.json"], false),
  ]

  @Test(arguments: commands, [SIGTERM, SIGINT])
  func `while it is at it ends at once`(command: (words: [String], isInput: Bool), signal: Int32) throws {
    let home = try home()
    let child = try Child([Project.command] + command.words, in: home, input: command.isInput ? .open : .nothing)
    usleep(600_000)
    try expectEnd(of: child, by: signal, command.words.joined(separator: " "))
    #expect(try home.names() == ["fifo", "w.json"])
  }

  @Test func `or by any other signal that ends it leaves nothing unfinished`() throws {
    for signal in [SIGHUP, SIGALRM, SIGUSR1, SIGABRT, SIGSEGV, 34] {
      let home = try home()
      let line = "ulimit -c 0; exec \"$CUEBELL\" render w.json -o out.wav --stems parts"
      let render = try Child(["/bin/sh", "-c", line], in: home)
      try render.wait { try home.names().contains("parts") }
      render.signal(signal)
      #expect(try render.finish().code == -signal)
      #expect(try home.names() == ["fifo", "w.json"], "\(signal)")
    }
  }

  /// Writing to stdout, or opening the history, takes for ever.
  private static let shim = """
    #include <stdarg.h>
    static void stand(int isMeant) {
      if (!isMeant) return;
      close(open(getenv("STANDS"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
      for (;;) pause();
    }
    ssize_t write(int file, const void *bytes, size_t count) {
      stand(file == 1);
      return ((ssize_t (*)(int, const void *, size_t)) dlsym(RTLD_NEXT, "write"))(file, bytes, count);
    }
    int open64(const char *path, int flags, ...) {
      va_list rest;
      va_start(rest, flags);
      int mode = va_arg(rest, int);
      va_end(rest);
      stand(strstr(path, "history.sqlite") != 0 && getenv("HANGS") != 0);
      return ((int (*)(const char *, int, int)) dlsym(RTLD_NEXT, "open64"))(path, flags, mode);
    }
    """

  @Test(arguments: ["doctor", "voices", "devices", "sounds", "new mine", "history", "history export", "resume"])
  func `while it waits for a reader or a disk ends at once`(command: String) throws {
    let home = try Interrupted.home(Interrupted.workout, ["ALSA_CONFIG_PATH=/dev/null"])
    try Shim.build(Self.shim, in: home)
    let hangs = command == "resume" ? "HANGS=1 " : ""
    let line = "\(hangs)STANDS=\"$PWD/stands\" \(Shim.before) exec \"$CUEBELL\" \(command)"
    // Listing devices may fail here, in which case it has ended already.
    if command == "devices", try home.cuebell("devices").code != 0 { return }
    let child = try Child(["/bin/sh", "-c", line], in: home)
    try child.wait { try home.names().contains("stands") }
    try expectEnd(of: child, by: SIGTERM, command)
    #expect(try !home.names().contains { $0.hasSuffix(".part") })
  }
}
