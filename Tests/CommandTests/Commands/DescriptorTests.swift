import Glibc
import Synchronization
import Testing

/// A system that limits open files: from 3, with which no library can be loaded, to 40.
@Suite struct `A command that gets too few file descriptors` {
  private static let limits = 3...40
  private static let workout = """
    { "name": "Short", "style": "silent",
      "cues": [ { "on": "phase", "at": "start", "sound": "tick", "say": "{phase}" } ],
      "phases": [ { "name": "One", "duration": "2s" }, { "name": "Two", "duration": "2s" } ] }
    """

  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome.withoutSound()
    try home.write(Self.workout, to: "w.json")
    return home
  }

  /// Runs a command with each limit: it succeeds with its whole result, or fails with the reason on stderr.
  private func expectResultOrReason(
    of command: String, isWhole: @escaping @Sendable (ProcessResult, TemporaryHome) throws -> Bool,
    after each: @escaping @Sendable (TemporaryHome) throws -> Void = { _ in }
  ) async throws {
    let counts = Mutex((failures: 0, successes: 0))
    let parts = 4
    try await concurrently(0..<parts) { part in
      let home = try home()
      for limit in Self.limits where limit % parts == part {
        let result = try home.shell("ulimit -n \(limit); exec \"$CUEBELL\" \(command)")
        if result.code == 0 {
          counts.withLock { $0.successes += 1 }
          #expect(try isWhole(result, home), "\(limit): \(result)")
        } else {
          counts.withLock { $0.failures += 1 }
          #expect([1, 66, 69, 73, 127].contains(result.code), "\(limit): \(result)")
          #expect((1...3).contains(result.errorLines.count), "\(limit): \(result)")
        }
        try each(home)
      }
    }
    let (failures, successes) = counts.withLock { $0 }
    #expect(failures > 0 && successes > 20, "\(failures) failures, \(successes) successes")
  }

  @Test(arguments: ["--silent --speed 20", "--device no-such-card --start-at 3800ms"])
  func `completes a workout, or reports why it cannot`(options: String) async throws {
    try await expectResultOrReason(of: "run \(options) w.json") { result, _ in
      // One line for the history, one for the socket, and up to two for the missing sound.
      result.out.contains("completed after") && result.errorLines.count <= 4
    } after: { home in
      let history = HistoryFile(of: home)
      let errors = try history.exists ? history.integrityErrors() : []
      #expect(errors.isEmpty)
    }
  }

  @Test func `checks and shows a workout, or reports why it cannot`() async throws {
    let home = try home()
    for command in ["check w.json", "show w.json"] {
      let whole = try home.shell("\"$CUEBELL\" \(command)").out
      try await expectResultOrReason(of: command) { result, _ in
        result.out == whole || result.out.contains("Too many open files")
      }
    }
  }

  @Test func `renders a workout, or reports why it cannot, and never renders a wrong phrase`() async throws {
    let home = try home()
    #expect(try home.shell("XDG_CACHE_HOME=/dev/null \"$CUEBELL\" render w.json -o whole.wav").code == 0)
    let whole = try home.bytes(of: "whole.wav")
    try await expectResultOrReason(of: "render w.json -o out.wav --cues out.ndjson") { _, home in
      let cues = try home.text(of: "out.ndjson")
      return try home.bytes(of: "out.wav") == whole || cues.contains("Too many open files")
    } after: { home in
      _ = try home.shell("rm -f out.wav out.ndjson; rm -rf \"$HOME\"; mkdir \"$HOME\"")
    }
  }

  @Test func `resumes a session, or says why it can't and leaves it to be resumed`() throws {
    let home = try InterruptedSession.home(InterruptedSession.workout.replacing("30s", with: "1500ms"))
    var limit = Self.limits.lowerBound
    while limit <= Self.limits.upperBound {
      let result = try home.shell("ulimit -n \(limit); exec \"$CUEBELL\" resume --silent --go-on-after 0s")
      let isWhole = result.code == 0 && result.out.contains("completed after")
      // Where nothing more is written down, which is said, the session can be resumed once more.
      if isWhole, !result.err.contains("not being recorded") { break }
      #expect(isWhole || result.code != 0 && !result.err.isEmpty, "\(limit): \(result)")
      limit += 1
    }
    #expect(Self.limits.dropFirst(2).contains(limit))
    #expect(try HistoryFile(of: home).rows("SELECT reason FROM session") == ["completed"])
  }

  @Test func `lists all voices, or reports why it cannot`() async throws {
    let all = try home().cuebell("voices").out
    try await expectResultOrReason(of: "voices") { result, _ in result.out == all }
  }
}
