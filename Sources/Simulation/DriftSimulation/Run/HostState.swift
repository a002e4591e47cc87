import WorkoutEngine
import WorkoutModel

/// The availability of the host: it may sleep, stall, or have lost the session's process.
struct HostState: Sendable {
  /// An action that waits until the host can deliver it.
  struct Message: Equatable, Sendable {
    let action: Action
    let line: Int?
  }

  /// A session whose process has ended: what was stored of it, and the time at which the process ended.
  struct Stored: Equatable, Sendable {
    let log: SessionLog
    let restoration: Restoration
  }

  /// The true time at which it can work again; `nil` while it can work.
  private(set) var availableAt: Duration?
  private var messages: [Message] = []
  private var stored: Stored?
  /// The true time at which it wakes up; `nil` unless it sleeps. A stall may last longer.
  private(set) var wakesUp: Duration?

  /// Whether the session's process has ended.
  var isTerminated: Bool { stored != nil }

  /// Makes it unavailable until an instant, or longer if it was unavailable already.
  mutating func makeUnavailable(until instant: Duration, isSuspended: Bool) {
    availableAt = max(availableAt ?? instant, instant)
    if isSuspended { wakesUp = max(wakesUp ?? instant, instant) }
  }

  /// Ends the sleep.
  mutating func wakeUp() { wakesUp = nil }

  /// Keeps an action until the host can deliver it; drops it if the process has ended.
  mutating func enqueue(_ action: Action, line: Int?) {
    if !isTerminated { messages.append(Message(action: action, line: line)) }
  }

  /// Ends the process; the waiting actions are lost.
  mutating func terminate(_ stored: Stored) {
    if self.stored == nil { self.stored = stored }
    messages = []
  }

  /// Makes it available; returns the waiting actions.
  mutating func becomeAvailable() -> [Message] {
    defer { (availableAt, messages) = (nil, []) }
    return messages
  }

  mutating func removeStored() -> Stored? {
    defer { stored = nil }
    return stored
  }
}

/// Stores the session as a journal does: after each transition, cue and accepted action, and every second while the
/// host is awake.
struct SessionStore: Sendable {
  /// The maximum interval between saves.
  static var interval: Duration { .seconds(1) }

  /// What has happened, and what of it is stored.
  private var log: SessionLog
  private var saved: (log: SessionLog, at: Duration, step: Int)

  /// The step after which the session was last stored.
  var step: Int { saved.step }

  /// Stores the session after a step; by default at its beginning.
  init(_ log: SessionLog, at instant: Duration = .zero, step: Int = 0) {
    self.log = log
    saved = (log, instant, step)
  }

  /// Adds what a step has changed.
  mutating func record(_ events: [EngineEvent], _ facts: Facts) { log.record(events, facts) }

  /// Stores the session after a step if the step is worth saving or a second has passed.
  mutating func save(_ now: Duration, index: Int, isWorthSaving: Bool = false) {
    if isWorthSaving || second(now) > second(saved.at) { saved = (log, now, index) }
  }

  /// The last stored session when its process died at `instant`.
  ///
  /// The journal's own wake-ups change nothing: they store the state of the session at that time, as long as nothing is
  /// due.
  func latest(
    _ driver: some SessionDriver, at instant: Duration, lastStep: Int
  ) -> (log: SessionLog, at: Duration, step: Int) {
    var limit = instant
    if let deadline = driver.nextDeadline { limit = min(limit, deadline - .nanoseconds(1)) }
    let tick = Duration.seconds(second(limit))
    guard tick > driver.state.now, tick > saved.at else { return saved }
    return (log, tick, lastStep)
  }

  private func second(_ instant: Duration) -> Int { max(.zero, instant).wholeSeconds }
}
