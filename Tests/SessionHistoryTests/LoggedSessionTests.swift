import SessionHistory
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `What the history tells of a session` {
  private let fixture: HistoryFixture
  private let clocks = Clocks()

  init() throws { fixture = try HistoryFixture() }

  private func begin(_ header: SessionHeader, batch: Int = 1) throws -> JournalHarness {
    try JournalHarness(in: fixture.place, header, moment: { [clocks] in clocks.now }, batch: batch)
  }

  /// Where the session is taken up, after the process that ran it has ended.
  private func taken(up harness: JournalHarness) throws -> SessionStart {
    harness.finish()
    try fixture.store().write { try $0.execute("UPDATE leg SET process_start = 0") }
    return try fixture.store().unfinished(nil, at: clocks.now).exactStart(harness.engine.timeline)
  }

  private func resumed(_ harness: JournalHarness) throws -> Engine {
    try taken(up: harness).resumed(harness.engine.timeline, harness.engine.durations, harness.engine.policies).engine
  }

  @Test(arguments: [15.0, 22, 31, 44, 63])
  func `has what the coach has said and when, between the words of the plan`(left: Double) throws {
    var workout = JournalHarness.workout
    workout.cues = [CueRule(on: .phase, at: .every(.seconds(4)), say: try CueText("Keep your shoulders down"))]
    let ride = Phase(
      "Ride", .high, .after(.fixed(.seconds(90))), target: PerSet(Target("140-150bpm 90rpm")), coach: .standard)
    workout.nodes = [.phase(ride)]
    var harness = try begin(JournalHarness.header(workout))
    for (number, rate) in [145, 145, 145, 100, 100, 100, 100, 146, 146, 160, 160, 160].enumerated() {
      let second = Double(5 * number + 3)
      guard second <= left else { break }
      harness.run(to: second)
      harness.send(.measure(.heartRate, rate, from: nil), at: second)
    }
    harness.run(to: left)
    let told = try resumed(harness)
    #expect(told.state == harness.engine.paused()?.state)
  }

  @Test(arguments: [
    Policies(
      input: .gate, whenSuspended: .pauseIfOver(.seconds(30)),
      body: BodyProfile(maxHeartRate: 185, thresholdHeartRate: 160, ftp: 240), expectsSensors: false),
    Policies(whenSuspended: .freeze), Policies(),
  ])
  func `has what its user had chosen, and what follows from that`(policies: Policies) throws {
    let header = SessionHeader(try Timeline(JournalHarness.workout), file: nil, speed: 1, policies: policies) { "text" }
    var harness = try begin(header)
    harness.run(to: 5)
    harness.send(.suspended(gap: .seconds(10)), at: 15)
    harness.run(to: 16)
    harness.send(.suspended(gap: .seconds(40)), at: 56)
    harness.run(to: 57)
    let start = try taken(up: harness)
    guard case .log(let log, _, _) = start else { return #expect(Bool(false), "\(start)") }
    #expect(log.runs.map(\.policies) == [policies])
    #expect(try resumed(harness).state.position == harness.engine.state.position)
  }

  @Test(arguments: [1, 2, 3, 5, 1000])
  func `is the same however much of it is written at once`(batch: Int) throws {
    var harness = try begin(JournalHarness.header(), batch: batch)
    harness.run(to: 21)
    // The cue of the phase is heard again, and facts of one write lie before and after the move.
    harness.send(.back, at: 24)
    harness.run(to: 35)
    let told = try resumed(harness)
    #expect(told.state == harness.engine.paused()?.state && told.state.facts.entries.count == 3)
  }

  @Test func `is refused with an action that this version can't read`() throws {
    var harness = try begin(JournalHarness.header())
    harness.run(to: 5)
    harness.send(.extend(by: .seconds(5)), at: 5)
    harness.send(.undo, at: 6)
    harness.finish()
    try fixture.store().write { try $0.execute("UPDATE action SET name = 'stretch' WHERE name IN ('extend', 'undo')") }
    #expect(throws: ReplayError.incomplete) { try taken(up: harness) }
  }
}
