import Testing

/// A system that refuses threads beyond a number, as a limit of processes does.
@Suite struct `A command that gets too few threads` {
  private static let workout = """
    { "name": "Short", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "tick" } ],
      "phases": [ { "name": "A", "duration": "700ms" } ] }
    """
  private static let reason = "the system can't create a thread (Resource temporarily unavailable)."

  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome.withoutSound()
    try Shim.refuse.build(in: home)
    try home.write(Self.workout, to: "w.json")
    return home
  }

  private func run(_ command: String, threads: Int, to last: Int? = nil, in home: TemporaryHome) throws -> ProcessResult
  {
    let limit = "FROM=\(threads)" + (last.map { " TO=\($0)" } ?? "")
    return try home.shell("REFUSE=pthread_create \(limit) \(Shim.preload) \"$CUEBELL\" \(command)")
  }

  @Test(arguments: ["run --silent w.json", "run --silent --json --log w.log w.json", "run w.json"])
  func `does not begin a workout that it could not play or end, and reports why`(command: String) throws {
    let home = try home()
    var (refusals, threads) = (0, 0)
    while true {
      let result = try run(command, threads: threads, in: home)
      if result.code == 0 { break }
      #expect(result.code == 1, "\(threads) threads: \(result)")
      #expect(result.errorLines.last == "The workout can't be played: \(Self.reason)", "\(threads) threads: \(result)")
      #expect(!result.out.contains(#""event": "phase""#))
      (refusals, threads) = (refusals + 1, threads + 1)
      try #require(threads < 20)
    }
    print("\(command): \(refusals) threads are too few")
    // One for the signals, two for the lines, one for the phrases, and one that plays, at least.
    #expect(refusals >= 5)
  }

  @Test func `does not resume a session that it could not play, reports why, and leaves it resumable`() throws {
    let home = try InterruptedSession.home(InterruptedSession.workout.replacing("30s", with: "3s"))
    try Shim.refuse.build(in: home)
    let place = "SELECT session, elapsed, position, phase, into_phase FROM standing"
    let standing = try HistoryFile(of: home).rows(place)
    var threads = 0
    while true {
      let result = try run("resume --silent --go-on-after 0s", threads: threads, in: home)
      if result.code == 0 { break }
      #expect(result.code == 1, "\(threads) threads: \(result)")
      // The only other line is the position of the session.
      let lines = result.errorLines.filter { !$0.hasPrefix("Session 1 “Pair”: paused in Long") }
      #expect(lines == ["The workout can't be played: \(Self.reason)"], "\(threads) threads: \(result)")
      #expect(try HistoryFile(of: home).rows(place) == standing, "\(threads) threads")
      threads += 1
      try #require(threads < 20)
    }
    #expect(threads >= 5)
    #expect(try HistoryFile(of: home).rows("SELECT reason FROM session") == ["completed"])
  }

  @Test func `plays without recording, with a message, if only the history gets no thread`() throws {
    // The threads for the signals, the speech cache and the beds come first, that of the history follows.
    let result = try run("run --silent w.json", threads: 3, to: 3, in: home())
    #expect(result.code == 0, "\(result)")
    #expect(result.errorLines == ["This session is not being recorded: \(Self.reason)"])
  }

  @Test func `renders, which needs no thread`() throws {
    let result = try run("render w.json -o out.wav", threads: 0, in: home())
    #expect(result.code == 0 && result.err.isEmpty, "\(result)")
  }

  @Test func `reports that a device cannot be tried`() throws {
    let result = try run("doctor", threads: 0, in: home())
    #expect(result.out.contains("the system can't create a thread"), "\(result)")
  }
}
