import SessionHistory
import Testing
import WorkoutEngine
import WorkoutModel

/// Sessions that have been heard beyond what the history knows, because the disk was late when they were killed.
@Suite struct `A session that has played on after its last record` {
  private let fixture: HistoryFixture
  private let clocks = Clocks()

  init() throws { fixture = try HistoryFixture() }

  private func unfinished() throws -> UnfinishedSession { try fixture.store().unfinished(nil, at: clocks.now) }

  /// A session whose history ends at `recorded` seconds, and that has played on or moved since by `more`.
  private func leave(at recorded: Double, process: Int, andThen more: (inout Engine) -> Void) throws {
    var harness = try JournalHarness(in: fixture.place, moment: { [clocks] in clocks.now })
    harness.run(to: recorded)
    harness.finish()
    var engine = harness.engine
    more(&engine)
    try reach(engine, process: process)
  }

  /// Stores a place as that of the process that ran the session. No process has such a number, and no two tests have
  /// the same.
  private func reach(_ engine: Engine?, process number: Int) throws {
    if let engine { try #require(ReachedPlace(of: ProcessIdentity(number: number, started: 7))).store(engine) }
    try fixture.store().write { database in
      try database.execute("UPDATE leg SET process = ?, process_start = 7", [number])
    }
  }

  /// Claims the session, plays it to its end, and returns the instants in the plan of the bells that it plays.
  private func bells(after unfinished: UnfinishedSession) throws -> [Double] {
    let header = try JournalHarness.header()
    let start = try unfinished.exactStart(header.timeline)
    let (paused, unrecorded) = try start.resumed(header.timeline, PhraseDurations(), Policies())
    _ = try fixture.store().claim(
      unfinished, with: header, resumingAs: paused, from: start, after: unrecorded, at: clocks.now)
    var (engine, played) = (paused, [Double]())
    for (action, second) in [(Action.prepared, 1), (.resume, 2)] { _ = engine.send(action, at: .seconds(second)) }
    while let deadline = engine.nextDeadline {
      for case .cueSettled(let cue) in engine.send(.tick, at: deadline).events.map(\.kind) where cue.at != nil {
        played.append(cue.position / .seconds(1))
      }
    }
    return played
  }

  @Test(arguments: [(19.9, 20.1, [30.0, 50, 60]), (29.99, 50.2, [60.0]), (25.0, 25.3, [30.0, 50, 60])])
  func `leaves out what may have been heard, and says so`(
    recorded: Double, reached: Double, bells: [Double]
  ) throws {
    let process = 4_195_000 + Int(recorded)
    try leave(at: recorded, process: process) { _ = $0.send(.tick, at: .milliseconds(Int(reached * 1000))) }
    let session = try unfinished()
    #expect(session.position == .milliseconds(Int(reached * 1000)) && session.elapsed == session.position)
    #expect(try self.bells(after: session) == bells)
    let s = "/ 1000000000.0"
    let left = [20.0, 30, 50].filter { $0 > recorded && $0 <= reached }
    #expect(
      try fixture.rows("SELECT due \(s), outcome, cause FROM cue WHERE at IS NULL")
        == left.map { "\($0) skipped may have been heard before the interruption" })
    let begun = [0.0, 20, 30, 50].filter { $0 <= reached }
    #expect(try fixture.rows("SELECT began \(s) FROM phase") == begun.map { "\($0)" })
    #expect(try fixture.rows("SELECT began \(s), reason FROM pause") == ["\(reached) restored"])
    // A resume forgets the place.
    try reach(nil, process: process)
    #expect(try unfinished().played == .zero)
  }

  @Test func `repeats nothing if it was paused in that record, either`() throws {
    try leave(at: 25, process: 4_195_100) { _ in }
    let header = try JournalHarness.header()
    let start = try unfinished().exactStart(header.timeline)
    let (engine, _) = try start.resumed(header.timeline, PhraseDurations(), Policies())
    _ = try fixture.store().claim(unfinished(), with: header, resumingAs: engine, from: start, at: clocks.now)
    var other = engine
    for (action, second) in [(Action.prepared, 1), (.resume, 2), (.tick, 8)] {
      _ = other.send(action, at: .seconds(second))
    }
    try reach(other, process: 4_195_101)
    let session = try unfinished()
    #expect(session.position == .seconds(31) && session.played == .seconds(6))
    #expect(try bells(after: session) == [50, 60])
  }

  @Test func `believes no place that a move has led to, and none that lies behind`() throws {
    try leave(at: 25, process: 4_195_102) { _ = $0.send(.skip, at: .milliseconds(25_010)) }
    #expect(try unfinished().played == .zero && unfinished().position == .seconds(25))
    try fixture.store().write { try $0.execute("UPDATE standing SET elapsed = elapsed + 1000000000000") }
    #expect(try unfinished().played == .zero)
  }

  @Test func `isn't resumed if it had played to its end`() throws {
    try leave(at: 89.9, process: 4_195_103) { _ = $0.send(.tick, at: .seconds(95)) }
    let timeline = try Timeline(JournalHarness.workout)
    let session = try unfinished()
    #expect(throws: ReplayError.completed) {
      try session.exactStart(timeline).resumed(timeline, PhraseDurations(), Policies())
    }
    #expect(session.wasCompleted.explanation == #"There is nothing to resume: session 1, "Short", was completed."#)
  }
}
