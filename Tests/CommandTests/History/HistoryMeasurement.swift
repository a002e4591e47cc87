import Testing

@Suite struct `A history of ten years` {
  @Test func `is listed whole, and in a tenth of a second`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    #expect(try home.cuebell("run", "--silent", "--speed", "50", "w.json").code == 0)
    let days = 3650
    try HistoryFile(of: home).change(
      """
      WITH RECURSIVE day (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM day WHERE n <= \(days))
      INSERT INTO session (id, workout, name, total, speed, began, zone, ended, reason, elapsed, heard)
      SELECT n, 1, 'Tabata', 245000000000, 1, session.began - (\(days) - n) * 86400000, 0, session.ended, 'completed',
        245000000000, 100 FROM day, session WHERE session.id = 1;
      WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 100)
      INSERT INTO cue (session, cue, kind, phase, due, at, late, outcome, position)
      SELECT session.id, 'r0.n1.s.#' || n, 'countdown', 'Work', n, n, n * 10000, 'onTime', n FROM session, number;
      """)
    #expect(try home.cuebell("history", "--all").lines.count { $0.contains("  Tabata  ") } == days)
    guard Measurement.isOn else { return }
    func time(_ arguments: String...) throws -> Double {
      try Measurement.median(of: arguments.joined(separator: " ")) {
        try Child([Project.command] + arguments, in: home).finish().processorTime / .milliseconds(1)
      }
    }
    let start = try time("--version")
    #expect(try time("history", "--all") - start < 100)
    _ = try time("history", "--svg", "h.svg")
  }
}
