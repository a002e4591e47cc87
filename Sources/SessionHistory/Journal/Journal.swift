import HostThreads
import Synchronization
public import WorkoutEngine

/// Writes a session down while it runs, so that nothing of it is lost.
///
/// Whoever hands it something never waits: a thread of its own writes, behind a queue of `capacity` events, and then
/// brings to the disk what it has written. Where that takes long, another writes meanwhile, so that nothing that is
/// committed waits for the disk; where it doesn't, one thread is woken for both.
///
/// Where the disk is full or slow, the database locked or broken, the oldest events are dropped and counted, the user
/// is told once, and the session goes on as if nothing were. An event reaches the disk in one transaction with the
/// state that follows it, so what is resumed from never contradicts what was written of the past.
public final class Journal: Sendable {
  /// How many events wait at most: an hour of a busy workout.
  public static let capacity = 8192

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
  }

  private let content = Mutex(Content())
  private let writer: Mutex<JournalWriter>
  private let disk: DiskSync
  private let tell: @Sendable (String) -> Void
  private let threads = [WorkThread(), WorkThread()]

  /// A journal of the session that `origin` says; `tell` hears, on the journal's own threads, what a user should know.
  ///
  /// - Parameters:
  ///   - place: Where the history is.
  ///   - origin: A new session, or one that is taken up again.
  ///   - moment: Reads the clocks.
  ///   - tell: Is told, in words for a user, when the history can't be written, and when it can again.
  public init(
    in place: HistoryPlace, _ origin: JournalOrigin, moment: @escaping @Sendable () -> HostMoment = HostMoment.now,
    tell: @escaping @Sendable (String) -> Void
  ) {
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
    ask(0) { [self] _ in writer.withLock { $0.open() } }
  }

  /// Waits until the history is open, at most so many milliseconds: so that the first cue finds it so.
  public func wait(milliseconds: Int32) {
    for thread in threads { thread.wait(milliseconds: milliseconds) }
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
    }
    threads[asked].wait(milliseconds: milliseconds)
  }

  /// Asks one of the threads, or the other where that isn't there; returns which.
  @discardableResult
  private func ask(_ thread: Int, _ job: @escaping @Sendable (_ thread: Int) -> Void) -> Int {
    if threads[thread].later({ job(thread) }) { return thread }
    let other = 1 - thread
    threads[other].later { job(other) }
    return other
  }

  /// Writes what waits, until nothing does, and brings it to the disk, unless the other thread is at that: then that
  /// does it once more.
  private func write(on thread: Int) {
    var mustSync = writer.withLock { writer in
      let before = writer.commits
      while true {
        // Who sees that nothing waits is the one who syncs from this very moment on: what comes now goes elsewhere.
        let (batch, mustSync) = content.withLock { content in
          let batch = content.take()
          if batch == nil, writer.commits > before { content.mustSync = true }
          return (batch, batch == nil && content.beginSync(on: thread))
        }
        guard let batch else { return mustSync }
        writer.write(batch)
      }
    }
    while mustSync {
      disk.sync()
      mustSync = content.withLock { $0.goOnSyncing() }
    }
  }
}

extension Journal.Content {
  /// The thread that doesn't wait for the disk.
  fileprivate var free: Int { syncing == 0 ? 1 : 0 }

  /// What is to be written next; `nil` where nothing is.
  fileprivate mutating func take() -> JournalWriter.Batch? {
    let batch = JournalWriter.Batch(events: ready, engine: engine, dropped: dropped)
    isScheduled = !batch.isEmpty
    ready = []
    engine = nil
    dropped = 0
    return isScheduled ? batch : nil
  }

  /// Whether `thread` is to wait for the disk now.
  fileprivate mutating func beginSync(on thread: Int) -> Bool {
    guard syncing == nil, mustSync else { return false }
    syncing = thread
    mustSync = false
    return true
  }

  /// Whether more was committed meanwhile; if not, nobody waits for the disk any more.
  fileprivate mutating func goOnSyncing() -> Bool {
    if !mustSync { syncing = nil }
    defer { mustSync = false }
    return mustSync
  }
}
