import Foundation
import Glibc
import TestSupport
import Testing

/// The page of commands shows what each command prints.
@Suite struct `The output that a page shows` {
  /// A line of shell after its prompt, and the lines of output below it.
  private struct Step {
    let line: String
    var output: [Substring] = []

    /// Whether it is what is shown: `…` is any text, on a line of its own any lines.
    func shows(_ text: String) -> Bool {
      let pattern = output.map { line in
        line == "…"
          ? "(?:.*\n)*"
          : NSRegularExpression.escapedPattern(for: String(line)).replacing("…", with: ".*") + "\n"
      }
      return text.range(of: "^(?:\(pattern.joined()))$", options: .regularExpression) != nil
    }
  }

  private static let blocks = `The documents`.blocks.filter { block in
    block.page == "docs/COMMANDS.md" && block.language == "console"
  }

  /// The commands that are shown with their output.
  private static let commands = Set(
    blocks.flatMap { $0.text.matches(of: /\$ (?:.*\| )?cuebell ([a-z]+)/) }.map { String($0.output.1) })

  private func steps(of block: `The documents`.Block) -> [Step] {
    block.text.split(separator: "\n", omittingEmptySubsequences: false).reduce(into: []) { steps, line in
      if line.hasPrefix("$ ") {
        steps.append(Step(line: String(line.dropFirst(2))))
      } else if !steps.isEmpty {
        steps[steps.count - 1].output.append(line)
      }
    }
  }

  @Test func `is there for every command`() throws {
    let help = try TemporaryHome().cuebell("help").out
    let all = help.matches(of: #/\n  ([a-z]+)  /#).map { String($0.output.1) }
    #expect(all.count >= 19 && all.filter { !Self.commands.contains($0) } == [])
  }

  @Test(arguments: blocks)
  func `is what the command prints`(block: `The documents`.Block) throws {
    let configuration = try ALSAConfiguration(
      "pcm.!default { type null hint { show on description \"Headphones\" } }\n")
    defer { configuration.remove() }
    let home = try TemporaryHome(["ALSA_CONFIG_PATH=\(configuration["alsa.conf"])"])
    for folder in ["Workouts", "Scenarios"] {
      try FileManager.default.createSymbolicLink(
        atPath: home.path(folder), withDestinationPath: "\(Project.root)/\(folder)")
    }
    try FileManager.default.createDirectory(atPath: home.path("bin"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: home.path("bin/cuebell"), withDestinationPath: Project.command)
    let rooms = block.text.contains("$ cuebell rooms") ? try server(withRooms: ["Kitchen", "Hall"]) : nil
    defer { rooms?.end() }
    var background: [Child] = []
    for step in steps(of: block) {
      let words = step.line.split(separator: " ").dropFirst().map(String.init)
      if step.line.hasSuffix(" &") {
        background.append(try Child([Project.command] + words.dropLast(), in: home))
        try background[0].wait { try home.cuebell("ctl", "list").lines.contains { $0.contains("playing") } }
      } else if words.first == "serve" {
        try expectServer(step, in: home)
      } else if words.first == "mqtt" {
        try expectBridge(step, in: home)
      } else if words == ["tour"] || words.last == "--sound" {
        try expectDialogue(step, in: home)
      } else {
        let line = step.line.replacing("cuebell rooms", with: "cuebell rooms --server \(rooms?.address ?? "")")
        let result = try home.shell("PATH=\"$PWD/bin:$PATH\"; { \(line); } 2>&1")
        #expect(step.shows(result.out), "\(step.line)\n\(result.out)")
        if step.line.hasSuffix("ctl stop") { _ = try background.removeLast().finish() }
      }
    }
  }

  /// A Snapcast server with named rooms.
  private func server(withRooms names: [String]) throws -> SnapcastFixture {
    let server = try SnapcastFixture(["pipe://FOLDER/fifo?name=default"])
    for name in names {
      try server.addRoom(name.lowercased())
      _ = try server.rooms("name", name.lowercased(), name)
    }
    return server
  }

  /// A server at a free port.
  private func expectServer(_ step: Step, in home: TemporaryHome) throws {
    let port = try HTTPConnection.freePort()
    let server = try home.start("serve", "--listen", "127.0.0.1:\(port)")
    try server.line { $0.hasPrefix("Workouts") }
    server.signal(SIGTERM)
    let text = try server.finish().out.replacing(":\(port)", with: ":7420")
    #expect(step.shows(text.trimmingCharacters(in: .newlines) + "\n"), "\(text)")
  }

  /// A bridge to a broker at a free port.
  private func expectBridge(_ step: Step, in home: TemporaryHome) throws {
    let broker = try MQTTBroker(home)
    let bridge = try broker.bridge()
    bridge.signal(SIGTERM)
    let text = try bridge.finish().out.replacing("127.0.0.1:\(broker.port)", with: "localhost:1883")
    #expect(step.shows(text), "\(text)")
  }

  /// Questions, each with the answer after it, on a terminal.
  private func expectDialogue(_ step: Step, in home: TemporaryHome) throws {
    let terminal = try Terminal(step.line.replacing("cuebell", with: "\"$CUEBELL\""), in: home, columns: 200, rows: 60)
    for line in step.output {
      guard let question = line.firstMatch(of: /(.*\[.*\]) (\w+)/) else { continue }
      try terminal.wait(for: String(question.output.1))
      terminal.type("\(question.output.2)\n")
    }
    let last = String(try #require(step.output.last))
    let screen = try terminal.wait { $0.lines.contains { $0.hasPrefix(last.split(separator: "…")[0]) } }
    let lines = screen.lines.prefix { !$0.hasPrefix(last) } + [last]
    #expect(step.shows(lines.joined(separator: "\n") + "\n"), "\(lines.joined(separator: "\n"))")
  }
}
