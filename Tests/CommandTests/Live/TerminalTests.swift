import Glibc
import TestSupport
import Testing

@Suite struct `In a terminal` {
  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome.withoutSound()
    try home.write(WorkoutText.slow, to: "w.json")
    return home
  }

  /// A run between two looks at the terminal's settings; the shell doesn't end with it when a key reaches both.
  private func start(_ options: String = "", _ variables: [String] = [], in home: TemporaryHome? = nil) throws
    -> Terminal
  {
    let run = #""$CUEBELL" run --silent \#(options) w.json; echo "status $?""#
    let look = #"echo "mode $(stty -g | cksum)""#
    return try Terminal("trap : INT QUIT; \(look); \(run); \(look)", in: try home ?? self.home(), variables)
  }

  /// Expects an exit status and a restored terminal.
  private func expectRestored(_ terminal: Terminal, status: Int32) throws {
    let screen = try terminal.finish()
    #expect(screen.lines.contains("status \(status)"), "\(screen.lines)")
    let modes = screen.lines.filter { $0.hasPrefix("mode ") }
    #expect(modes.count == 2 && modes.first == modes.last)
    #expect(!screen.isAlternate && screen.hasCursor && screen.wraps && screen.unsupported.isEmpty)
  }

  @Test func `the phase is shown on the alternate screen, keys work, and a summary remains`() throws {
    let terminal = try start()
    let screen = try terminal.wait(for: "[bell] “Ready”")
    #expect(screen.isAlternate && !screen.hasCursor && screen.unsupported.isEmpty)
    #expect(screen.lines[0].hasPrefix("  Small ") && screen.lines[0].hasSuffix(" silent"))
    #expect(screen.lines[2] == "  ◆ Ready")
    #expect(screen.lines.contains("  Next: ▲ Go  0:06"))
    terminal.type(" ")
    try terminal.wait(for: "  Paused")
    try terminal.resume()
    terminal.type("?")
    try terminal.wait(for: "q            stop")
    terminal.type("?m")
    try terminal.wait { $0.lines[0].contains("muted") }
    terminal.type(">")
    try terminal.wait(for: "  ▲ Go")
    terminal.type("q")
    try expectRestored(terminal, status: 4)
    let lines = terminal.screen.lines
    #expect(lines.contains { $0.hasPrefix("Small: stopped after 0:") })
    #expect(lines.contains("  2 phases; paused once"))
    #expect(lines.contains("Stopped in Go, the last of 2 phases. Continue: cuebell resume"))
  }

  @Test func `redraws when its size changes`() throws {
    let terminal = try start()
    try terminal.wait(for: "elapsed")
    terminal.resize(20, 5)
    try terminal.wait { $0.lines[0] == "◆ Ready" && $0.lines[4].hasPrefix("▕") && $0.lines[4].hasSuffix("▏") }
    terminal.resize(200, 60)
    try terminal.wait { $0.lines[59].contains("space pause") && $0.lines.contains { $0.hasSuffix("56 total") } }
    #expect(terminal.screen.unsupported.isEmpty)
    terminal.resize(80, 24)
    try terminal.wait(for: "elapsed")
    terminal.type("q")
    let screen = try terminal.finish()
    #expect(screen.lines.contains("status 4") && screen.hasCursor)
  }

  @Test(arguments: zip(["\u{03}", "\u{1C}"], [Int32(130), 131]))
  func `a key that ends it restores the terminal`(key: String, status: Int32) throws {
    let terminal = try start()
    try terminal.wait(for: "“Ready”")
    terminal.type(key)
    try expectRestored(terminal, status: status)
  }

  @Test func `SIGHUP restores the terminal, and the run continues`() throws {
    let terminal = try start("--speed 12 --log w.log")
    try terminal.wait(for: "“Ready”")
    for job in try terminal.jobs() { kill(job, SIGHUP) }
    let screen = try terminal.wait { !$0.isAlternate }
    #expect(screen.hasCursor && !screen.lines.contains { $0.hasPrefix("status") })
    try expectRestored(terminal, status: 0)
    #expect(terminal.text.ranges(of: "\u{1B}[?1049h").count == 1, "it never comes back")
  }

  /// All fatal signals except those that a run ignores or handles; of the real-time signals the first and the last.
  private static let endings =
    [SIGTERM, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR]
    + [SIGSTKFLT, SIGXCPU, SIGSYS, 34, 64]

  @Test func `a signal or a crash restores the terminal`() async throws {
    try await concurrently(Self.endings, atMost: 4) { signal in
      let terminal = try start()
      try terminal.wait(for: "“Ready”")
      for job in try terminal.jobs() { kill(job, signal) }
      try expectRestored(terminal, status: 128 + signal)
    }
  }

  @Test func `a second Ctrl-C ends it at once, and restores the terminal`() throws {
    let terminal = try start()
    try terminal.wait(for: "“Ready”")
    terminal.type("\u{03}\u{03}")
    try expectRestored(terminal, status: 130)
  }

  @Test func `names send no control sequences`() throws {
    let home = try TemporaryHome()
    let name = #"\u001b]0;x\u0007\u001b[2J\u009b31m\u202e日本"#
    try home.write(WorkoutText.slow.replacing("Ready", with: name).replacing("Small", with: name), to: "w.json")
    let terminal = try start(in: home)
    // Before its first phase the screen has the workout's name there.
    let screen = try terminal.wait(for: "◆")
    #expect(screen.lines[2] == "  ◆ \u{FFFD}]0;x\u{FFFD}\u{FFFD}[2J\u{FFFD}31m\u{FFFD}日本")
    terminal.type("q")
    try expectRestored(terminal, status: 4)
    #expect(!terminal.text.contains("\u{1B}]") && !terminal.text.contains("\u{9B}"))
  }

  @Test(arguments: [
    ("", [], true), ("", ["NO_COLOR=1"], false), ("--color never", [], false), ("--color always", ["NO_COLOR=1"], true),
  ])
  func `has colours according to option and environment`(options: String, variables: [String], isColored: Bool) throws {
    let terminal = try start(options, variables)
    let screen = try terminal.wait(for: "“Ready”")
    #expect(screen.styles.contains { $0 >= 30 } == isColored)
    terminal.type("q")
    try expectRestored(terminal, status: 4)
  }

  @Test func `a dumb one gets plain lines, and its keys work`() throws {
    let terminal = try start("", ["TERM=dumb"])
    try terminal.wait(for: "[bell] “Ready”")
    terminal.type(" ")
    try terminal.wait(for: "paused at 0:")
    terminal.type("?")
    try terminal.wait(for: "Ctrl-Z       pause and suspend")
    terminal.type("q")
    try expectRestored(terminal, status: 4)
    #expect(!terminal.text.contains("\u{1B}"))
  }

  @Test func `the C locale gets ASCII only`() throws {
    let terminal = try start("", ["LANG=C"])
    try terminal.wait(for: #"[bell] "Ready""#)
    terminal.type("q")
    try expectRestored(terminal, status: 4)
    #expect(terminal.text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func `--json draws nothing`() throws {
    let terminal = try start("--json")
    try terminal.wait(for: #""event": "phase""#)
    terminal.type("q")
    #expect(try terminal.finish().lines.contains("status 4"))
    #expect(!terminal.text.contains("\u{1B}"))
  }

  @Test func `a workout from stdin is shown, without keys`() throws {
    let home = try home()
    let terminal = try Terminal(#""$CUEBELL" run --silent --speed 20 - < w.json; echo "status $?""#, in: home)
    let screen = try terminal.wait(for: "elapsed")
    #expect(!screen.lines.contains { $0.contains("space pause") })
    #expect(try terminal.finish().lines.contains("status 0"))
  }

  @Test func `Ctrl-S delays neither the workout nor its end`() throws {
    let terminal = try start("--speed 12")
    try terminal.wait(for: "“Ready”")
    terminal.type("\u{13}")
    try expectRestored(terminal, status: 0)
    #expect(terminal.screen.lines.contains { $0.hasPrefix("Small: completed after 0:56") })
  }

  @Test func `a message is shown on the screen, and remains after it`() throws {
    let home = try home()
    try home.write(try WorkoutText.shipped("tabata"), to: "long.json")
    let run = #""$CUEBELL" run --device no-such-card --log w.log long.json; echo "status $?""#
    let terminal = try Terminal(run, in: home)
    try terminal.wait(for: "keeping time in silence")
    try home.wait(for: #""event": "phase""#, in: "w.log")
    let other = try home.start("run", "--device", "no-such-card", "--take-over", "--json", "w.json")
    try terminal.wait(for: "  Paused: interrupted")
    try other.line { $0.contains(#""event": "phase""#) }
    terminal.type(" ")
    let message = "Another run holds the audio session: pid \(other.identifier)"
    let screen = try terminal.wait(for: message)
    #expect(screen.isAlternate && screen.unsupported.isEmpty)
    terminal.type("q")
    let end = try terminal.finish().lines
    #expect(end.filter { $0.hasPrefix(message) }.count == 1 && end.contains("status 4"))
    other.signal(SIGTERM)
    #expect(try other.finish().code == 143)
  }
}
