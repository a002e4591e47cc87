package import HostSystem
import Synchronization
package import WorkoutEngine

/// Records a session while it runs: a power failure loses at most what has happened since the last `store`, plus the
/// duration of a sync in progress; the death of the process at most what has happened since the last `reach`.
///
/// The caller never waits: a dedicated thread takes events from a queue of `capacity` and commits them; a commit is on
/// the disk when it returns. Events that arrive meanwhile are part of the next commit.
///
/// If the disk is full or slow, or the database locked or corrupt, the oldest events are dropped and counted, the user
/// is notified once, and the session continues unchanged. The same applies if the disk takes longer than `patience`. An
/// event reaches the disk in one transaction with the state that follows it, so the state from which a session is
/// resumed never contradicts its recorded past.
package final class Journal: Sendable {
  /// The maximum number of queued events: an hour of a busy workout.
  package static let capacity = 8192
  /// The maximum time of one disk operation before the user is notified that the disk doesn't answer.
  package static let patience = Duration.seconds(5)

  private struct Content {
    /// The events since the last state.
    var fresh: [EngineEvent] = []
    /// The events that are written together with `engine`.
    var ready: [EngineEvent] = []
    var engine: Engine?
    var dropped = 0
    /// Whether the thread has been asked to write.
    var isScheduled = false
    /// The time at which the thread began to wait for the disk.
    var accessBegan: Duration?
    /// Whether everything is written, and nothing more will be.
    var isFinished = false
    /// Whether the user has been notified that the disk doesn't answer.
    var isStalled = false

    /// Removes and returns the next batch; `nil` if there is none.
    mutating func nextBatch() -> JournalWriter.Batch? {
      let batch = JournalWriter.Batch(events: ready, engine: engine, dropped: dropped)
      isScheduled = !batch.isEmpty
      (ready, engine, dropped) = ([], nil, 0)
      return isScheduled ? batch : nil
    }
  }

  private let content = Mutex(Content())
  private let writer: Mutex<JournalWriter>
  private let number = Mutex<Int64?>(nil)
  /// Receives a value once the session has a number.
  private let numbered = Mailbox<Bool>(capacity: 1)
  private let hasWaited = Atomic(false)
  private let folder: String
  private let patience: Duration
  private let report: @Sendable (String) -> Void
  private let thread: WorkThread
  private let time: @Sendable () -> Duration
  /// What a resume knows beyond the last commit.
  private let place: ReachedPlace?

  /// A journal of the session that `origin` describes.
  ///
  /// `report` is called on the journal's thread with messages for the user when the history can't be written, and when
  /// it can again. Waits are measured by `time`.
  package init(
    in place: HistoryLocation, _ origin: JournalOrigin,
    moment: @escaping @Sendable () -> ClockReading = ClockReading.now,
    patience: Duration = Journal.patience, reached: ReachedPlace? = ReachedPlace(),
    on thread: WorkThread = WorkThread(), time: @escaping @Sendable () -> Duration = { HostTime.now },
    report: @escaping @Sendable (String) -> Void
  ) {
    folder = place.folder
    self.place = reached
    self.patience = patience
    (self.thread, self.time) = (thread, time)
    self.report = report
    writer = Mutex(JournalWriter(place, origin, moment: moment, time: time, report: report))
  }

  /// Opens the history, on the journal's thread.
  package func open() {
    if let failure = thread.failure { report("This session is not being recorded: \(failure.explanation).") }
    thread.later { [self] in access { $0.open() } }
  }

  /// The number of the session in the history; `nil` until it is recorded.
  package var session: Int? { number.withLock { $0.map { Int($0) } } }

  /// The number of the session if all of it is written, so that reading the history doesn't wait for the disk.
  package var completeSession: Int? { content.withLock { $0.isFinished } ? session : nil }

  /// Waits until the session has its number, for at most `milliseconds`; waits only once, because it may never get one.
  package func waitForSession(milliseconds: Int32) {
    if !hasWaited.exchange(true, ordering: .relaxed) { numbered.wait(milliseconds: milliseconds) }
  }

  /// Waits until the history is open, before the first cue, for at most `milliseconds`.
  package func wait(milliseconds: Int32) {
    thread.wait(milliseconds: milliseconds)
  }

  /// Adds an event, which is written with the next state.
  package func record(_ event: EngineEvent) { content.withLock { $0.fresh.append(event) } }

  /// Adds the state after the events so far, and schedules a commit.
  ///
  /// Its place is known from now on even if the process is killed before the commit.
  package func store(_ engine: Engine) {
    place?.store(engine)
    let isNew = content.withLock { content in
      content.ready += content.fresh
      content.fresh.removeAll(keepingCapacity: true)
      content.engine = engine
      let surplus = content.ready.count - Self.capacity
      if surplus > 0 {
        content.ready.removeFirst(surplus)
        content.dropped += surplus
      }
      defer { content.isScheduled = true }
      return !content.isScheduled
    }
    if isNew { thread.later { [self] in write() } }
    reportStall()
  }

  /// Notes the place of a session that has only gone on since its last state, without a commit: a killed process
  /// continues from there. Without memory that outlives the process it is stored.
  package func reach(_ engine: Engine) {
    if let place { place.store(engine) } else { store(engine) }
  }

  /// Waits until all events are written, for at most `milliseconds`.
  package func finish(milliseconds: Int32) {
    thread.later { [self] in
      content.withLock { content in
        content.ready += content.fresh
        content.fresh = []
      }
      write()
      access { $0.close() }
      content.withLock { $0.isFinished = true }
      place?.remove()
    }
    thread.wait(milliseconds: milliseconds)
    let isLate = content.withLock { !$0.isFinished && !$0.isStalled } && thread.failure == nil
    if isLate { report("The end of this session isn't recorded: \(stall).") }
  }

  /// Writes the queued events until there are none.
  private func write() {
    while let batch = content.withLock({ $0.nextBatch() }) {
      let session = access { writer in
        writer.write(batch)
        return writer.session
      }
      number.withLock { $0 = session }
      if session != nil { numbered.put(true) }
    }
  }

  // MARK: A disk that doesn't answer

  /// Performs an operation that waits for the disk, and records when it began.
  private func access<Result: Sendable>(_ work: (inout JournalWriter) -> Result) -> Result {
    content.withLock { $0.accessBegan = time() }
    let result = writer.withLock { work(&$0) }
    let wasStalled = content.withLock { content in
      content.accessBegan = nil
      defer { content.isStalled = false }
      return content.isStalled
    }
    if wasStalled { report("The session is being recorded again.") }
    return result
  }

  private func reportStall() {
    let isNew = content.withLock { content in
      guard !content.isStalled, let began = content.accessBegan, time() - began > patience else { return false }
      content.isStalled = true
      return true
    }
    if isNew { report("This session isn't being recorded: \(stall); the workout continues.") }
  }

  private var stall: String { "the disk of \(folder) doesn't answer" }
}
