import HostSystem
import Synchronization
public import WorkoutEngine

/// Records a session while it runs, so that nothing of it is lost.
///
/// The caller never waits: a dedicated thread takes events from a queue of `capacity`, commits them, then syncs them to
/// the disk. Where a sync takes long, a second thread commits meanwhile, so no commit waits for the disk; where it
/// doesn't, one thread is woken for both. What is committed while the disk is at an earlier commit is on it after that
/// one and its own.
///
/// Where the disk is full or slow, the database locked or broken, the oldest events are dropped and counted, the user
/// is notified once, and the session continues unchanged. The same holds where the disk takes longer than `patience`.
/// An event reaches the disk in one transaction with the state that follows it, so what is resumed from never
/// contradicts what was written of the past.
public final class Journal: Sendable {
  /// How many events wait at most: an hour of a busy workout.
  public static let capacity = 8192
  /// How long one disk operation may take before the user is notified that the disk doesn't answer.
  public static let patience = Duration.seconds(5)

  fileprivate struct Content {
    /// What has happened since the state was last handed over.
    var fresh: [EngineEvent] = []
    /// What may be written together with `engine`.
    var ready: [EngineEvent] = []
    var engine: Engine?
    var dropped = 0
    var isScheduled = false
    /// Whether there is a commit for which no sync has begun.
    var mustSync = false
    /// Which of the threads waits for the disk.
    var syncing: Int?
    /// Which of them opens the history.
    var opener = 0
    /// When each thread began what it does with the disk now.
    var steps: [Int: ContinuousClock.Instant] = [:]
    /// Whether all is written, and nothing more will be.
    var isFinished = false
    /// Whether the user knows that the disk doesn't answer.
    var isStalled = false
  }

  private let content = Mutex(Content())
  private let writer: Mutex<JournalWriter>
  private let number = Mutex<Int64?>(nil)
  /// Holds something once there is a number.
  private let numbered = Mailbox<Bool>(capacity: 1)
  private let hasWaited = Atomic(false)
  private let disk: DiskSync
  private let folder: String
  private let patience: Duration
  private let report: @Sendable (String) -> Void
  private let threads = [WorkThread(), WorkThread()]

  /// A journal of the session that `origin` describes; `report` is called on the journal's own threads with messages
  /// for the user.
  ///
  /// - Parameters:
  ///   - place: Where the history is.
  ///   - origin: A new session, or one that is resumed.
  ///   - moment: Reads the clocks.
  ///   - patience: How long the disk may take for one thing.
  ///   - report: Called with a message for the user when the history can't be written, and when it can again.
  public init(
    in place: HistoryLocation, _ origin: JournalOrigin,
    moment: @escaping @Sendable () -> ClockReading = ClockReading.now,
    patience: Duration = Journal.patience, report: @escaping @Sendable (String) -> Void
  ) {
    folder = place.folder
    self.patience = patience
    disk = DiskSync(place, report: report)
    self.report = report
    writer = Mutex(JournalWriter(place, origin, disk, moment: moment, report: report))
  }

  /// Opens the history, on the journal's own thread.
  public func open() {
    let failures = threads.compactMap(\.failure)
    if failures.count == threads.count {
      report("This session is not being recorded: \(failures[0].explanation).")
    }
    let opener = ask(0) { [self] thread in
      begin(on: thread)
      writer.withLock { $0.open() }
      end(on: thread)
    }
    content.withLock { $0.opener = opener }
  }

  /// The number of the session in the history; `nil` until it is written down.
  public var session: Int? { number.withLock { $0.map { Int($0) } } }

  /// Waits until the session has its number, for at most `milliseconds`; once only, as it may never get one.
  public func waitForSession(milliseconds: Int32) {
    if !hasWaited.exchange(true, ordering: .relaxed) { numbered.wait(milliseconds: milliseconds) }
  }

  /// Waits until the history is open, so that the first cue finds it so; for at most `milliseconds`.
  public func wait(milliseconds: Int32) {
    threads[content.withLock { $0.opener }].wait(milliseconds: milliseconds)
  }

  /// Takes an event; it is written with the next state.
  public func record(_ event: EngineEvent) { content.withLock { $0.fresh.append(event) } }

  /// Takes the state that the events so far have led to, and has all of it written soon.
  public func store(_ engine: Engine) {
    let free: Int? = content.withLock { content in
      content.ready += content.fresh
      content.fresh.removeAll(keepingCapacity: true)
      content.engine = engine
      let surplus = content.ready.count - Self.capacity
      if surplus > 0 {
        content.ready.removeFirst(surplus)
        content.dropped += surplus
      }
      defer { content.isScheduled = true }
      return content.isScheduled ? nil : content.free
    }
    if let free { ask(free) { [self] thread in write(on: thread) } }
    reportStall()
  }

  /// Waits until all events are written, but for at most `milliseconds` where the disk doesn't accept them.
  public func finish(milliseconds: Int32) {
    let free = content.withLock { $0.free }
    let asked = ask(free) { [self] _ in
      content.withLock { content in
        content.ready += content.fresh
        content.fresh = []
      }
      writer.withLock { writer in
        while let batch = content.withLock({ $0.nextBatch() }) { writer.write(batch) }
        writer.close()
      }
      content.withLock { $0.isFinished = true }
    }
    threads[asked].wait(milliseconds: milliseconds)
    let isLate = content.withLock { !$0.isFinished && !$0.isStalled } && threads[asked].failure == nil
    if isLate { report("The end of this session isn't recorded: \(stall).") }
  }

  // MARK: A disk that doesn't answer

  private func begin(on thread: Int) { content.withLock { $0.steps[thread] = .now } }

  private func end(on thread: Int) {
    let isOver = content.withLock { content in
      content.steps[thread] = nil
      defer { content.isStalled = content.isStalled && !content.steps.isEmpty }
      return content.isStalled && content.steps.isEmpty
    }
    if isOver { report("The history is written again.") }
  }

  private func reportStall() {
    let isNew = content.withLock { content in
      guard !content.isStalled, let first = content.steps.values.min(), .now - first > patience else { return false }
      content.isStalled = true
      return true
    }
    if isNew { report("This session isn't being recorded: \(stall); the workout continues.") }
  }

  private var stall: String { "the disk of \(folder) doesn't answer" }

  // MARK: Threads

  /// Asks one of the threads, or the other where that isn't there; returns which.
  @discardableResult
  private func ask(_ thread: Int, _ job: @escaping @Sendable (_ thread: Int) -> Void) -> Int {
    if threads[thread].later({ job(thread) }) { return thread }
    let other = 1 - thread
    threads[other].later { job(other) }
    return other
  }

  /// Writes the waiting events until there are none, or until no thread syncs what was written; then this thread syncs,
  /// and the other one continues to write.
  private func write(on thread: Int) {
    let mustSync = writer.withLock { writer in
      var commits = writer.commits
      while true {
        // Who is to sync does it from this very moment on: what comes now goes elsewhere.
        let hasCommitted = writer.commits > commits
        let next = content.withLock { $0.next(on: thread, hasCommitted: hasCommitted) }
        commits = writer.commits
        switch next {
        case .write(let batch):
          begin(on: thread)
          writer.write(batch)
          number.withLock { $0 = writer.session }
          if writer.session != nil { numbered.put(true) }
          end(on: thread)
        case .sync(let leavesWork):
          if leavesWork { ask(1 - thread) { [self] thread in write(on: thread) } }
          return true
        case .rest: return false
        }
      }
    }
    guard mustSync else { return }
    repeat {
      begin(on: thread)
      disk.sync()
      end(on: thread)
    } while content.withLock { $0.continuesSyncing() }
  }
}

extension Journal.Content {
  /// What a thread that writes does next.
  fileprivate enum Step {
    case write(JournalWriter.Batch)
    /// It waits for the disk; what still waits to be written is left to the other one.
    case sync(leavesWork: Bool)
    case rest
  }

  /// The thread that doesn't wait for the disk.
  fileprivate var free: Int { syncing == 0 ? 1 : 0 }

  private var waiting: JournalWriter.Batch { JournalWriter.Batch(events: ready, engine: engine, dropped: dropped) }

  /// What is to be written next; `nil` where nothing is.
  fileprivate mutating func nextBatch() -> JournalWriter.Batch? {
    let batch = waiting
    isScheduled = !batch.isEmpty
    ready = []
    engine = nil
    dropped = 0
    return isScheduled ? batch : nil
  }

  /// What `thread` does after a commit, or first of all. A sync begins as soon as there is something for it, so that
  /// commits that never cease, as on a slow disk, don't put it off.
  fileprivate mutating func next(on thread: Int, hasCommitted: Bool) -> Step {
    if hasCommitted { mustSync = true }
    if mustSync, syncing == nil {
      syncing = thread
      mustSync = false
      isScheduled = !waiting.isEmpty
      return .sync(leavesWork: isScheduled)
    }
    return nextBatch().map(Step.write) ?? .rest
  }

  /// Whether more was committed meanwhile; if not, no sync is pending any more.
  fileprivate mutating func continuesSyncing() -> Bool {
    if !mustSync { syncing = nil }
    defer { mustSync = false }
    return mustSync
  }
}
