import Dispatch
import SessionHistory
import Testing
import WorkoutEngine
import WorkoutModel

/// What a session still tells whose disk didn't answer for a time.
extension `A session that was interrupted` {
  @Test func `has lost what each of its runs has, and is known where none since a change of the workout has`() throws {
    let timeline = try Timeline(JournalHarness.workout)
    /// Sends so much while the disk doesn't answer that the oldest of it is lost.
    func lose(_ begin: (@escaping @Sendable () -> ClockReading) throws -> JournalHarness) throws {
      let gate = DispatchSemaphore(value: 0)
      var harness = try begin { [clocks] in
        gate.wait()
        gate.signal()
        return clocks.now
      }
      let first = harness.engine.state.now
      for step in 1...10_000 { harness.send(.setVolume(Double(step % 10)), at: first + .milliseconds(step)) }
      gate.signal()
      harness.finish()
      try forgetProcess()
    }
    try lose { try JournalHarness(in: fixture.place, moment: $0) }
    let losses = try fixture.rows("SELECT lost FROM session")
    #expect(throws: ReplayError.incomplete) { try unfinished().exactStart(timeline) }
    let session = try unfinished()
    let start = try #require(session.startByName(timeline))
    let engine = try start.resumed(timeline, PhraseDurations(), Policies()).engine
    let header = try JournalHarness.header()
    let claimed = try fixture.store().claim(session, with: header, resumingAs: engine, from: start, at: clocks.now)
    var harness = try JournalHarness(in: fixture.place, claimed, start, timeline, moment: { [clocks] in clocks.now })
    harness.send(.resume, at: 1)
    harness.finish()
    try forgetProcess()
    let again = try unfinished().exactStart(timeline)
    #expect(try fixture.rows("SELECT lost FROM session") == losses)
    try lose { try JournalHarness(in: fixture.place, claim(unfinished()), again, timeline, moment: $0) }
    #expect(try fixture.rows("SELECT lost > 0 FROM leg") == ["1", "0", "1"])
    #expect(try fixture.rows("SELECT lost > 0 AND lost = (SELECT sum(lost) FROM leg) FROM session") == ["1"])
    #expect(throws: ReplayError.incomplete) { try unfinished().exactStart(timeline) }
  }
}
