import HostThreads
import Synchronization
public import WorkoutEngine

/// Writes a session down while it runs, so that nothing of it is lost.
///
/// Whoever hands it something never waits: a thread of its own writes, behind a queue of `capacity` events.
/// Where the disk is full or slow, the database locked or broken, the oldest events are dropped and counted, the user
/// is told once, and the session goes on as if nothing were. An event reaches the disk in one transaction with the
/// state that follows it, so what is resumed from never contradicts what was written of the past.
public final class Journal: Sendable {
  /// How many events wait at most: an hour of a busy workout.
  public static let capacity = 8192

  private struct Content {
    /// What has happened since the state was last handed over.
    var fresh: [EngineEvent] = []
    /// What may be written together with `engine`.
    var ready: [EngineEvent] = []
    var engine: Engine?
    var dropped = 0
    var isScheduled = false
  }

  private let content = Mutex(Content())
  private let writer: Mutex<JournalWriter>
  private let thread = WorkThread()

  /// A journal of the session that `origin` says; `tell` hears, on the journal's own thread, what a user should know.
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
    writer = Mutex(JournalWriter(place, origin, moment: moment, tell: tell))
  }

  /// Opens the history, on the journal's own thread.
  public func open() { thread.later { [self] in writer.withLock { $0.open() } } }

  /// Waits until what was asked for so far is done, at most so many milliseconds: so that the first cue finds the
  /// history open.
  public func wait(milliseconds: Int32) { thread.wait(milliseconds: milliseconds) }

  /// Takes an event; it is written with the next state.
  public func note(_ event: EngineEvent) { content.withLock { $0.fresh.append(event) } }

  /// Takes the state that the events so far have led to, and has all of it written soon.
  public func keep(_ engine: Engine) {
    let mustWake = content.withLock { content in
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
    if mustWake { thread.later { [self] in write() } }
  }

  /// Waits until all is written, but not for a disk that doesn't take it: at most so many milliseconds.
  public func finish(milliseconds: Int32) {
    thread.later { [self] in
      content.withLock { content in
        content.ready += content.fresh
        content.fresh = []
      }
      write()
      writer.withLock { $0.close() }
    }
    wait(milliseconds: milliseconds)
  }

  /// Writes what waits, until nothing does.
  private func write() {
    while true {
      let batch = content.withLock { content in
        let batch = JournalWriter.Batch(events: content.ready, engine: content.engine, dropped: content.dropped)
        content.isScheduled = !batch.isEmpty
        content.ready = []
        content.engine = nil
        content.dropped = 0
        return batch
      }
      if batch.isEmpty { return }
      writer.withLock { $0.write(batch) }
    }
  }
}
