import HostSystem
import SessionControl
import SessionReporting
import Synchronization
import WorkoutEngine

/// What the session tells the thread that serves clients.
enum Notice: Sendable {
  /// An event is heard.
  case heard(SessionEvent, line: String)
  /// Properties that somebody watches have changed, at an instant.
  case changed(SessionPropertySet, SessionProperties, at: Duration)
  /// An event of the engine is decided.
  case decided(EngineEvent)
  /// The answer to a client's command.
  case answered(ControlAnswer, client: Int, ControlRequest.ID?)

  /// Whether it is the answer to a command.
  var isAnswer: Bool { if case .answered = self { true } else { false } }
}

/// Holds the properties of the session, and what of its events is of interest to clients until their thread takes it.
final class NoticeMailbox: Sendable {
  /// What clients have asked for.
  struct Interest: Equatable, Sendable {
    var properties = SessionPropertySet()
    /// Whether somebody wants events as they are heard, or of any kind that the engine doesn't report.
    var isHeard = false
    /// Whether somebody wants events as they are decided.
    var isAhead = false
  }

  private struct Content {
    var properties: SessionProperties
    var interest = Interest()
    var notices: [Notice] = []
    var lost = 0
    var isFinishing = false

    /// Adds a notice; the oldest that is no answer gives way where there are too many.
    mutating func add(_ notice: Notice) {
      if notices.count >= NoticeMailbox.capacity, let oldest = notices.firstIndex(where: { !$0.isAnswer }) {
        notices.remove(at: oldest)
        lost += 1
      }
      notices.append(notice)
    }
  }

  /// More than a session reports while a thread isn't served; the oldest give way.
  private static let capacity = 4_096

  private let content: Mutex<Content>
  private let clock: @Sendable () -> Duration
  private let waking: WakeDescriptor
  private let ending = Mailbox<Void>(capacity: 1)

  init(_ properties: SessionProperties, _ clock: @escaping @Sendable () -> Duration, waking: WakeDescriptor) {
    content = Mutex(Content(properties: properties))
    self.clock = clock
    self.waking = waking
  }

  /// What to poll.
  var descriptor: Int32 { waking.number }

  // MARK: The session's side

  func follow(_ event: SessionEvent, line: String) {
    let isNew = content.withLock { content in
      let changed = content.properties.follow(event).intersection(content.interest.properties)
      let count = content.notices.count
      if content.interest.isHeard { content.add(.heard(event, line: line)) }
      if !changed.isEmpty { content.add(.changed(changed, content.properties, at: event.at)) }
      return content.notices.count != count
    }
    if isNew { waking.wake() }
  }

  func followAhead(_ event: EngineEvent) {
    let isNew = content.withLock { content in
      guard content.interest.isAhead else { return false }
      content.add(.decided(event))
      return true
    }
    if isNew { waking.wake() }
  }

  func setInhibits(_ inhibits: [String]) {
    let now = clock()
    let isNew = content.withLock { content in
      let changed = content.properties.setInhibits(inhibits).intersection(content.interest.properties)
      if !changed.isEmpty { content.add(.changed(changed, content.properties, at: now)) }
      return !changed.isEmpty
    }
    if isNew { waking.wake() }
  }

  func answer(_ answer: ControlAnswer, to client: Int, _ id: ControlRequest.ID?) {
    content.withLock { $0.notices.append(.answered(answer, client: client, id)) }
    waking.wake()
  }

  /// Tells the thread that the session is over.
  func finish() {
    content.withLock { $0.isFinishing = true }
    waking.wake()
  }

  /// Waits until the thread has ended.
  func wait(milliseconds: Int32) { ending.wait(milliseconds: milliseconds) }

  // MARK: The thread's side

  /// What the thread takes: what has come since the last time, how many notices were lost, the properties as they are
  /// now, and whether the session is over.
  typealias Taken = (notices: [Notice], lost: Int, properties: SessionProperties, isFinishing: Bool)

  /// Takes out what has come and, with the same glance at the properties, begins to collect what is of interest.
  func take(for interest: Interest? = nil) -> Taken {
    waking.clear()
    return content.withLock { content in
      if let interest { content.interest = interest }
      let taken = (content.notices, content.lost, content.properties, content.isFinishing)
      (content.notices, content.lost) = ([], 0)
      return taken
    }
  }

  /// The thread has ended.
  func end() { ending.put(()) }
}
