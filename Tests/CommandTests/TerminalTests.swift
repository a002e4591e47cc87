import Testing

@Suite struct `In a terminal` {
  /// A run in a terminal of its own, between two looks at the terminal's settings.
  private func start() throws -> Child {
    let home = try Home()
    try home.write(WorkoutText.small, to: "w.json")
    // The shell around it doesn't end with the run when Ctrl-C reaches both.
    let session = #"trap : INT; stty -g; "$CUEBELL" run --silent w.json; echo "status $?"; stty -g"#
    return try Child(["/bin/sh", "-c", "exec script -qc '\(session)' /dev/null"], in: home, input: .open)
  }

  /// The settings are the same afterwards, and the run has ended so.
  private func expectRestored(_ ending: Ending, status: Int) {
    let lines = ending.out.split(whereSeparator: \.isNewline)
    #expect(lines.count > 3 && lines.first == lines.last && lines.first?.contains(":") == true)
    #expect(lines.dropLast().last == "status \(status)")
  }

  @Test func `space pauses and resumes, > goes on to the next phase, and q stops`() throws {
    let terminal = try start()
    try terminal.line { $0.contains("[bell] “Ready”") }
    terminal.type(" ")
    try terminal.line { $0.contains("paused at 0:0") }
    // A second toggle within half a second is refused, with a line.
    var answer = ""
    while !answer.contains("resumed") {
      terminal.type(" ")
      answer = try terminal.line { $0.contains("resumed") || $0.contains("toggle") }
    }
    terminal.type(">")
    try terminal.line { $0.contains("  Go  ") }
    terminal.type("q")
    let ending = try terminal.finish()
    #expect(ending.out.contains("stopped after 0:0"))
    expectRestored(ending, status: 4)
  }

  @Test func `Ctrl-C stops, and leaves the terminal as it was`() throws {
    let terminal = try start()
    try terminal.line { $0.contains("[bell] “Ready”") }
    terminal.type("\u{03}")
    expectRestored(try terminal.finish(), status: 130)
  }
}
