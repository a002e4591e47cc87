import Glibc
import Testing

/// A disk on which a function of the system that concerns the history never returns.
@Suite struct `A hanging disk under the history` {
  private func line(_ function: String, _ command: String) -> String {
    "HANG=\(function) \(Shim.preload) exec \"$CUEBELL\" \(command)"
  }

  @Test func `is reported once, and the workout continues`() throws {
    let homes = try ["open", "write", "sync"].map { function in
      let home = try TemporaryHome()
      try Shim.hang.build(in: home)
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

  @Test func `is reported at the end of a workout that ends before the timeout`() throws {
    let home = try TemporaryHome()
    try Shim.hang.build(in: home)
    try home.write(InterruptedSession.workout.replacing("30s", with: "1s"), to: "w.json")
    let result = try home.shell(line("open", "run --silent w.json"))
    #expect(result.code == 0 && result.out.contains("completed after"))
    #expect(result.errorLines.count == 1 && result.err.contains("isn't recorded: the disk of "), "\(result.err)")
  }

  @Test func `makes readers fail after a timeout`() throws {
    let home = try InterruptedSession.home()
    try Shim.hang.build(in: home)
    let commands = ["history", "history 1 --json", "history export", "history delete 1 --yes", "resume --silent"]
    let readers = try commands.map { try Child(["/bin/sh", "-c", line("open", $0)], in: home) }
    for (reader, command) in zip(readers, commands) {
      let result = try reader.finish()
      #expect(result.code == 1, "\(command): \(result)")
      #expect(result.errorLines == ["The disk of the history doesn't respond."], "\(command)")
    }
  }
}
