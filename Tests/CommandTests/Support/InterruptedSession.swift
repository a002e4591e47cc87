import Glibc

/// A session that was killed, to be resumed.
enum InterruptedSession {
  static let workout = """
    { "name": "Pair", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "bell" } ],
      "phases": [ { "name": "Warm up", "duration": "1s" }, { "name": "Long", "duration": "30s" } ] }
    """

  /// A home in which a session of `text` in `w.json` was killed in its second phase.
  static func home(_ text: String = workout, _ variables: [String] = [], options: [String] = []) throws -> TemporaryHome
  {
    try killed(text, variables, options: options).home
  }

  /// Such a home, and the upper bound of the session's position, in nanoseconds: the lifetime of its process.
  static func killed(
    _ text: String = workout, _ variables: [String] = [], options: [String] = []
  ) throws -> (home: TemporaryHome, latest: Int) {
    let home = try TemporaryHome(variables)
    try home.write(text, to: "w.json")
    let begin = ContinuousClock().now
    let run = try Child([Project.command, "run", "--silent", "--json", "w.json"] + options, in: home)
    _ = try run.line { $0.contains(#""event": "phase""#) }
    _ = try run.line { $0.contains(#""event": "phase""#) }
    // The bell that begins the second phase is recorded once the disk has taken what came before it.
    let history = HistoryFile(of: home)
    try run.wait { (try? history.rows("SELECT count(*) FROM cue")) == ["2"] }
    run.signal(SIGKILL)
    _ = try run.finish()
    return (home, Int((ContinuousClock().now - begin) / .nanoseconds(1)))
  }
}
