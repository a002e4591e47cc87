import Testing

/// A system that allows so many threads and no more, as a limit of processes does.
@Suite struct `A command that gets too few threads` {
  private static let shim = """
    int pthread_create(void *thread, const void *attributes, void *(*start)(void *), void *argument) {
      static int count;
      int (*create)(void *, const void *, void *(*)(void *), void *) = dlsym(RTLD_NEXT, "pthread_create");
      if (__sync_fetch_and_add(&count, 1) >= atoi(getenv("THREADS"))) return EAGAIN;
      return create(thread, attributes, start, argument);
    }
    """
  private static let workout = """
    { "name": "Short", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "tick" } ],
      "phases": [ { "name": "A", "duration": "2s" } ] }
    """
  private static let reason = "the system gives no thread (Resource temporarily unavailable)."

  private func home(_ shim: String = Self.shim) throws -> Home {
    let home = try Home.withoutSound()
    try Shim.build(shim, in: home)
    try home.write(Self.workout, to: "w.json")
    return home
  }

  private func run(_ command: String, threads: Int, in home: Home) throws -> Ending {
    try home.shell("THREADS=\(threads) \(Shim.before) \"$CUEBELL\" \(command)")
  }

  @Test(arguments: ["run --silent w.json", "run --silent --json --log w.log w.json", "run w.json"])
  func `doesn't begin a workout that it couldn't play or end, says why, and hangs never`(command: String) throws {
    let home = try home()
    var (refusals, threads) = (0, 0)
    while true {
      let ending = try run(command, threads: threads, in: home)
      if ending.code == 0 { break }
      #expect(ending.code == 1, "\(threads) threads: \(ending)")
      #expect(ending.errorLines.last == "The workout can't be played: \(Self.reason)", "\(threads) threads: \(ending)")
      #expect(!ending.out.contains(#""event": "phase""#))
      (refusals, threads) = (refusals + 1, threads + 1)
      try #require(threads < 20)
    }
    print("\(command): \(refusals) threads are too few")
    // One for the signals, two for the lines, one for the phrases, and one that plays, at least.
    #expect(refusals >= 5)
  }

  @Test func `doesn't take up a session that it couldn't play, says why, and leaves it to be resumed`() throws {
    let home = try Interrupted.home(Interrupted.workout.replacing("30s", with: "5s"))
    try Shim.build(Self.shim, in: home)
    let place = "SELECT session, elapsed, position, phase, into_phase FROM standing"
    let standing = try HistoryFile(of: home).rows(place)
    var threads = 0
    while true {
      let ending = try run("resume --silent --go-on-after 0s", threads: threads, in: home)
      if ending.code == 0 { break }
      #expect(ending.code == 1, "\(threads) threads: \(ending)")
      // Besides it says at most where the session stands, as always.
      let lines = ending.errorLines.filter { !$0.hasPrefix("Session 1, \"Pair\", stands in Long") }
      #expect(lines == ["The workout can't be played: \(Self.reason)"], "\(threads) threads: \(ending)")
      #expect(try HistoryFile(of: home).rows(place) == standing, "\(threads) threads")
      threads += 1
      try #require(threads < 20)
    }
    #expect(threads >= 5)
    #expect(try HistoryFile(of: home).rows("SELECT reason FROM session") == ["completed"])
  }

  @Test func `writes down nothing where only that has no thread, says so, and plays`() throws {
    // Behind that for the signals come the two for the history.
    let count = "__sync_fetch_and_add(&count, 1)"
    let home = try home(Self.shim.replacing("\(count) >=", with: "(\(count) + 1) / 2 =="))
    let ending = try run("run --silent w.json", threads: 1, in: home)
    #expect(ending.code == 0, "\(ending)")
    #expect(ending.errorLines == ["Nothing of this session is written down: \(Self.reason)"])
  }

  @Test func `renders, which needs none`() throws {
    let ending = try run("render w.json -o out.wav", threads: 0, in: home())
    #expect(ending.code == 0 && ending.err.isEmpty, "\(ending)")
  }

  @Test func `says of a device that it can't try it`() throws {
    let ending = try run("doctor", threads: 0, in: home())
    #expect(ending.out.contains("the system gives no thread"), "\(ending)")
  }
}
