import Testing

@Suite struct `A run with an unread stdout` {
  /// Thirty bells every second, each an event: more than any pipe or queue holds.
  private static func workout(seconds: Int) -> String {
    let bells = Array(repeating: #"{ "on": "workout", "at": "every 1s", "sound": "tick" }"#, count: 30)
    return """
      { "name": "Many", "style": "silent", "cues": [\(bells.joined(separator: ", "))],
        "phases": [ { "name": "On", "duration": "\(seconds)s" } ] }
      """
  }

  private func run(_ line: String, seconds: Int) throws -> ProcessResult {
    let home = try TemporaryHome()
    try home.write(Self.workout(seconds: seconds), to: "w.json")
    let result = try home.shell("mkfifo go; \(line)")
    #expect(try EventRecord.all(in: home.text(of: "w.log")).contains { $0.reason == "completed" })
    return result
  }

  @Test(arguments: ["--json", ""])
  func `ends in its time`(options: String) throws {
    // The reader begins when the run has ended: were it waited for, neither would ever end.
    let line = """
      { "$CUEBELL" run --silent --speed 50 --log w.log \(options) w.json; echo "status $?" >&2; echo > go; } \
      | { read ended < go; wc -c; }
      """
    let result = try run(line, seconds: 60)
    #expect(result.err == "status 0\n")
    // What a pipe holds was written, and no more.
    #expect(result.lines.first.flatMap { Int($0) } ?? 0 > 4000)
  }

  @Test(arguments: [
    #"mkfifo slow; read_late < slow & "$CUEBELL" $run --log slow --json w.json > w.log; wait"#,
    #""$CUEBELL" $run --log w.log --json w.json | read_late"#,
  ])
  func `reports the number of dropped events in stdout and in the log, and continues after them`(line: String) throws {
    // The reader begins when the queue has long been full: after nine thousand events, however long the start takes,
    // which counts as time of the session. A busy machine may play the rest at once. What it doesn't read may lack
    // events, too.
    let reader = """
      run="run --silent --speed 200"
      read_late() {
        until tail -n 1 w.log 2> /dev/null | grep -qE '"seq": (9[0-9]{3}|[0-9]{5,}),'; do sleep 0.1; done
        cat
      }

      """
    let result = try run(reader + line, seconds: 390)
    var expected = 0
    var dropped = 0
    let records = try result.events
    var last = 0
    for record in records {
      #expect(record.seq == expected)
      #expect(record.t >= last, "times never go back")
      last = record.t
      dropped += record.dropped ?? 0
      expected += record.dropped ?? 1
    }
    #expect(dropped > 1000 && records.last?.event == "finished", "\(dropped) of \(expected)")
    #expect(expected >= 30 * 389, "each bell is reported or counted as dropped")
  }

  @Test func `ends in order where the reader has seen enough`() throws {
    let line = #"{ "$CUEBELL" run --silent --speed 200 --log w.log --json w.json; echo "status $?" >&2; } | head -n 1"#
    let result = try run(line, seconds: 20)
    #expect(result.err == "status 0\n" && result.lines.count == 1)
  }

  @Test func `that has an unread stderr, too, still reacts to signals`() throws {
    // Each key that asks for help is answered there, with more than its pipe holds in the end.
    let home = try TemporaryHome()
    try home.write(Self.workout(seconds: 60), to: "w.json")
    let run = #""$CUEBELL" run --silent --log w.log w.json 2>&1 > /dev/null"#
    let terminal = try Terminal(#"{ \#(run); echo "status $?" > /dev/tty; } | sleep 20"#, in: home)
    try home.wait(for: #""event": "phase""#, in: "w.log")
    terminal.type(String(repeating: "?", count: 400))
    terminal.type("q")
    try terminal.wait(for: "status 4")
  }
}
