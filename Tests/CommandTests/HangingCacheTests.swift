import FoundationEssentials
import Glibc
import Testing

/// A disk that takes longer for a phrase than any test waits, or just too long.
@Suite struct `A disk of phrases that hangs` {
  /// Counts, in the file `calls`, those of the function `SLOW` that concern a phrase, and has each take `MICROSECONDS`.
  private static let shim = """
    #include <stdarg.h>
    static void wait_if(const char *function, const char *name) {
      if (strspn(name, "0123456789abcdef") != 32 || strcmp(function, getenv("SLOW")) != 0) return;
      int note = open(getenv("CALLS"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
      if (write(note, ".", 1) != 1) abort();
      close(note);
      usleep(atoi(getenv("MICROSECONDS")));
    }
    int openat(int folder, const char *name, int flags, ...) {
      va_list rest;
      va_start(rest, flags);
      int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
      va_end(rest);
      wait_if("openat", name);
      return ((int (*)(int, const char *, int, ...)) dlsym(RTLD_NEXT, "openat"))(folder, name, flags, mode);
    }
    int renameat(int from, const char *name, int to, const char *other) {
      wait_if("renameat", name);
      return ((int (*)(int, const char *, int, const char *)) dlsym(RTLD_NEXT, "renameat"))(from, name, to, other);
    }
    int unlinkat(int folder, const char *name, int flags) {
      wait_if("unlinkat", name);
      return ((int (*)(int, const char *, int)) dlsym(RTLD_NEXT, "unlinkat"))(folder, name, flags);
    }
    """
  /// Ten minutes, in microseconds.
  private static let endless = 600_000_000

  /// Whether phrases are there before; what is done with one that is, and with one that isn't.
  private static let functions = [(isWarm: true, name: "openat"), (isWarm: false, name: "renameat")]

  /// A home with the functions, and with phrases where it is to be warm.
  private func home(isWarm: Bool, _ workout: String = WorkoutText.slow) throws -> Home {
    let home = try Home()
    try Shim.build(Self.shim, in: home)
    try home.write(workout, to: "w.json")
    if isWarm { #expect(try home.cuebell("render", "w.json", "-o", "cold.wav").code == 0) }
    return home
  }

  private func line(_ function: String, _ microseconds: Int, _ command: String) -> String {
    "CALLS=\"$PWD/calls\" SLOW=\(function) MICROSECONDS=\(microseconds) \(Shim.before) exec \"$CUEBELL\" \(command)"
  }

  @Test(arguments: Self.functions)
  func `holds up neither the beginning of a workout nor its end`(isWarm: Bool, function: String) throws {
    let home = try home(isWarm: isWarm)
    let run = try home.start(
      words: ["/bin/sh", "-c", line(function, Self.endless, "run --silent --json w.json")])
    try run.line { $0.contains(#""event": "phase""#) }
    try run.line { $0.contains(#""event": "cue""#) }
    run.signal(SIGINT)
    let ending = try run.finish()
    #expect(ending.code == 130 && ending.err.isEmpty, "\(ending)")
    let failed = try EventRecord.cues(in: ending.out).count { $0.say != nil && $0.outcome == "failed" }
    #expect(failed == 0)
    #expect(try home.text(of: "calls") == ".")
  }

  @Test(arguments: Self.functions)
  func `changes nothing of a render`(isWarm: Bool, function: String) throws {
    let home = try home(isWarm: isWarm, WorkoutText.small)
    #expect(try home.shell("XDG_CACHE_HOME=/dev/null \"$CUEBELL\" render w.json -o without.wav").code == 0)
    let ending = try home.shell(line(function, Self.endless, "render w.json -o slow.wav"))
    #expect(ending.code == 0 && ending.err.isEmpty, "\(ending)")
    #expect(try home.bytes(of: "slow.wav") == home.bytes(of: "without.wav"))
    #expect(try home.text(of: "calls") == ".")
  }

  @Test func `isn't waited for where room is to be made`() throws {
    let home = try home(isWarm: false, WorkoutText.small)
    let full = try home.shell(
      """
      mkdir -p -m 700 '\(home.phrases)' && cd '\(home.phrases)' && for number in $(seq 57); do
        truncate -s 1M $(printf %032x $number); done
      """)
    #expect(full.code == 0)
    let ending = try home.shell(line("unlinkat", Self.endless, "render w.json -o slow.wav"))
    #expect(ending.code == 0 && ending.err.isEmpty, "\(ending)")
    #expect(try home.text(of: "calls") == ".")
  }

  @Test func `or takes a little longer for each than the phrase is worth, isn't asked for all of them`() throws {
    let home = try home(isWarm: true, try WorkoutText.shipped("tabata"))
    let kept = try FileManager.default.contentsOfDirectory(atPath: home.phrases).count
    #expect(try home.shell(line("openat", 450_000, "render w.json -o slow.wav")).code == 0)
    // Twice 430 ms too long leave 140 ms of the second for the third.
    let calls = try home.text(of: "calls").count
    #expect(kept > 10 && (1...3).contains(calls), "\(calls) of \(kept)")
    #expect(try home.bytes(of: "slow.wav") == home.bytes(of: "cold.wav"))
  }
}
