import PrintedSession
import Testing

/// The clock of a test is a variable: ten minutes pass at once, and a host may be as late as it likes.
@Suite struct `A printed session` {
  private func session() throws -> PrintedSession {
    let phases = #"[{ "name": "Run", "duration": "10m" }, { "name": "Walk", "duration": "9s" }]"#
    return try PrintedSession(#"{ "name": "W", "phases": \#(phases) }"#)
  }

  @Test func `says every cue at its moment`() throws {
    var session = try session()
    var lines = session.start()
    while let deadline = session.deadline { lines += session.advance(to: deadline) }
    #expect(lines.allSatisfy { $0.hasSuffix(": onTime") })
    #expect(lines.contains("600.0 seconds Walk: onTime"))
  }

  @Test func `skips what a late wake-up finds too late, and keeps its time`() throws {
    var session = try session()
    _ = session.start()
    let missed = session.advance(to: .seconds(605))
    #expect(missed.contains { $0.hasSuffix(": skipped") })
    #expect(session.deadline.map { $0 < .seconds(609) } ?? false)
  }

  @Test func `tells where a file is wrong`() {
    #expect(throws: (any Error).self) { try PrintedSession(#"{ "name": "W", "phases": [{ "nmae": "A" }] }"#) }
  }
}
