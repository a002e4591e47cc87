import LiveRuns
import Testing

/// Commands that exceed a limit, each in its own way.
@Suite struct `A command with limits` {
  private static let shell = LimitedCommand(
    command: "/bin/sh", maximum: 1_000, processorTime: .seconds(1), patience: .seconds(60))

  @Test(arguments: [
    ("while :; do :; done", "used more than 1 s of processor time"),
    ("head -c 1001 /dev/zero; exec sleep 60", "printed more than 1000 bytes"),
    ("head -c 501 /dev/zero; head -c 500 /dev/zero >&2", "printed more than 1000 bytes"),
  ])
  func `is ended at the limit that it exceeds, which the error names`(script: String, limit: String) {
    let failure = #expect(throws: CommandFailure.self) { try Self.shell.run(["-c", script]) }
    #expect(failure?.kind == .failed && failure?.reason == "the command \(limit)")
  }

  @Test func `may wait longer than it may compute, as on a busy machine, but not without end`() throws {
    #expect(try Self.shell.run(["-c", "sleep 1.5; cat"], input: Array("done".utf8)).output == Array("done".utf8))
    var hanging = Self.shell
    hanging.patience = .seconds(1)
    let failure = #expect(throws: CommandFailure.self) { try hanging.run(["-c", "exec sleep 60"]) }
    #expect(failure?.reason == "the command took longer than 1 s")
  }
}
