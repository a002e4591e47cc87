import WorkoutEngine

/// The origin of a journal's session.
package enum JournalOrigin: Sendable {
  case new(SessionHeader)
  /// An interrupted or stopped session, claimed for this process.
  case resumed(ResumedSession)
}

/// The work of the journal's thread: opens the history, writes batches, and handles failures of the disk.
struct JournalWriter: Sendable {
  /// The content of one transaction.
  struct Batch: Sendable {
    var events: [EngineEvent]
    var engine: Engine?
    /// The number of events dropped before these.
    var dropped: Int

    var isEmpty: Bool { events.isEmpty && engine == nil && dropped == 0 }
  }

  /// The minimum time between a failure and the next attempt.
  private static let retryPause = Duration.seconds(1)

  private let place: HistoryLocation
  private let header: SessionHeader
  private let moment: @Sendable () -> ClockReading
  private let time: @Sendable () -> Duration
  private let report: @Sendable (String) -> Void
  private var store: HistoryStore?
  private var run: SessionRun?
  /// The file that contains the run.
  private var file: FileIdentity?
  /// The time of the first attempt to write.
  private var began: ClockReading?
  /// The number of events written to the file.
  private var committed = 0
  /// The events and the state that are not written yet.
  private var backlog = Batch(events: [], engine: nil, dropped: 0)
  /// The newest state, which a new file begins with.
  private var latest: Engine?
  private var lost = 0
  private var nextTry = Duration.zero
  private var condition = Condition.fine
  private var hasReplaced = false

  private enum Condition {
    case fine
    /// The last write failed; the user has been notified.
    case failing
    /// No further write is attempted; the user has been notified.
    case givenUp
  }

  init(
    _ place: HistoryLocation, _ origin: JournalOrigin,
    moment: @escaping @Sendable () -> ClockReading, time: @escaping @Sendable () -> Duration,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.place = place
    (self.moment, self.time) = (moment, time)
    self.report = report
    switch origin {
    case .new(let header): self.header = header
    case .resumed(let session):
      header = session.header
      run = session.run
      file = session.file
    }
  }

  /// The row of the session; `nil` until it is recorded.
  var session: Int64? { run?.session }

  /// Opens the history; nothing is written yet.
  mutating func open() { attempt() }

  /// Writes a batch after the rest of earlier ones.
  mutating func write(_ batch: Batch) {
    guard condition != .givenUp else { return }
    backlog.events += batch.events
    latest = batch.engine ?? latest
    backlog.engine = batch.engine ?? backlog.engine
    lost += batch.dropped
    guard condition == .fine || time() >= nextTry else { return trim() }
    attempt()
  }

  /// Makes a last attempt, and reports the number of lost records.
  mutating func close() {
    guard condition != .givenUp else { return }
    // A session whose file another process has just replaced is otherwise missing from the history.
    let isElsewhere = run != nil && file != place.file
    if !backlog.isEmpty || isElsewhere { attempt() }
    lost += backlog.events.count
    backlog.events = []
    if lost > 0 {
      report("\(lost) history records of this session were lost.")
      if condition == .fine { try? commit { [lost] run, database, _ in try run.write(lost: lost, database) } }
    }
    store = nil
  }

  private mutating func attempt() {
    do throws(HistoryError) {
      try writeBacklog()
      if condition == .failing { report("The session is being recorded again.") }
      condition = .fine
    } catch {
      recover(from: error)
    }
  }

  private mutating func recover(from error: HistoryError) {
    switch error {
    case .damaged where !hasReplaced:
      hasReplaced = true
      do throws(HistoryError) { try replace() } catch { return recover(from: error) }
      attempt()
    case .failed:
      if condition == .fine {
        report("The history can't be written at the moment (\(error.explanation)); the workout continues.")
      }
      condition = .failing
      nextTry = time() + Self.retryPause
      trim()
    case .unavailable, .none, .newer, .older, .damaged, .contradicted: giveUp(error)
    }
  }

  /// Continues with a new database in place of a damaged one.
  private mutating func replace() throws(HistoryError) {
    let damaged = store?.file
    store = nil
    let (new, aside) = try HistoryStore.replacing(damaged, at: place, wall: moment().wall)
    if let aside { report("The history is damaged: it was set aside as \(aside), and a new one was created.") }
    store = new
    discardRun()
  }

  /// Discards the run, because it is in a file that is no longer the history.
  private mutating func discardRun() {
    run = nil
    file = nil
    backlog.engine = latest
    lost += committed
    committed = 0
  }

  private mutating func giveUp(_ error: HistoryError) {
    report("\(run == nil ? "This session" : "The rest of this session") is not being recorded: \(error.explanation).")
    condition = .givenUp
    backlog = Batch(events: [], engine: nil, dropped: 0)
    store = nil
  }

  /// Limits the backlog to the capacity of a journal.
  private mutating func trim() {
    let surplus = backlog.events.count - Journal.capacity
    guard surplus > 0 else { return }
    backlog.events.removeFirst(surplus)
    lost += surplus
  }

  private mutating func writeBacklog() throws(HistoryError) {
    try reopen()
    let batch = backlog
    if batch.isEmpty { return }
    try commit { [lost] run, database, moment in
      for event in batch.events { try run.write(event, database) }
      if let engine = batch.engine { try run.write(engine, database, at: moment) }
      if lost > 0 { try run.write(lost: lost, database) }
    }
    committed += batch.events.count
    backlog = Batch(events: [], engine: nil, dropped: 0)
  }

  /// Opens the history if it isn't open, or if another file has replaced it.
  private mutating func reopen() throws(HistoryError) {
    if let store, store.file == place.file { return }
    store = nil
    let new = try HistoryStore(at: place, for: .writing)
    store = new
    guard run != nil, file != new.file else { return }
    discardRun()
    report("The history file has disappeared: the session continues in a new one, \(place.path).")
  }

  /// Writes to the session's run, which is created by the first write.
  private mutating func commit(
    _ write: (inout SessionRun, Database, ClockReading) throws -> Void
  ) throws(HistoryError) {
    guard let store else { return }
    let now = moment()
    // A later attempt has the start of the first one.
    let (header, present, began, lost) = (header, run, began ?? now, lost)
    self.began = began
    run = try store.write { database in
      var run = try present ?? SessionRun(of: header, database, at: began)
      if present == nil, lost > 0 { try run.write(lost: lost, database) }
      try write(&run, database, now)
      return run
    }
    file = store.file
  }
}
