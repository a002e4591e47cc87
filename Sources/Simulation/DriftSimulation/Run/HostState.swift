import WorkoutEngine
import WorkoutModel

/// Whether the host can work: it may sleep, be held up, or have lost the session's process.
struct HostState: Sendable {
  /// An action that waits until the host can deliver it.
  struct Message: Equatable, Sendable {
    let action: Action
    let line: Int?
  }

  /// A session whose process has ended: its last save, and when the process ended.
  struct Stored: Equatable, Sendable {
    let snapshot: EngineSnapshot
    let restoration: Restoration
  }

  /// In true time; `nil` while it can work.
  private(set) var availableAt: Duration?
  private var messages: [Message] = []
  private var stored: Stored?
  /// When it wakes up, while it sleeps; it may be held up longer.
  private(set) var wakesUp: Duration?

  /// Whether the session's process has ended.
  var isTerminated: Bool { stored != nil }

  /// It can't work until an instant, or longer if it couldn't already.
  mutating func makeUnavailable(until instant: Duration, isSuspended: Bool) {
    availableAt = max(availableAt ?? instant, instant)
    if isSuspended { wakesUp = max(wakesUp ?? instant, instant) }
  }

  /// It sleeps no longer.
  mutating func wakeUp() { wakesUp = nil }

  /// Keeps an action until the host can deliver it; a process that has ended gets none.
  mutating func enqueue(_ action: Action, line: Int?) {
    if !isTerminated { messages.append(Message(action: action, line: line)) }
  }

  /// The process ends; the actions that were waiting are lost.
  mutating func terminate(_ stored: Stored) {
    if self.stored == nil { self.stored = stored }
    messages = []
  }

  /// It can work again; returns what has been waiting.
  mutating func becomeAvailable() -> [Message] {
    defer { (availableAt, messages) = (nil, []) }
    return messages
  }

  mutating func removeStored() -> Stored? {
    defer { stored = nil }
    return stored
  }
}

/// Keeps the session as a journal does: after each transition, cue and accepted action, and every second that its host
/// is awake.
struct SessionStore<Driver: SessionDriver>: Sendable {
  /// How often a session is stored in which nothing happens.
  static var interval: Duration { .seconds(1) }

  private var saved: (driver: Driver, at: Duration, step: Int)

  /// The step after which the session was stored last.
  var step: Int { saved.step }

  /// Stores the session after a step; by default at its beginning.
  init(_ driver: Driver, at instant: Duration = .zero, step: Int = 0) { saved = (driver, instant, step) }

  /// Stores the session after a step, if the step is worth keeping or a second has passed.
  mutating func save(_ driver: Driver, _ now: Duration, index: Int, isWorthSaving: Bool = false) {
    if isWorthSaving || second(now) > second(saved.at) { saved = (driver, now, index) }
  }

  /// The session as it was stored last when its process died at `instant`.
  ///
  /// The journal's own wake-ups change nothing: they store the state that the session has then, as long as nothing is
  /// due.
  func latest(_ driver: Driver, at instant: Duration, lastStep: Int) -> (driver: Driver, at: Duration, step: Int) {
    var limit = instant
    if let deadline = driver.nextDeadline { limit = min(limit, deadline - .nanoseconds(1)) }
    let tick = Duration.seconds(second(limit))
    guard tick > driver.state.now, tick > saved.at else { return saved }
    return (driver, tick, lastStep)
  }

  private func second(_ instant: Duration) -> Int { max(.zero, instant).inNanoseconds / 1_000_000_000 }
}
