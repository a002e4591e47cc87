import HostThreads
import Synchronization
public import WorkoutEngine

/// Writes a session down while it runs, so that nothing of it is lost.
///
/// Whoever hands it something never waits: a thread of its own writes, behind a queue of `capacity` events, and then
/// brings to the disk what it has written. Where that takes long, another writes meanwhile, so that nothing that is
/// to be committed waits for the disk; where it doesn't, one thread is woken for both. What is committed while the disk
/// is at an earlier commit is on it after that one and its own.
///
/// Where the disk is full or slow, the database locked or broken, the oldest events are dropped and counted, the user
/// is told once, and the session goes on as if nothing were; so also where the disk takes longer than `patience`. An
/// event reaches the disk in one transaction with the state that follows it, so what is resumed from never contradicts
/// what was written of the past.
public final class Journal: Sendable {
  /// How many events wait at most: an hour of a busy workout.
  public static let capacity = 8192
  /// How long the disk may take for one thing until the user is told that it doesn't answer.
  public static let patience = Duration.seconds(5)

  fileprivate struct Content {
    /// What has happened since the state was last handed over.
    var fresh: [EngineEvent] = []
    /// What may be written together with `engine`.
    var ready: [EngineEvent] = []
    var engine: Engine?
    var dropped = 0
    var isScheduled = false
    /// Whether something was committed that nobody has begun to bring to the disk.
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
  private let disk: DiskSync
  private let folder: String
  private let patience: Duration
  private let tell: @Sendable (String) -> Void
  private let threads = [WorkThread(), WorkThread()]

  /// A journal of the session that `origin` says; `tell` hears, on the journal's own threads, what a user should know.
  ///
  /// - Parameters:
  ///   - place: Where the history is.
  ///   - origin: A new session, or one that is taken up again.
  ///   - moment: Reads the clocks.
  ///   - patience: How long the disk may take for one thing.
  ///   - tell: Is told, in words for a user, when the history can't be written, and when it can again.
  public init(
    in place: HistoryPlace, _ origin: JournalOrigin, moment: @escaping @Sendable () -> HostMoment = HostMoment.now,
    patience: Duration = Journal.patience, tell: @escaping @Sendable (String) -> Void
  ) {
    folder = place.folder
    self.patience = patience
    disk = DiskSync(place, tell: tell)
    self.tell = tell
    writer = Mutex(JournalWriter(place, origin, disk, moment: moment, tell: tell))
  }

  /// Opens the history, on the journal's own thread.
  public func open() {
    let failures = threads.compactMap(\.failure)
    if failures.count == threads.count {
      tell("Nothing of this session is written down: \(failures[0].explanation).")
    }
    let opener = ask(0) { [self] thread in
      begin(on: thread)
      writer.withLock { $0.open() }
      end(on: thread)
    }
    content.withLock { $0.opener = opener }
  }

  /// Waits until the history is open, at most so many milliseconds: so that the first cue finds it so.
  public func wait(milliseconds: Int32) {
    threads[content.withLock { $0.opener }].wait(milliseconds: milliseconds)
  }

  /// Takes an event; it is written with the next state.
  public func note(_ event: EngineEvent) { content.withLock { $0.fresh.append(event) } }

  /// Takes the state that the events so far have led to, and has all of it written soon.
  public func keep(_ engine: Engine) {
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
    noteStall()
  }

  /// Waits until all is written, but not for a disk that doesn't take it: at most so many milliseconds.
  public func finish(milliseconds: Int32) {
    let free = content.withLock { $0.free }
    let asked = ask(free) { [self] _ in
      content.withLock { content in
        content.ready += content.fresh
        content.fresh = []
      }
      writer.withLock { writer in
        while let batch = content.withLock({ $0.take() }) { writer.write(batch) }
        writer.close()
      }
      content.withLock { $0.isFinished = true }
    }
    threads[asked].wait(milliseconds: milliseconds)
    let isLate = content.withLock { !$0.isFinished && !$0.isStalled } && threads[asked].failure == nil
    if isLate { tell("The end of this session isn't recorded: \(stall).") }
  }

  // MARK: A disk that doesn't answer

  private func begin(on thread: Int) { content.withLock { $0.steps[thread] = .now } }

  private func end(on thread: Int) {
    let isOver = content.withLock { content in
      content.steps[thread] = nil
      defer { content.isStalled = content.isStalled && !content.steps.isEmpty }
      return content.isStalled && content.steps.isEmpty
    }
    if isOver { tell("The history is written again.") }
  }

  private func noteStall() {
    let isNew = content.withLock { content in
      guard !content.isStalled, let first = content.steps.values.min(), .now - first > patience else { return false }
      content.isStalled = true
      return true
    }
    if isNew { tell("This session isn't being recorded: \(stall); the workout goes on.") }
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

  /// Writes what waits, until nothing does or nobody brings to the disk what was written: then it does that, and the
  /// other thread writes on.
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
    } while content.withLock { $0.goOnSyncing() }
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
  fileprivate mutating func take() -> JournalWriter.Batch? {
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
    return take().map(Step.write) ?? .rest
  }

  /// Whether more was committed meanwhile; if not, nobody waits for the disk any more.
  fileprivate mutating func goOnSyncing() -> Bool {
    if !mustSync { syncing = nil }
    defer { mustSync = false }
    return mustSync
  }
}
