import SessionHistory
import SessionReporting
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `The rounds of a session` {
  private let fixture: HistoryFixture
  private let clocks = Clocks()

  init() throws { fixture = try HistoryFixture() }

  private static let amrap = Workout(
    name: "AMRAP", style: .silent,
    nodes: [
      .group(
        SetGroup(
          .total(.seconds(60)), name: "Circuit", nodes: [open("Push-ups", reps: 5), open("Squats", reps: 10)])),
      .group(SetGroup(.interval(sets: 2, every: .seconds(30)), nodes: [open("Swings", reps: 15)])),
    ])

  private static func open(_ name: String, reps: Int) -> Node {
    .phase(Phase(PerSet(name), .high, .open(), reps: .perSet(PerSet(reps))))
  }

  /// A session in which the user says done at these seconds, up to `end`.
  private func train(_ done: [Double], to end: Double) throws {
    var harness = try JournalHarness(
      in: fixture.place, JournalHarness.header(Self.amrap), moment: { [clocks] in clocks.now })
    for second in done {
      harness.run(to: second)
      harness.send(.done, at: second)
    }
    harness.run(to: end)
    harness.finish()
    try fixture.store().write { try $0.execute("UPDATE leg SET process_start = 0") }
  }

  private func detail() throws -> SessionDetail { try #require(try fixture.store().session(nil, at: clocks.now)) }

  @Test func `are reported with the repetitions that were done`() throws {
    try train([10, 20, 30, 40, 50, 70], to: 200)
    let detail = try detail()
    #expect(detail.rounds == [RoundCount(name: "Circuit", count: 2), RoundCount(name: nil, count: 1)])
    // The sixth exercise is cut by the end of the group, the last by that of its interval.
    #expect(detail.reps == 5 + 10 + 5 + 10 + 5 + 15)
    #expect(detail.phases.map(\.isDone) == [true, true, true, true, true, false, true, false, false])
    #expect(FullReport(detail).text.contains("\nCircuit: 2 rounds; 1 round done; 50 reps\n"))
    let json = HistoryJSON.object(detail)
    #expect(json.contains(#""rounds": [{"group": "Circuit", "count": 2}, {"group": null, "count": 1}], "reps": 50"#))
    #expect(json.contains(#""reps": 10, "done": true"#) && json.contains(#""reps": 15, "done": false"#))
  }

  @Test func `continue where it is resumed`() throws {
    try train([10, 20, 30], to: 32)
    #expect(try detail().rounds == [RoundCount(name: "Circuit", count: 1)])
    let session = try fixture.store().unfinished(nil, at: clocks.now)
    let header = try JournalHarness.header(Self.amrap)
    let start = try session.exactStart(header.timeline)
    let engine = try start.resumed(header.timeline, PhraseDurations(), Policies()).engine
    let claimed = try fixture.store().claim(session, with: header, resumingAs: engine, from: start, at: clocks.now)
    var harness = try JournalHarness(
      in: fixture.place, claimed, start, header.timeline, moment: { [clocks] in clocks.now })
    harness.send(.resume, at: 0)
    harness.run(to: 5)
    harness.send(.done, at: 5)
    harness.run(to: 6)
    harness.finish()
    #expect(try detail().rounds == [RoundCount(name: "Circuit", count: 2)])
    #expect(try fixture.rows("SELECT sets FROM round") == ["1", "2"])
  }

  @Test func `are done before the walk to the next one`() throws {
    let walk = Node.phase(Phase("Walk", .rest, .after(.fixed(.seconds(5)))))
    let plank = Node.phase(Phase("Plank", .high, .after(.fixed(.seconds(10)))))
    let rounds = SetGroup(
      .capped(sets: 3, cap: .seconds(60)), name: "Circuit", nodes: [Self.open("Push-ups", reps: 5), plank],
      between: walk)
    let workout = Workout(name: "For time", style: .silent, nodes: [.group(rounds)])
    var harness = try JournalHarness(
      in: fixture.place, JournalHarness.header(workout), moment: { [clocks] in clocks.now })
    harness.run(to: 10)
    harness.send(.done, at: 10)
    harness.run(to: 32)
    harness.send(.done, at: 32)
    harness.run(to: 40)
    harness.send(.skip, at: 40)
    harness.run(to: 48)
    harness.finish()
    try fixture.store().write { try $0.execute("UPDATE leg SET process_start = 0") }
    // In the second round the plank is skipped: the walk after it doesn't complete the round.
    #expect(try detail().rounds == [RoundCount(name: "Circuit", count: 1)])
  }

  @Test func `are those alone that the user hasn't gone back into`() throws {
    var harness = try JournalHarness(
      in: fixture.place, JournalHarness.header(Self.amrap), moment: { [clocks] in clocks.now })
    for second in [10.0, 20] {
      harness.run(to: second)
      harness.send(.done, at: second)
    }
    harness.send(.undo, at: 25)
    harness.run(to: 26)
    harness.finish()
    #expect(try detail().rounds.isEmpty && detail().reps == 5)
  }
}
