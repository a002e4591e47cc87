import WorkoutModel

/// Active time and the position in the plan: two running sums on one clock.
///
/// `elapsed` is active time and never jumps; `position` jumps with the user's moves. Both are constant while the timer
/// is stopped. Nothing is counted: both are differences of instants, so no tick can be lost or come twice.
package struct SessionTimer: Equatable, Sendable {
  private var elapsedBase = Duration.zero
  private var positionBase = Duration.zero
  /// The instant since which it runs; `nil` while it is stopped.
  package private(set) var runningSince: Duration?

  /// Creates a stopped timer at 0.
  package init() {}

  /// Creates a stopped timer at `position`, with `elapsed` active time.
  init(elapsed: Duration, position: Duration) {
    elapsedBase = elapsed
    positionBase = position
  }

  /// Whether time passes.
  package var isRunning: Bool { runningSince != nil }

  /// Active time at `now`.
  package func elapsed(at now: Duration) -> Duration { elapsedBase + running(at: now) }

  /// The position in the plan at `now`.
  package func position(at now: Duration) -> Duration { positionBase + running(at: now) }

  /// The instant at which the plan reaches `position` if the timer keeps running; `nil` while it is stopped.
  package func instant(of position: Duration) -> Duration? { lead.map { position + $0 } }

  /// The offset from positions to instants; `nil` while the timer is stopped.
  var lead: Duration? { runningSince.map { $0 - positionBase } }

  mutating func start(at now: Duration) { runningSince = now }

  mutating func stop(at now: Duration) {
    elapsedBase = elapsed(at: now)
    positionBase = position(at: now)
    runningSince = nil
  }

  /// Excludes the next `gap` of time from both sums; part of it may be in the future.
  mutating func leaveOut(_ gap: Duration, from now: Duration) {
    stop(at: now)
    runningSince = now + gap
  }

  mutating func move(to position: Duration, at now: Duration) {
    elapsedBase = elapsed(at: now)
    positionBase = position
    runningSince = runningSince.map { max($0, now) }
  }

  func reading(at now: Duration) -> (elapsed: Duration, position: Duration) {
    let running = running(at: now)
    return (elapsedBase + running, positionBase + running)
  }

  private func running(at now: Duration) -> Duration { runningSince.map { max(now - $0, .zero) } ?? .zero }
}
