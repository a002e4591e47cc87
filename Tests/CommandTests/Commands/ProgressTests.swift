import TestSupport
import Testing

/// Long work shows on a terminal how far it has come, and nothing in a pipe.
@Suite struct `The progress of long work` {
  /// Without each of them a run is run again to its end.
  private static let faults = [
    #""stall", "for": "10s""#, #""suspend", "for": "1s""#, #""pause""#, #""resume""#, #""background""#,
    #""foreground""#, #""interrupt""#, #""interruptEnd", "shouldResume": true"#, #""toggle""#, #""toggle""#,
    #""skip""#, #""back""#, #""extend", "by": "5s""#, #""undo""#, #""redo""#, #""deviceLost""#, #""deviceBack""#,
    #""wallStep", "by": "1h""#, #""kill", "for": "1s""#,
  ]

  /// A day of training, and a scenario of it.
  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome()
    let work = #"{ "sets": 2880, "phases": [{ "name": "Work", "duration": 30 }] }"#
    try home.write(#"{ "name": "Day", "ambient": { "sound": "rain" }, "phases": [\#(work)] }"#, to: "day.json")
    let script = Self.faults.enumerated().map { #"{ "at": "\#(10 * $0 + 5)s", "do": \#($1) }"# }
    try home.write(
      """
      { "format": "drift-scenario/1", "name": "long", "workout": "day.json",
        "script": [\(script.joined(separator: ","))] }
      """, to: "long.json")
    return home
  }

  @Test(arguments: [
    ("simulate long.json", "0 of 1 scenario, at [0-9:]+ of 24:00:00, [0-9]+ %, [0-9:]+ left"),
    ("simulate --workout day.json --seeds 100 --jobs 1", "[0-9]+ of 100 scenarios, [0-9]+ %, [0-9:]+ left"),
    ("render day.json --no-speech -o day.flac", "Rendered [0-9:]+ of 24:00:00, [0-9]+ %, [0-9:]+ left"),
  ])
  func `is a line that a signal erases`(command: String, line: String) throws {
    let line = try Regex(line)
    let terminal = try Terminal("exec \"$CUEBELL\" \(command)", in: home())
    try terminal.wait { $0.lines.contains { $0.contains(line) } }
    terminal.type("\u{03}")
    let rows = try terminal.finish().lines
    #expect(rows == Array(repeating: "", count: rows.count))
  }

  @Test func `is erased at the end, before the report`() throws {
    let home = try home()
    let terminal = try Terminal("exec \"$CUEBELL\" simulate long.json", in: home, columns: 200, rows: 60)
    let screen = try terminal.finish()
    let piped = try home.cuebell("simulate", "long.json")
    #expect(terminal.text.contains("0 of 1 scenario, at ") && piped.err.isEmpty)
    #expect(screen.lines.filter { !$0.isEmpty } == piped.lines)
  }

  @Test func `doesn't wrap in a narrow terminal`() throws {
    let terminal = try Terminal("exec \"$CUEBELL\" render day.json --no-speech -o day.flac", in: home(), columns: 20)
    let screen = try terminal.wait { $0.lines.contains { $0.hasPrefix("Rendered") } }
    #expect(screen.lines[0].count <= 19 && screen.lines[1].isEmpty)
  }

  @Test(arguments: ["2> err", "-q", "2>&1 | cat"])
  func `is nothing for a pipe, nor where only problems are wanted`(redirection: String) throws {
    let home = try home()
    let terminal = try Terminal("\"$CUEBELL\" simulate long.json \(redirection)", in: home)
    try terminal.finish()
    #expect(!terminal.text.contains("of 1 scenario"))
    if redirection == "2> err" { #expect(try home.text(of: "err").isEmpty) }
  }
}
