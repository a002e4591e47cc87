import SessionHistory
import SessionReporting
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `The score of a session` {
  private let fixture: HistoryFixture
  private let clocks = Clocks()

  init() throws { fixture = try HistoryFixture() }

  private static func workout(_ repetition: Repetition) -> Workout {
    let work = Node.phase(Phase(PerSet("Swings"), .high, .open(), reps: .perSet(PerSet(15))))
    let walk = Node.phase(Phase(PerSet("Walk"), .cooldown, .after(.fixed(.seconds(60)))))
    return Workout(name: "W", style: .silent, nodes: [.group(SetGroup(repetition, nodes: [work])), walk])
  }

  private static let amrap = workout(.total(.seconds(60)))
  private static let race = workout(.capped(sets: 3, cap: .seconds(100)))

  /// A session in which the user says done at these seconds, up to `end`; returns its score.
  private func train(
    _ workout: Workout, _ done: [Double], to end: Double = 200, speed: Int = 1
  ) throws -> RankedScore? {
    var harness = try JournalHarness(
      in: fixture.place, JournalHarness.header(workout, speed: speed), moment: { [clocks] in clocks.now })
    for second in done {
      harness.run(to: second)
      harness.send(.done, at: second)
    }
    harness.run(to: end)
    harness.finish()
    let session = try #require(harness.journal.completeSession)
    return try fixture.store().score(of: Int64(session), by: #require(Scoring(workout)))
  }

  @Test func `is the rounds of an AMRAP, beside the most of all sessions before`() throws {
    #expect(try train(Self.amrap, [10, 20, 30]) == RankedScore(own: .rounds(3), best: nil))
    #expect(try train(Self.amrap, [10, 20]) == RankedScore(own: .rounds(2), best: .rounds(3)))
    #expect(try train(Self.amrap, [10, 20, 30, 40]) == RankedScore(own: .rounds(4), best: .rounds(3)))
    #expect(try train(Self.amrap, []) == nil)
    #expect(try fixture.store().score(of: 2, by: #require(Scoring(Self.amrap)))?.best == .rounds(3))
  }

  @Test func `of a session that was ended early is the rounds that it has`() throws {
    #expect(try train(Self.amrap, [10, 20], to: 25)?.own == .rounds(2))
    #expect(try train(Self.amrap, [10]) == RankedScore(own: .rounds(1), best: .rounds(2)))
  }

  @Test func `is the time of all rounds, and any time is better than rounds up to the cap`() throws {
    #expect(try train(Self.race, [20, 60]) == RankedScore(own: .rounds(2), best: nil))
    #expect(try train(Self.race, [20, 60, 90]) == RankedScore(own: .time(.seconds(90)), best: .rounds(2)))
    #expect(try train(Self.race, [20, 60, 80]) == RankedScore(own: .time(.seconds(80)), best: .time(.seconds(90))))
    // Only the walk after the rounds was left out.
    #expect(try train(Self.race, [10, 20, 70], to: 75)?.own == .time(.seconds(70)))
    #expect(try train(Self.race, [20]) == RankedScore(own: .rounds(1), best: .time(.seconds(70))))
  }

  @Test func `is not compared with rehearsals and other workouts`() throws {
    #expect(try train(Self.amrap, [10, 20, 30], speed: 10) == nil)
    var other = Self.amrap
    other.name = "Other"
    #expect(try train(other, [10, 20, 30])?.best == nil)
    #expect(try train(Self.amrap, [10])?.best == nil)
  }

  @Test func `is there only where the plan leaves it to the user`() {
    let timed = Node.phase(Phase(PerSet("Work"), .high, .after(.fixed(.seconds(20)))))
    for repetition in [Repetition.sets(3), .total(.seconds(60)), .capped(sets: 3, cap: .seconds(100))] {
      #expect(Scoring(Workout(name: "W", nodes: [.group(SetGroup(repetition, nodes: [timed]))])) == nil)
    }
    #expect(Scoring(Self.workout(.sets(3))) == nil)
    #expect(Scoring(Self.workout(.interval(sets: 3, every: .seconds(60)))) != nil)
  }

  @Test(arguments: [
    (SessionScore.rounds(7), SessionScore.rounds(6), "New best: 7 rounds (before: 6 rounds)"),
    (.rounds(6), .rounds(6), "As good as your best: 6 rounds"), (.rounds(1), .rounds(6), "Best so far: 6 rounds"),
    (.time(.seconds(754)), .time(.seconds(800)), "New best: 12:34 (before: 13:20)"),
    (.rounds(3), .time(.seconds(800)), "Best so far: 13:20"),
  ])
  func `is told with the best`(own: SessionScore, best: SessionScore, text: String) {
    #expect(RankedScore(own: own, best: best).text() == text)
  }
}

@Suite struct `The remarks of a session` {
  private let fixture: HistoryFixture

  init() throws {
    fixture = try HistoryFixture()
    let clocks = Clocks()
    var harness = try JournalHarness(in: fixture.place, moment: { clocks.now })
    harness.run(to: 30)
    harness.finish()
  }

  private func remarks() throws -> [String] { try fixture.rows("SELECT note, rpe FROM session") }

  @Test func `are kept, each by itself, and an empty note removes it`() throws {
    let store = try fixture.store(.changing)
    #expect(try store.remark(on: 1, note: "Heavy legs", rpe: nil) == 1)
    #expect(try store.remark(on: nil, note: nil, rpe: 7) == 1)
    #expect(try remarks() == ["Heavy legs 7"])
    #expect(try store.session(1)?.session.note == "Heavy legs" && store.session(1)?.session.rpe == 7)
    #expect(try store.remark(on: 1, note: "", rpe: 8) == 1)
    #expect(try remarks() == ["- 8"])
    #expect(try store.remark(on: 2, note: "None", rpe: 1) == nil)
  }

  @Test(arguments: [HistoryStore.Purpose.reading, .changing, .writing])
  func `are added to tables of version 1, with all that these hold`(purpose: HistoryStore.Purpose) throws {
    try fixture.downgrade()
    try Database(path: fixture.place.path).write { database in
      try database.run("ALTER TABLE session DROP COLUMN note; ALTER TABLE session DROP COLUMN rpe")
      try database.run("ALTER TABLE phase DROP COLUMN cause; DROP TABLE measurement; PRAGMA user_version = 1")
    }
    let sessions = try fixture.store(purpose).sessions()
    #expect(sessions.map(\.name) == ["Short"] && sessions[0].note == nil && sessions[0].rpe == nil)
    #expect(try remarks() == ["- -"] && fixture.rows("PRAGMA user_version") == ["5"])
  }
}
