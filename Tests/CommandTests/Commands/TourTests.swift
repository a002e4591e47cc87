import Glibc
import TestSupport
import Testing

@Suite struct `The tour` {
  /// A tour between two looks at the terminal's settings.
  private func start(in home: TemporaryHome) throws -> Terminal {
    let look = #"echo "mode $(stty -g | cksum)""#
    return try Terminal(
      #"trap : INT QUIT; \#(look); "$CUEBELL" tour; echo "status $?"; \#(look)"#, in: home, rows: 60)
  }

  /// Expects an exit status and a restored terminal.
  private func expectRestored(_ terminal: Terminal, status: Int32) throws {
    let screen = try terminal.finish()
    #expect(screen.lines.contains { $0.hasSuffix("status \(status)") }, "\(screen.lines)")
    let modes = screen.lines.filter { $0.hasPrefix("mode ") }
    #expect(modes.count == 2 && modes.first == modes.last, "\(screen.lines)")
    #expect(!screen.isAlternate && screen.hasCursor && screen.wraps && screen.unsupported.isEmpty)
  }

  /// Answers the questions of a machine without sound up to the keys.
  private func goToKeys(_ terminal: Terminal) throws {
    try terminal.wait(for: "Try it again? [yes/no]")
    terminal.type("n\n")
    try terminal.wait(for: "Press Enter to start it.")
    terminal.type("\n")
    try terminal.wait { $0.isAlternate && $0.lines.contains { $0.hasPrefix("  It pauses; press it once more") } }
  }

  @Test func `plays a gong and a voice, and offers help to who hears nothing`() throws {
    let configuration = try ALSAConfiguration(
      "pcm.!default { type file slave.pcm null file \"FOLDER/out.raw\" format raw }\n")
    defer { configuration.remove() }
    let home = try TemporaryHome(["ALSA_CONFIG_PATH=\(configuration["alsa.conf"])"])
    let terminal = try start(in: home)
    try terminal.wait(for: "Did you hear both? [yes/no/again]")
    let gong = try Stereo(contentsOf: configuration["out.raw"])
    #expect(gong.left.loudest > 0.1 && gong.right.loudest > 0.1)
    terminal.type("n\n")
    let screen = try terminal.wait(for: "Try it again? [yes/no]")
    #expect(screen.lines.contains { $0.contains("fix: unmute the device and turn it up: alsamixer (M)") })
    terminal.type("y\n")
    try terminal.wait { $0.lines.count { $0.contains("Did you hear both?") } == 2 }
    terminal.type("y\n")
    try terminal.wait(for: "Press Enter to start it.")
    terminal.type("\u{03}")
    try expectRestored(terminal, status: 130)
  }

  @Test func `shows the keys, writes a workout of six lines that can be played, and names the wall`() throws {
    let home = try TemporaryHome.withoutSound()
    try home.write("mine", to: "mine.json")
    let terminal = try start(in: home)
    let help = try terminal.wait(for: "Try it again? [yes/no]")
    #expect(help.lines.contains { $0.hasPrefix("warning  sound: ") } && help.lines.contains { $0.contains("fix: ") })
    try goToKeys(terminal)
    terminal.type(" ")
    try terminal.wait(for: "  Paused")
    try terminal.resume()
    for name in ["Press right, then left", "Press plus, then u", "Press back"] {
      terminal.type(">")
      try terminal.wait { $0.lines.contains { $0.hasSuffix(" \(name)") } }
    }
    terminal.type("<")
    try terminal.wait { $0.lines.contains { $0.hasSuffix(" Press plus, then u") } }
    terminal.type("q")
    try terminal.wait(for: "Save it as (Enter: mine.json, -: nowhere):")
    terminal.type("\n")
    // What is typed before a question is no answer to it.
    try terminal.wait { screen in
      screen.lines.contains { $0.hasSuffix("mine.json: File exists") }
        && screen.lines.count { $0.hasPrefix("Save it as ") } == 2
    }
    terminal.type("legs\n")
    let screen = try terminal.wait(for: "That was it.")
    #expect(screen.lines.contains { $0.hasSuffix("cuebell show legs.json, cuebell run legs.json") })
    #expect(screen.lines.contains { $0.hasSuffix(" shows it at http://localhost:7420/wall") })
    try expectRestored(terminal, status: 0)
    #expect(try home.text(of: "mine.json") == "mine" && home.text(of: "legs.json").split(separator: "\n").count == 6)
    #expect(try home.cuebell("check", "--strict", "legs.json").code == 0)
    // The run of the keys is nothing to resume.
    #expect(try home.cuebell("resume").code == 66)
  }

  @Test func `ends with Ctrl-C while the keys are tried, and restores the terminal`() throws {
    let terminal = try start(in: .withoutSound())
    try goToKeys(terminal)
    terminal.type("\u{03}")
    try expectRestored(terminal, status: 130)
    #expect(terminal.screen.lines.contains { $0.hasPrefix("Tour of the keys: stopped") })
  }

  @Test func `ends at the end of its input`() throws {
    let terminal = try start(in: .withoutSound())
    try terminal.wait(for: "Try it again? [yes/no]")
    terminal.type("\u{04}")
    try expectRestored(terminal, status: 4)
  }

  @Test(arguments: ["tour", "doctor --sound"])
  func `needs a terminal, as every command that asks questions`(command: String) throws {
    let result = try TemporaryHome.withoutSound().shell("echo y | \"$CUEBELL\" \(command)")
    #expect(result.code == 64 && result.out.isEmpty)
    #expect(result.err == "cuebell \(command) asks questions: run it in a terminal, without redirecting its input.\n")
  }
}
