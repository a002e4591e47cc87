import Dispatch
import Foundation
import SessionHistory
import SessionReporting
import Synchronization
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A session that was interrupted` {
  let fixture: HistoryFixture
  let clocks = Clocks()

  init() throws { fixture = try HistoryFixture() }

  /// A session that was left at `seconds`; the process that ran it is marked as gone.
  func leave(at seconds: Double, _ workout: Workout = JournalHarness.workout, stopping: Bool = false) throws {
    var harness = try JournalHarness(
      in: fixture.place, JournalHarness.header(workout), moment: { [clocks] in clocks.now })
    harness.run(to: seconds)
    if stopping {
      harness.send(.stop, at: seconds)
      harness.run(to: seconds + 5)
    }
    harness.finish()
    try forgetProcess()
  }

  func forgetProcess() throws {
    try fixture.store().write { try $0.execute("UPDATE leg SET process_start = 0") }
  }

  func unfinished(_ id: Int64? = nil) throws -> UnfinishedSession {
    try fixture.store().unfinished(id, at: clocks.now)
  }

  func claim(_ session: UnfinishedSession, _ workout: Workout = JournalHarness.workout) throws -> ResumedSession {
    let header = try JournalHarness.header(workout)
    let start =
      try workout == JournalHarness.workout
      ? session.exactStart(header.timeline) : #require(session.startByName(header.timeline))
    let engine = try start.resumed(header.timeline, PhraseDurations(), Policies()).engine
    return try fixture.store().claim(session, with: header, resumingAs: engine, from: start, at: clocks.now)
  }

  @Test func `is found where it was interrupted`() throws {
    try leave(at: 25)
    let session = try unfinished()
    #expect(session.id == 1 && session.name == "Short" && session.file == "/w.json" && !session.isStopped)
    #expect(session.phase == "Rest" && session.set == 1 && session.intoPhase == .seconds(5))
    #expect(session.elapsed == .seconds(25) && session.position == .seconds(25))
    #expect(session.text == "text of Short")
  }

  @Test func `continues in the same row, its phase and the pause between written as what they were`() throws {
    try leave(at: 25)
    clocks.pass(.seconds(100))
    let session = try unfinished()
    let timeline = try Timeline(JournalHarness.workout)
    var harness = try JournalHarness(
      in: fixture.place, claim(session), session.exactStart(timeline), timeline, moment: { [clocks] in clocks.now })
    harness.run(to: 7)
    harness.send(.resume, at: 7)
    harness.run(to: 100)
    harness.finish()
    let s = "/ 1000000000.0"
    #expect(try fixture.rows("SELECT start \(s), gap \(s), exact FROM leg") == ["0.0 0.0 1", "125.0 100.0 1"])
    #expect(
      try fixture.rows("SELECT name, began \(s), active \(s) FROM phase") == [
        "Work 0.0 20.0", "Rest 20.0 10.0", "Work 137.0 20.0", "Rest 157.0 10.0", "Stretch 167.0 30.0",
      ])
    #expect(try fixture.rows("SELECT began \(s), ended \(s), reason FROM pause") == ["25.0 132.0 restored"])
    #expect(try fixture.rows("SELECT reason, elapsed \(s) FROM session") == ["completed 90.0"])
    #expect(try fixture.rows("SELECT count(*), count(DISTINCT cue) FROM cue") == ["5 5"])
  }

  @Test func `has its pause ended, and a later one recorded, if the user resumes it during its preparation`() throws {
    try leave(at: 25)
    clocks.pass(.seconds(100))
    let session = try unfinished()
    let timeline = try Timeline(JournalHarness.workout)
    var harness = try JournalHarness(
      in: fixture.place, claim(session), session.exactStart(timeline), timeline, first: [.resume, .prepared],
      moment: { [clocks] in clocks.now })
    harness.run(to: 3)
    harness.send(.pause, at: 3)
    harness.run(to: 9)
    harness.send(.resume, at: 9)
    harness.run(to: 100)
    harness.finish()
    let s = "/ 1000000000.0"
    #expect(
      try fixture.rows("SELECT began \(s), ended \(s), reason FROM pause")
        == ["25.0 125.0 restored", "128.0 134.0 user"])
  }

  @Test func `is claimed by one process alone`() throws {
    try leave(at: 25)
    let session = try unfinished()
    _ = try claim(session)
    let own = Int(getpid())
    #expect(throws: ResumeRefusal.running(id: 1, process: own)) { try claim(session) }
    #expect(throws: ResumeRefusal.running(id: 1, process: own)) { try unfinished(1) }
    #expect(throws: ResumeRefusal.running(id: 1, process: own)) { try unfinished() }
    // After a restart of the machine the number means nothing.
    clocks.change { $0.bootID = "boot-b" }
    #expect(try unfinished().id == 1)
  }

  @Test func `is claimed as it was found, or not at all`() throws {
    try leave(at: 25)
    let session = try unfinished()
    try fixture.store().write { try $0.execute("UPDATE standing SET now = now + 1") }
    #expect(throws: ResumeRefusal.movedOn(id: 1)) { try claim(session) }
    #expect(try fixture.rows("SELECT count(*) FROM leg") == ["1"])
  }

  @Test func `and claimed with a changed workout is stored with that at once`() throws {
    try leave(at: 25)
    var changed = JournalHarness.workout
    changed.name = "Longer"
    changed.nodes.insert(.phase(Phase("Warm up", .warmup, .after(.fixed(.seconds(60))))), at: 0)
    // The process dies before anything happens.
    _ = try claim(unfinished(), changed)
    try forgetProcess()
    let again = try unfinished()
    #expect(again.text == "text of Longer" && again.position == .seconds(85) && again.elapsed == .seconds(25))
    #expect(try fixture.rows("SELECT name, total / 1000000000 FROM session") == ["Longer 150"])
    #expect(
      try fixture.rows("SELECT at / 1000000000, position / 1000000000 FROM action WHERE name = 'workoutChanged'")
        == ["25 85"])
    let timeline = try Timeline(changed)
    let engine = try again.exactStart(timeline).resumed(timeline, PhraseDurations(), Policies()).engine
    #expect(engine.state.position == .seconds(85))
  }

  @Test func `is either claimed or deleted, whichever comes first`() throws {
    for round in 1...20 {
      try leave(at: 25)
      let (session, place, moment) = (try unfinished(), fixture.place, clocks.now)
      let timeline = try Timeline(JournalHarness.workout)
      let start = try session.exactStart(timeline)
      let engine = try start.resumed(timeline, PhraseDurations(), Policies()).engine
      let header = try JournalHarness.header()
      let outcome = Mutex((isClaimed: false, isDeleted: false))
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        guard let store = try? HistoryStore(at: place, for: .changing) else { return }
        if index == round % 2 {
          let claimed = try? store.claim(session, with: header, resumingAs: engine, from: start, at: moment)
          outcome.withLock { $0.isClaimed = claimed != nil }
        } else {
          let gone = try? store.delete([session.id], at: moment)
          outcome.withLock { $0.isDeleted = gone == [session.id] }
        }
      }
      let (isClaimed, isDeleted) = outcome.withLock { $0 }
      #expect(isClaimed != isDeleted, "round \(round)")
      try forgetProcess()
      try fixture.store().delete([session.id], at: moment)
    }
  }

  @Test func `isn't offered when it was completed, or is unknown`() throws {
    #expect(throws: ResumeRefusal.noSession) { try unfinished() }
    #expect(throws: ResumeRefusal.unknown(id: 7)) { try unfinished(7) }
    try leave(at: 25)
    try leave(at: 200)
    try leave(at: 200)
    #expect(throws: ResumeRefusal.completed(id: 3, name: "Short", earlier: 1)) { try unfinished() }
    #expect(throws: ResumeRefusal.completed(id: 2, name: "Short", earlier: nil)) { try unfinished(2) }
    #expect(try unfinished(1).id == 1)
    try fixture.store().delete([1], at: clocks.now)
    #expect(throws: ResumeRefusal.completed(id: 3, name: "Short", earlier: nil)) { try unfinished() }
  }

  @Test func `and stopped by its user continues from there, too`() throws {
    try leave(at: 25, stopping: true)
    let session = try unfinished()
    #expect(session.isStopped && session.position == .seconds(25))
    let timeline = try Timeline(JournalHarness.workout)
    var harness = try JournalHarness(
      in: fixture.place, claim(session), session.exactStart(timeline), timeline, moment: { [clocks] in clocks.now })
    harness.send(.resume, at: 1)
    harness.run(to: 20)
    harness.finish()
    #expect(
      try fixture.rows("SELECT name, active / 1000000000.0 FROM phase") == ["Work 20.0", "Rest 10.0", "Work -"])
    #expect(try fixture.rows("SELECT reason FROM session") == ["-"])
  }

  @Test func `of a workout that has been changed is found by the name of its phase`() throws {
    try leave(at: 53)
    let session = try unfinished()
    #expect(session.phase == "Rest" && session.set == 2)
    var changed = JournalHarness.workout
    changed.nodes.insert(.phase(Phase("Warm up", .warmup, .after(.fixed(.seconds(60))))), at: 0)
    let timeline = try Timeline(changed)
    let start = try #require(session.startByName(timeline))
    let engine = try start.resumed(timeline, PhraseDurations(), Policies()).engine
    #expect(engine.state.position == .seconds(113) && engine.state.elapsed == .seconds(53))
    changed.nodes.removeAll { if case .group = $0 { true } else { false } }
    let without = try Timeline(changed)
    #expect(session.startByName(without) == nil)
  }

  @Test func `has the volume that the user had set, in a changed workout too`() throws {
    var harness = try JournalHarness(in: fixture.place, moment: { [clocks] in clocks.now })
    harness.run(to: 25)
    harness.send(.setVolume(-6), at: 25)
    harness.run(to: 26)
    harness.finish()
    try forgetProcess()
    #expect(try unfinished().volume == -6)
  }

  @Test func `in a set that isn't there any more is found in the nearest one`() throws {
    try leave(at: 53)
    var changed = JournalHarness.workout
    if case .group(let group) = changed.nodes[0] { changed.nodes[0] = .group(SetGroup(.sets(1), nodes: group.nodes)) }
    let timeline = try Timeline(changed)
    let start = try #require(try unfinished().startByName(timeline))
    #expect(try start.resumed(timeline, PhraseDurations(), Policies()).engine.state.position == .seconds(23))
  }

  @Test func `of an earlier version is refused, and found by the name of its phase`() throws {
    try leave(at: 25)
    try fixture.downgrade()
    let timeline = try Timeline(JournalHarness.workout)
    let session = try unfinished()
    #expect(session.phase == "Rest" && session.intoPhase == .seconds(5))
    #expect(session.seed == .max && session.volume == -6)
    #expect(throws: ReplayError.incomplete) { try session.exactStart(timeline) }
    // From where it is continued on, it is known whole.
    let header = try JournalHarness.header()
    let start = try #require(session.startByName(timeline))
    let engine = try start.resumed(timeline, PhraseDurations(), Policies()).engine
    let claimed = try fixture.store().claim(session, with: header, resumingAs: engine, from: start, at: clocks.now)
    var harness = try JournalHarness(in: fixture.place, claimed, start, timeline, moment: { [clocks] in clocks.now })
    harness.send(.resume, at: 1)
    harness.send(.extend(by: .seconds(5)), at: 2)
    harness.run(to: 3)
    harness.finish()
    try forgetProcess()
    let again = try unfinished().exactStart(timeline).resumed(timeline, PhraseDurations(), Policies()).engine
    #expect(again.state.position == .seconds(27) && again.state.history.undoable == 1)
  }

  @Test func `is refused where its records lead elsewhere than it was, or are lost`() throws {
    try leave(at: 25)
    let timeline = try Timeline(JournalHarness.workout)
    for change in ["UPDATE standing SET position = position + 1", "UPDATE leg SET lost = 1"] {
      try fixture.store().write { try $0.execute(change) }
      #expect(throws: ReplayError.incomplete) { try unfinished().exactStart(timeline) }
    }
  }

  @Test func `is where its moves have led, with the moves that can be undone, again and again`() throws {
    var harness = try JournalHarness(in: fixture.place, moment: { [clocks] in clocks.now })
    harness.run(to: 5)
    harness.send(.extend(by: .seconds(15)), at: 5)
    harness.run(to: 12)
    harness.send(.jumpToSet(2), at: 12)
    harness.run(to: 14)
    harness.finish()
    for process in 0..<3 {
      try forgetProcess()
      clocks.pass(.seconds(60))
      let (session, timeline) = try (unfinished(), Timeline(JournalHarness.workout))
      let start = try session.exactStart(timeline)
      #expect(session.position == .seconds(47 + process) && session.elapsed == .seconds(14 + process))
      let engine = try start.resumed(timeline, PhraseDurations(), Policies()).engine
      #expect(engine.state.history.undoable == 2 && engine.state.edits.count == 1)
      var next = try JournalHarness(
        in: fixture.place, claim(session), start, timeline, moment: { [clocks] in clocks.now })
      next.send(.resume, at: 1)
      next.run(to: 2)
      next.finish()
    }
    #expect(try fixture.rows("SELECT count(*), count(DISTINCT cue) FROM fact") == ["2 2"])
  }
}
