import Glibc
import TestSupport
import Testing

@Suite struct `As a job of a shell` {
  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.write(try WorkoutText.shipped("tabata"), to: "w.json")
    return home
  }

  /// A shell with job control that runs a workout and, when that is stopped, does what `then` says.
  private func start(_ home: TemporaryHome, then: String) throws -> Terminal {
    let run = #""$CUEBELL" run --silent --log w.log w.json; echo "stopped $?""#
    return try Terminal("set -m; \(run); \(then)", in: home)
  }

  /// The actions, pauses and resumptions of the session so far.
  private func actions(_ home: TemporaryHome) throws -> [String] {
    try EventRecord.all(in: home.text(of: "w.log")).compactMap { record in
      switch record.event {
      case "action": record.accepted == true ? record.action : record.action.map { "no \($0)" }
      case "paused", "resumed": "\(record.event) \(record.reason ?? "")"
      default: nil
      }
    }
  }

  @Test func `Ctrl-Z interrupts, restores the terminal and stops; fg resumes and draws`() throws {
    let home = try home()
    let terminal = try start(home, then: #"echo "echo $(stty -a | grep -c ' echo ')"; read go; fg; echo "status $?""#)
    try terminal.wait(for: "“Get ready”")
    terminal.type("\u{1A}")
    // 128 + SIGTSTP: the shell has seen it stopped, and not ended.
    let shell = try terminal.wait(for: "echo 1")
    #expect(shell.lines.contains("stopped \(128 + SIGTSTP)") && !shell.isAlternate && shell.hasCursor)
    #expect(try actions(home).suffix(2) == ["paused interruption", "interruptionBegan"])
    terminal.type("\n")
    let screen = try terminal.wait { $0.isAlternate && $0.lines.contains { $0.contains("space pause") } }
    #expect(!screen.hasCursor && screen.unsupported.isEmpty)
    terminal.type("q")
    let end = try terminal.finish()
    #expect(end.lines.contains("status 4") && !end.isAlternate && end.hasCursor)
    #expect(try actions(home).suffix(3).prefix(2) == ["resumed interruption", "interruptionEnded"])
  }

  @Test func `without a sound card the reason stays on its screen, and no loss is reported`() throws {
    let home = try home()
    let run = #""$CUEBELL" run --device no-such-card --log w.log w.json; echo "stopped $?""#
    let terminal = try Terminal(#"set -m; \#(run); read go; fg; echo "status $?""#, in: home)
    let reason = "no sound: no-such-card: No such file or directory"
    try terminal.wait(for: "keeping time in silence")
    try terminal.wait { $0.lines.first?.hasSuffix(reason) == true }
    try home.wait(for: #""event": "phase""#, in: "w.log")
    terminal.type("\u{1A}")
    try terminal.wait(for: "stopped 148")
    terminal.type("\n")
    // The session waits for no device, and the screen says why until its end.
    try terminal.wait { $0.isAlternate && $0.lines.first?.hasSuffix(reason) == true }
    try home.wait(for: #""action": "interruptionEnded""#, in: "w.log")
    usleep(1_500_000)
    try terminal.wait { $0.lines.first?.hasSuffix(reason) == true }
    terminal.type("q")
    let lines = try terminal.finish().lines
    #expect(lines.contains("status 4") && !lines.contains { $0.contains("is gone") || $0.contains("is back") })
    #expect(lines.count { $0.hasPrefix("No sound (no-such-card: ") } == 1, "\(lines)")
    let audio = try EventRecord.all(in: home.text(of: "w.log")).filter { $0.event == "audio" }
    #expect(audio.map(\.state) == ["opened"] && audio.map(\.sink) == ["silent"])
  }

  @Test func `Ctrl-Z while the voice is made ready stops as well, and fg begins`() throws {
    let home = try home()
    let terminal = try start(home, then: #"read go; fg; echo "status $?""#)
    try terminal.wait { $0.isAlternate }
    terminal.type("\u{1A}")
    try terminal.wait(for: "stopped 148")
    terminal.type("\n")
    try terminal.wait(for: "“Get ready”")
    terminal.type("q")
    #expect(try terminal.finish().lines.contains("status 4"))
  }

  @Test func `a user's pause lasts through a stop`() throws {
    let home = try home()
    let terminal = try start(home, then: #"read go; fg; echo "status $?""#)
    try terminal.wait(for: "“Get ready”")
    terminal.type(" ")
    try terminal.wait(for: "  Paused")
    terminal.type("\u{1A}")
    try terminal.wait(for: "stopped 148")
    terminal.type("\n")
    try terminal.wait { $0.isAlternate && $0.lines.contains("  Paused") }
    terminal.type("q")
    #expect(try terminal.finish().lines.contains("status 4"))
    #expect(try !actions(home).contains { $0.hasPrefix("resumed") })
  }

  @Test func `bg resumes without drawing, and fg draws again`() throws {
    let home = try home()
    let terminal = try start(home, then: #"bg; read go; echo "back"; read go; fg; echo "status $?""#)
    try terminal.wait(for: "“Get ready”")
    terminal.type("\u{1A}")
    try terminal.wait(for: "stopped 148")
    // Only the log shows when it resumes.
    try home.wait(for: #""event": "resumed""#, in: "w.log")
    #expect(try actions(home).contains("lifecycle"))
    terminal.type("\n")
    let shell = try terminal.wait(for: "back")
    #expect(!shell.isAlternate && shell.hasCursor)
    #expect(terminal.text.hasSuffix("back\r\n"), "nothing but the shell has written")
    terminal.type("\n")
    try terminal.wait { $0.isAlternate && $0.lines.contains { $0.contains("space pause") } }
    terminal.type("q")
    #expect(try terminal.finish().lines.contains("status 4"))
  }

  @Test func `fg by a shell that sends no signal draws again`() throws {
    let home = try home()
    let script = #"set -m; "$CUEBELL" run --silent --log w.log w.json & read go; fg > /dev/null; echo "status $?""#
    try home.write(script, to: "job.sh")
    // Bash gives the terminal to a job that runs without a signal.
    let terminal = try Terminal("exec bash job.sh", in: home)
    try home.wait(for: #""event": "cue""#, in: "w.log")
    #expect(try EventRecord.all(in: home.text(of: "w.log")).contains { $0.action == "lifecycle" })
    terminal.type("\n")
    try terminal.wait { $0.isAlternate && $0.lines.contains { $0.contains("elapsed") } }
    terminal.type("q")
    #expect(try terminal.finish().lines.contains("status 4"))
  }

  @Test func `a stop and continuation from outside redraw the screen without an interruption`() throws {
    let home = try home()
    let terminal = try Terminal(
      #""$CUEBELL" run --silent --log w.log w.json; echo "status $?""#, in: home)
    try terminal.wait(for: "elapsed")
    let jobs = try terminal.jobs()
    for job in jobs { kill(job, SIGSTOP) }
    for job in jobs { kill(job, SIGCONT) }
    try terminal.wait { _ in terminal.text.ranges(of: "\u{1B}[?1049h").count == 2 }
    try terminal.wait(for: "space pause")
    terminal.type("q")
    let end = try terminal.finish()
    #expect(end.lines.contains("status 4") && end.hasCursor && !end.isAlternate)
    #expect(try !actions(home).contains("interruptionBegan"))
  }

  @Test func `it continues to its end when the terminal is closed`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    let terminal = try Terminal(#""$CUEBELL" run --silent --speed 4 --log w.log w.json"#, in: home)
    try terminal.wait(for: "elapsed")
    terminal.hangUp()
    try home.wait(for: #""reason": "completed""#, in: "w.log")
    #expect(try actions(home).contains("lifecycle"))
  }
}
