import WorkoutEngine
import WorkoutModel

/// Keeps the session as a journal does: after each transition, cue and accepted action, and every second that its host
/// is awake.
struct SessionStore<Driver: SessionDriver>: Sendable {
  /// How often a session is stored in which nothing happens.
  static var interval: Duration { .seconds(1) }

  private var kept: (driver: Driver, at: Duration, step: Int)

  /// The step after which the session was stored last.
  var step: Int { kept.step }

  /// Holds a session as it stands after a step, at its beginning unless told otherwise.
  init(_ driver: Driver, at instant: Duration = .zero, step: Int = 0) { kept = (driver, instant, step) }

  /// Keeps the session as it stands after a step, where that is worth it or a second is over.
  mutating func note(_ driver: Driver, _ now: Duration, index: Int, isWorthKeeping: Bool = false) {
    if isWorthKeeping || second(now) > second(kept.at) { kept = (driver, now, index) }
  }

  /// The session as it was stored last when its process died at `instant`.
  ///
  /// The journal's own wake-ups change nothing: what they store is the session as it stands then, as long as nothing is
  /// due.
  func latest(_ driver: Driver, at instant: Duration, lastStep: Int) -> (driver: Driver, at: Duration, step: Int) {
    var limit = instant
    if let deadline = driver.nextDeadline { limit = min(limit, deadline - .nanoseconds(1)) }
    let beat = Duration.seconds(second(limit))
    guard beat > driver.state.now, beat > kept.at else { return kept }
    return (driver, beat, lastStep)
  }

  private func second(_ instant: Duration) -> Int { max(.zero, instant).inNanoseconds / 1_000_000_000 }
}
