import Glibc
import TestSupport
import Testing

@Suite struct `In a terminal` {
  private func home() throws -> Home {
    let home = try Home.withoutSound()
    try home.write(WorkoutText.slow, to: "w.json")
    return home
  }

  /// A run between two looks at the terminal's settings; the shell doesn't end with it when a key reaches both.
  private func start(_ options: String = "", _ variables: [String] = [], in home: Home? = nil) throws -> Terminal {
    let run = #""$CUEBELL" run --silent \#(options) w.json; echo "status $?""#
    let look = #"echo "mode $(stty -g | cksum)""#
    return try Terminal("trap : INT QUIT; \(look); \(run); \(look)", in: try home ?? self.home(), variables)
  }

  /// The run has ended so, and the terminal is as it was before.
  private func expectRestored(_ terminal: Terminal, status: Int32) throws {
    let screen = try terminal.finish()
    #expect(screen.lines.contains("status \(status)"), "\(screen.lines)")
    let modes = screen.lines.filter { $0.hasPrefix("mode ") }
    #expect(modes.count == 2 && modes.first == modes.last)
    #expect(!screen.isAlternate && screen.hasCursor && screen.wraps && screen.misunderstood.isEmpty)
  }

  @Test func `shows the phase on a screen of its own, obeys keys, and leaves a summary`() throws {
    let terminal = try start()
    let screen = try terminal.wait(for: "[bell] “Ready”")
    #expect(screen.isAlternate && !screen.hasCursor && screen.misunderstood.isEmpty)
    #expect(screen.lines[0].hasPrefix("  Small ") && screen.lines[0].hasSuffix(" silent"))
    #expect(screen.lines[2] == "  Ready  prepare")
    #expect(screen.lines.contains("  Next: Go  0:06  high"))
    terminal.type(" ")
    try terminal.wait(for: "  Paused")
    // A second toggle within half a second is refused.
    try terminal.type(" ") { screen in !screen.lines.contains("  Paused") }
    terminal.type("?")
    try terminal.wait(for: "q         stop")
    terminal.type("?m")
    try terminal.wait { $0.lines[0].contains("muted") }
    terminal.type(">")
    try terminal.wait(for: "  Go  high")
    terminal.type("q")
    try expectRestored(terminal, status: 4)
    let lines = terminal.screen.lines
    #expect(lines.contains { $0.hasPrefix("Small: stopped after 0:") })
    #expect(lines.contains("  2 phases; the last one Go; paused once"))
  }

  @Test func `draws anew when its size changes`() throws {
    let terminal = try start()
    try terminal.wait(for: "elapsed")
    terminal.resize(20, 5)
    try terminal.wait { $0.lines[0] == "Ready  prepare" && $0.lines[4].hasPrefix("▕") && $0.lines[4].hasSuffix("▏") }
    terminal.resize(200, 60)
    try terminal.wait { $0.lines[59].contains("space pause") && $0.lines.contains { $0.hasSuffix("56 in all") } }
    #expect(terminal.screen.misunderstood.isEmpty)
    terminal.resize(80, 24)
    try terminal.wait(for: "elapsed")
    terminal.type("q")
    let screen = try terminal.finish()
    #expect(screen.lines.contains("status 4") && screen.hasCursor)
  }

  @Test(arguments: zip(["\u{03}", "\u{1C}"], [Int32(130), 131]))
  func `a key that ends it leaves the terminal as it was`(key: String, status: Int32) throws {
    let terminal = try start()
    try terminal.wait(for: "“Ready”")
    terminal.type(key)
    try expectRestored(terminal, status: status)
  }

  @Test func `told that its user has gone it leaves the terminal as it was, and goes on`() throws {
    let terminal = try start("--speed 6 --log w.log")
    try terminal.wait(for: "“Ready”")
    for job in try terminal.jobs() { kill(job, SIGHUP) }
    let screen = try terminal.wait { !$0.isAlternate }
    #expect(screen.hasCursor && !screen.lines.contains { $0.hasPrefix("status") })
    try expectRestored(terminal, status: 0)
    #expect(terminal.text.ranges(of: "\u{1B}[?1049h").count == 1, "it never comes back")
  }

  /// All that end a process, but those that a run ignores or heeds otherwise; of the real-time ones the first and last.
  private static let endings =
    [SIGTERM, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR]
    + [SIGSTKFLT, SIGXCPU, SIGSYS, 34, 64]

  @Test(arguments: endings)
  func `a signal or a crash that ends it leaves the terminal as it was`(signal: Int32) throws {
    let terminal = try start()
    try terminal.wait(for: "“Ready”")
    for job in try terminal.jobs() { kill(job, signal) }
    try expectRestored(terminal, status: 128 + signal)
  }

  @Test func `a second Ctrl-C ends it at once, and leaves the terminal as it was`() throws {
    let terminal = try start()
    try terminal.wait(for: "“Ready”")
    terminal.type("\u{03}\u{03}")
    try expectRestored(terminal, status: 130)
  }

  @Test func `nothing in a name steers it`() throws {
    let home = try Home()
    let name = #"\u001b]0;x\u0007\u001b[2J\u009b31m\u202e日本"#
    try home.write(WorkoutText.slow.replacing("Ready", with: name).replacing("Small", with: name), to: "w.json")
    let terminal = try start(in: home)
    let screen = try terminal.wait(for: "  prepare")
    #expect(screen.lines[2] == "  \u{FFFD}]0;x\u{FFFD}\u{FFFD}[2J\u{FFFD}31m\u{FFFD}日本  prepare")
    terminal.type("q")
    try expectRestored(terminal, status: 4)
    #expect(!terminal.text.contains("\u{1B}]") && !terminal.text.contains("\u{9B}"))
  }

  @Test(arguments: [
    ("", [], true), ("", ["NO_COLOR=1"], false), ("--color never", [], false), ("--color always", ["NO_COLOR=1"], true),
  ])
  func `has colours where they are wanted`(options: String, variables: [String], isColored: Bool) throws {
    let terminal = try start(options, variables)
    let screen = try terminal.wait(for: "“Ready”")
    #expect(screen.styles.contains { $0 >= 30 } == isColored)
    terminal.type("q")
    try expectRestored(terminal, status: 4)
  }

  @Test func `that understands nothing but text has plain lines, and keys all the same`() throws {
    let terminal = try start("", ["TERM=dumb"])
    try terminal.wait(for: "[bell] “Ready”")
    terminal.type(" ")
    try terminal.wait(for: "paused at 0:")
    terminal.type("?")
    try terminal.wait(for: "Ctrl-Z    pause and suspend")
    terminal.type("q")
    try expectRestored(terminal, status: 4)
    #expect(!terminal.text.contains("\u{1B}"))
  }

  @Test func `without a word for its locale there is nothing but ASCII`() throws {
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

  @Test func `a workout from stdin is shown, though no keys reach it`() throws {
    let home = try home()
    let terminal = try Terminal(#""$CUEBELL" run --silent --speed 6 - < w.json; echo "status $?""#, in: home)
    let screen = try terminal.wait(for: "elapsed")
    #expect(!screen.lines.contains { $0.contains("space pause") })
    #expect(try terminal.finish().lines.contains("status 0"))
  }

  @Test func `stopped by Ctrl-S holds up neither the workout nor its end`() throws {
    let terminal = try start("--speed 6")
    try terminal.wait(for: "“Ready”")
    terminal.type("\u{13}")
    try expectRestored(terminal, status: 0)
    #expect(terminal.screen.lines.contains { $0.hasPrefix("Small: completed after 0:56") })
  }

  @Test func `a message is shown on the screen, and stays when that is gone`() throws {
    let home = try home()
    try home.write(try WorkoutText.shipped("tabata"), to: "long.json")
    let terminal = try Terminal(#""$CUEBELL" run --device no-such-card long.json; echo "status $?""#, in: home)
    try terminal.wait(for: "keeping time in silence")
    let other = try home.start("run", "--device", "no-such-card", "--take-over", "--json", "w.json")
    try terminal.wait(for: "  Paused: interrupted")
    try other.line { $0.contains(#""event": "phase""#) }
    terminal.type(" ")
    let message = "Another run holds the audio session: pid \(other.identifier)"
    let screen = try terminal.wait(for: message)
    #expect(screen.isAlternate && screen.misunderstood.isEmpty)
    terminal.type("q")
    let end = try terminal.finish().lines
    #expect(end.filter { $0.hasPrefix(message) }.count == 1 && end.contains("status 4"))
    other.signal(SIGTERM)
    #expect(try other.finish().code == 143)
  }
}
