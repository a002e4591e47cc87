import Testing

@Suite struct `The events of a live run` {
  private func run(_ text: String, _ options: String..., in home: TemporaryHome) throws -> (
    out: String, events: [EventRecord]
  ) {
    try home.write(text, to: "w.json")
    let command = [Project.command, "run", "--silent", "--speed", "50", "--json"]
    let result = try Child(command + options + ["w.json"], in: home).finish()
    try #require(result.code == 0 && result.err.isEmpty, "\(result.err)")
    return (result.out, try result.events)
  }

  @Test func `are objects on a line each, numbered from 0, from hello to finished`() throws {
    let (_, events) = try run(WorkoutText.small, in: TemporaryHome())
    #expect(events.map(\.seq) == Array(0..<events.count))
    #expect(events.allSatisfy { $0.api == 1 })
    let hello = try #require(events.first)
    #expect(hello.event == "hello" && hello.workout == "Small" && hello.total == 10_000_010_417)
    #expect(events.filter { $0.event == "hello" }.count == 1)
    #expect(events.filter { $0.event == "audio" }.map(\.sink) == ["silent"])
    #expect(events.filter { $0.event == "phase" }.map(\.name) == ["Ready", "Go"])
    let finished = events.filter { $0.event == "finished" }
    #expect(finished.map(\.reason) == ["completed"] && finished.map(\.elapsed) == [10_000_010_417])
  }

  @Test(arguments: ["quick-start", "emom-10"])
  func `bring every cue of the plan to exactly one outcome`(name: String) throws {
    let home = try TemporaryHome()
    // Nothing ends an open phase here, so it is given a length.
    let text = try WorkoutText.shipped(name).replacing("\"open\": true", with: "\"open\": true, \"cap\": \"20s\"")
    let (out, _) = try run(text, in: home)
    let cues = try EventRecord.cues(in: out)
    let plan = try PlanRecord(home.cuebell("show", "w.json", "--json").out)
    #expect(Set(cues.map(\.cue)).count == cues.count)
    func content(_ cues: [CueRecord]) -> [String] { cues.map { "\($0.cue) \($0.kind) \($0.say ?? "")" }.sorted() }
    #expect(content(cues) == content(plan.cues))
  }

  @Test func `begin at the given start`() throws {
    let home = try TemporaryHome()
    let (out, events) = try run(WorkoutText.small, "--start-at", "0:05", in: home)
    #expect(events.filter { $0.event == "phase" }.map(\.name) == ["Go"])
    let played = try EventRecord.cues(in: out).filter { $0.outcome != "cancelled" }
    #expect(played.map { $0.say ?? "" }.sorted() == ["", "1", "2", "Soon"])
    #expect(events.first { $0.event == "finished" }?.elapsed == 5_000_010_417)
    let beyond = try home.cuebell("run", "--silent", "--start-at", "11s", "w.json")
    #expect(beyond.code == 64 && beyond.err == "--start-at: the workout ends at 0:10; there is no 0:11.\n")
  }

  @Test func `go into a log as well, beside the lines for people`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    let result = try home.cuebell("run", "--silent", "--speed", "50", "--no-speech", "--log", "w.log", "w.json")
    #expect(result.code == 0 && result.lines.first?.hasSuffix("  Ready  0:04") == true)
    let log = try EventRecord.all(in: home.text(of: "w.log"))
    #expect(log.first?.event == "hello" && log.contains { $0.event == "finished" })
    #expect(try home.cuebell("run", "--silent", "--log", "nowhere/w.log", "w.json").code == 73)
  }
}
