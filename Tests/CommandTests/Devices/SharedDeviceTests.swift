import Glibc
import TestSupport
import Testing

/// A bare card, which one process at a time can open; a sound server accepts several.
@Suite(.serialized) struct `A device for one process` {
  private func fixture() throws -> SoundFixture { try SoundFixture(faults: ["CARD=card"]) }

  private func isPhase(_ line: String) -> Bool { line.contains(#""event": "phase""#) }

  /// Expects that a run was heard by the device that it opened, from start to end; a busy machine may have made it miss
  /// a period, which the event reports by `xruns`.
  private func expectNeverLost(_ text: String) throws {
    let events = try EventRecord.all(in: text).filter { $0.event == "audio" }
    let states = events.map { "\($0.sink ?? "") \($0.state ?? "")" }
    #expect(Set(states) == ["alsa opened"], "\(states)")
  }

  /// A second run that needs the device, which the first must have closed.
  private func expectHeard(_ fixture: SoundFixture, _ options: String...) throws {
    let words = [Project.command, "run", "short.json", "--json", "--require-audio"] + options
    let result = try Child(words, in: fixture.home).finish()
    #expect(result.code == 0 && result.err.isEmpty, "\(result)")
    try expectNeverLost(result.out)
  }

  @Test func `is free for a run that takes over from one that plays`() throws {
    let fixture = try fixture()
    defer { fixture.server.end() }
    try fixture.home.write(Self.short, to: "short.json")
    let first = try fixture.start(clicks: 60)
    try first.line(where: isPhase)
    try expectHeard(fixture, "--take-over")
    try first.line { $0.contains(#""event": "resumed""#) }
    try first.line { $0.contains(#""outcome": "onTime""#) }
    first.signal(SIGTERM)
    let result = try first.finish()
    #expect(result.code == 143 && result.err.isEmpty, "\(result)")
    try expectNeverLost(result.out)
  }

  @Test func `is free for a run that takes over from one that its user has just paused`() throws {
    let fixture = try fixture()
    defer { fixture.server.end() }
    try fixture.home.write(Self.short, to: "short.json")
    try fixture.home.write(try WorkoutText.shipped("tabata"), to: "w.json")
    let terminal = try Terminal(#""$CUEBELL" run --log w.log w.json; echo "status $?""#, in: fixture.home)
    try terminal.wait(for: "“Get ready”")
    terminal.type(" ")
    try fixture.home.wait(for: #""event": "paused""#, in: "w.log")
    try expectHeard(fixture, "--take-over")
    // What the user has paused stays so, and sounds again when the user wants it to.
    terminal.type(" ")
    try fixture.home.wait(for: #""event": "resumed""#, in: "w.log")
    terminal.type("q")
    #expect(try terminal.finish().lines.contains("status 4"))
    try expectNeverLost(fixture.home.text(of: "w.log"))
  }

  @Test func `is free while its run is stopped by Ctrl-Z`() throws {
    let fixture = try fixture()
    defer { fixture.server.end() }
    try fixture.home.write(Self.short, to: "short.json")
    try fixture.home.write(try WorkoutText.shipped("tabata"), to: "w.json")
    let run = #""$CUEBELL" run --log w.log w.json; echo "stopped $?""#
    let terminal = try Terminal(#"set -m; \#(run); read go; fg; echo "status $?""#, in: fixture.home)
    try terminal.wait(for: "“Get ready”")
    terminal.type("\u{1A}")
    try terminal.wait(for: "stopped 148")
    try expectHeard(fixture)
    terminal.type("\n")
    try fixture.home.wait(for: #""event": "resumed""#, in: "w.log")
    try terminal.wait { $0.isAlternate && $0.lines.contains { $0.contains("space pause") } }
    terminal.type("q")
    #expect(try terminal.finish().lines.contains("status 4"))
    try expectNeverLost(fixture.home.text(of: "w.log"))
  }

  private static let short =
    #"{ "name": "Short", "style": "silent", "phases": [ { "name": "A", "duration": "700ms" } ] }"#
}
