import TestSupport
import Testing

@Suite struct `Streams and exit codes` {
  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    return home
  }

  @Test(arguments: ["show w.json", "check w.json", "sounds", "voices", "devices", "doctor", "new mine"])
  func `results go to stdout, and one that can't be written is an error`(command: String) throws {
    let fine = try home().shell("\"$CUEBELL\" \(command) 2> errors; status=$?; cat errors >&2; exit $status")
    #expect(fine.code == 0 && !fine.out.isEmpty && fine.err.isEmpty)
    let full = try home().shell("\"$CUEBELL\" \(command) > /dev/full")
    #expect(full.code == 73 && full.err == "stdout: No space left on device\n")
  }

  @Test func `a reader that has seen enough is no error to report`() throws {
    let result = try home().shell("\"$CUEBELL\" voices | head -n 1")
    #expect(result.code == 0 && result.lines.count == 1 && result.err.isEmpty)
  }

  @Test func `sound on stdout is nothing but sound`() throws {
    let home = try home()
    let result = try home.shell("\"$CUEBELL\" render w.json -o - > w.wav")
    #expect(result.code == 0 && result.err.isEmpty)
    #expect(try Wave(home.bytes(of: "w.wav")).frames > 10 * Wave.rate)
  }

  @Test func `a name that would steer the terminal doesn't reach it`() throws {
    let home = try TemporaryHome()
    let name = "a\u{1B}]0;stolen\u{07}.json"
    for command in ["run", "check", "show"] {
      let result = try home.cuebell(command, name)
      #expect(result.code == 66 && result.err.contains("a\u{FFFD}]0;stolen\u{FFFD}.json"), "\(command)")
      #expect(!result.err.contains("\u{1B}") && !result.err.contains("\u{07}"))
    }
    let run = try home.cuebell("run", "-", "--silent", "--log", "no/\(name)", input: .text(WorkoutText.small))
    #expect(run.code == 73 && !run.err.contains("\u{1B}"))
  }
}
