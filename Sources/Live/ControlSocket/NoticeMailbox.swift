import HostSystem
import SessionControl
import SessionReporting
import Synchronization
import WorkoutEngine

/// A message from the session to the client thread.
enum Notice: Sendable {
  case heard(SessionEvent, line: String)
  /// Watched properties changed at an instant.
  case changed(SessionPropertySet, ObservedSession, at: Duration)
  case decided(EngineEvent)
  case answered(ControlAnswer, client: Int, ControlRequest.ID?)

  var isAnswer: Bool { if case .answered = self { true } else { false } }
}

/// Holds the observed session, and queues notices for the client thread.
final class NoticeMailbox: Sendable {
  /// The union of the clients' subscriptions.
  struct Interest: Equatable, Sendable {
    var properties = SessionPropertySet()
    /// Whether a client wants events when they are heard, or events that the engine doesn't report.
    var isHeard = false
    /// Whether a client wants events when they are decided.
    var isAhead = false
  }

  private struct Content {
    var session: ObservedSession
    var interest = Interest()
    var notices: [Notice] = []
    var isFinishing = false

    /// Adds a notice; if the queue is full, the oldest one that is not an answer is dropped.
    mutating func add(_ notice: Notice) {
      if notices.count >= NoticeMailbox.capacity, let oldest = notices.firstIndex(where: { !$0.isAnswer }) {
        notices.remove(at: oldest)
      }
      notices.append(notice)
    }
  }

  /// More notices than a session produces while the thread is blocked.
  private static let capacity = 4_096

  private let content: Mutex<Content>
  private let clock: @Sendable () -> Duration
  private let waking: WakeDescriptor
  private let ending = Mailbox<Void>(capacity: 1)

  init(_ session: ObservedSession, _ clock: @escaping @Sendable () -> Duration, waking: WakeDescriptor) {
    content = Mutex(Content(session: session))
    self.clock = clock
    self.waking = waking
  }

  var descriptor: Int32 { waking.number }

  // MARK: Session thread

  /// What events of one instant change is one change.
  func observe(_ events: [SessionEvent]) {
    var rest = events[...]
    while let first = rest.first {
      let simultaneous = rest.prefix { $0.at == first.at }
      change(at: first.at) { session in for event in simultaneous { session.observe(event) } }
      rest = rest.dropFirst(simultaneous.count)
    }
  }

  func setInhibits(_ inhibits: [String]) { change(at: clock()) { $0.inhibits = inhibits } }

  private func change(at instant: Duration, _ change: (inout ObservedSession) -> Void) {
    add { content in
      let before = content.session
      change(&content.session)
      let watched = content.interest.properties
      let changed = watched.isEmpty ? [] : content.session.changes(since: before).intersection(watched)
      return changed.isEmpty ? nil : .changed(changed, content.session, at: instant)
    }
  }

  func follow(_ event: SessionEvent, line: String) { add { $0.interest.isHeard ? .heard(event, line: line) : nil } }

  func followAhead(_ event: EngineEvent) { add { $0.interest.isAhead ? .decided(event) : nil } }

  /// Adds a notice if there is one.
  private func add(_ notice: (inout Content) -> Notice?) {
    let isNew = content.withLock { content in
      guard let notice = notice(&content) else { return false }
      content.add(notice)
      return true
    }
    if isNew { waking.wake() }
  }

  func answer(_ answer: ControlAnswer, to client: Int, _ id: ControlRequest.ID?) {
    content.withLock { $0.notices.append(.answered(answer, client: client, id)) }
    waking.wake()
  }

  func finish() {
    content.withLock { $0.isFinishing = true }
    waking.wake()
  }

  func wait(milliseconds: Int32) { ending.wait(milliseconds: milliseconds) }

  // MARK: Client thread

  /// The notices since the last call, the session now, and whether the session is over.
  typealias Drained = (notices: [Notice], session: ObservedSession, isFinishing: Bool)

  /// Takes the notices, and atomically with the session replaces the interest.
  func drain(for interest: Interest? = nil) -> Drained {
    waking.clear()
    return content.withLock { content in
      if let interest { content.interest = interest }
      defer { content.notices = [] }
      return (content.notices, content.session, content.isFinishing)
    }
  }

  func end() { ending.put(()) }
}
