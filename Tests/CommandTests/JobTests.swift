import Glibc
import TestSupport
import Testing

@Suite struct `As a job of a shell` {
  private func home() throws -> Home {
    let home = try Home()
    try home.write(try WorkoutText.shipped("tabata"), to: "w.json")
    return home
  }

  /// A shell with job control that runs a workout and, when that is stopped, does what `then` says.
  private func start(_ home: Home, then: String) throws -> Terminal {
    let run = #""$CUEBELL" run --silent --log w.log w.json; echo "stopped $?""#
    return try Terminal("set -m; \(run); \(then)", in: home)
  }

  /// The actions and turns of the session so far.
  private func story(_ home: Home) throws -> [String] {
    try EventRecord.all(in: home.text(of: "w.log")).compactMap { record in
      switch record.event {
      case "action": record.accepted == true ? record.action : record.action.map { "no \($0)" }
      case "paused", "resumed": "\(record.event) \(record.reason ?? "")"
      default: nil
      }
    }
  }

  @Test func `Ctrl-Z interrupts, gives the terminal back and stops; fg goes on and draws`() throws {
    let home = try home()
    let terminal = try start(home, then: #"echo "echo $(stty -a | grep -c ' echo ')"; read go; fg; echo "status $?""#)
    try terminal.wait(for: "“Get ready”")
    terminal.type("\u{1A}")
    // 128 + SIGTSTP: the shell has seen it stopped, and not ended.
    let shell = try terminal.wait(for: "echo 1")
    #expect(shell.lines.contains("stopped \(128 + SIGTSTP)") && !shell.isAlternate && shell.hasCursor)
    #expect(try story(home).suffix(2) == ["paused interruption", "interruptionBegan"])
    terminal.type("\n")
    let screen = try terminal.wait { $0.isAlternate && $0.lines.contains { $0.contains("space pause") } }
    #expect(!screen.hasCursor && screen.misunderstood.isEmpty)
    terminal.type("q")
    let end = try terminal.finish()
    #expect(end.lines.contains("status 4") && !end.isAlternate && end.hasCursor)
    #expect(try story(home).suffix(3).prefix(2) == ["resumed interruption", "interruptionEnded"])
  }

  @Test func `without a sound card has the reason on its screen all the time, and never says that it lost it`() throws {
    let home = try home()
    let run = #""$CUEBELL" run --device no-such-card --log w.log w.json; echo "stopped $?""#
    let terminal = try Terminal(#"set -m; \#(run); read go; fg; echo "status $?""#, in: home)
    let reason = "no sound: no-such-card: No such file or directory"
    try terminal.wait(for: "keeping time in silence")
    try terminal.wait { $0.lines.first?.hasSuffix(reason) == true }
    terminal.type("\u{1A}")
    try terminal.wait(for: "stopped 148")
    terminal.type("\n")
    // The session waits for no device, and the screen says why until its end.
    try terminal.wait { $0.isAlternate && $0.lines.first?.hasSuffix(reason) == true }
    _ = Patience.wait { (try? story(home).last) == "interruptionEnded" }
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

  @Test func `what the user has paused stays paused through a stop`() throws {
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
    #expect(try !story(home).contains { $0.hasPrefix("resumed") })
  }

  @Test func `bg goes on without touching the terminal, and fg draws again`() throws {
    let home = try home()
    let terminal = try start(home, then: #"bg; read go; echo "back"; read go; fg; echo "status $?""#)
    try terminal.wait(for: "“Get ready”")
    terminal.type("\u{1A}")
    try terminal.wait(for: "stopped 148")
    // The log tells when it goes on; nothing else does.
    try home.wait(for: #""event": "resumed""#, in: "w.log")
    #expect(try story(home).contains("lifecycle"))
    terminal.type("\n")
    let shell = try terminal.wait(for: "back")
    #expect(!shell.isAlternate && shell.hasCursor)
    #expect(terminal.text.hasSuffix("back\r\n"), "nothing but the shell has written")
    terminal.type("\n")
    try terminal.wait { $0.isAlternate && $0.lines.contains { $0.contains("space pause") } }
    terminal.type("q")
    #expect(try terminal.finish().lines.contains("status 4"))
  }

  @Test func `brought back by a shell that doesn't tell it draws again all the same`() throws {
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

  @Test func `stopped and let go on from outside it draws anew, and was never interrupted`() throws {
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
    #expect(try !story(home).contains("interruptionBegan"))
  }

  @Test func `goes on to its end when the terminal is taken away`() throws {
    let home = try Home()
    try home.write(WorkoutText.small, to: "w.json")
    let terminal = try Terminal(#""$CUEBELL" run --silent --log w.log w.json"#, in: home)
    try terminal.wait(for: "elapsed")
    terminal.hangUp()
    try home.wait(for: #""reason": "completed""#, in: "w.log")
    #expect(try story(home).contains("lifecycle"))
  }
}
