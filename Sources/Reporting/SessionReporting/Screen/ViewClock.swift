import WorkoutEngine
import WorkoutModel

/// The session's position at any instant, extrapolated from its last report.
struct ViewClock: Sendable {
  private var progress = SessionProgress(elapsed: .zero, position: .zero, remaining: nil)
  private var at = Duration.zero
  private(set) var isRunning = false

  mutating func set(_ progress: SessionProgress, at instant: Duration, isRunning: Bool) {
    self.progress = progress
    at = instant
    self.isRunning = isRunning
  }

  func elapsed(at now: Duration) -> Duration { progress.elapsed + passed(at: now) }

  func position(at now: Duration) -> Duration { progress.position + passed(at: now) }

  func remaining(at now: Duration) -> Duration? { progress.remaining.map { max(.zero, $0 - passed(at: now)) } }

  /// The last instant up to `now` at which the distance to `reference`, a position of the plan, is a multiple of
  /// `step`; or the last event, if that is later.
  ///
  /// A screen that is drawn only at these instants is drawn when its digits change, whatever the clock of the host.
  func snapped(_ now: Duration, to reference: Duration, every step: Duration) -> Duration {
    guard isRunning else { return at }
    return max(at, now - (now - instant(of: reference)).remainder(by: step))
  }

  /// The first such instant after `now`.
  func next(after now: Duration, _ reference: Duration, every step: Duration) -> Duration {
    now - (now - instant(of: reference)).remainder(by: step) + step
  }

  private func instant(of position: Duration) -> Duration { at + (position - progress.position) }

  private func passed(at now: Duration) -> Duration { isRunning ? max(.zero, now - at) : .zero }
}

extension Duration {
  /// The remainder after subtracting as many whole `step`s as fit; never negative.
  fileprivate func remainder(by step: Duration) -> Duration {
    let rest = inNanoseconds % step.inNanoseconds
    return .nanoseconds(rest < 0 ? rest + step.inNanoseconds : rest)
  }

  /// Whole seconds, rounded up, as in a countdown: it shows 3 from the instant at which "three" is spoken.
  ///
  /// An excess of up to a millisecond is ignored, because lengths need not be whole seconds to the nanosecond.
  var secondsUp: Duration { .nanoseconds(inNanoseconds + 999_000_000 - 1).secondsDown }

  /// Whole seconds, rounded down.
  var secondsDown: Duration { .seconds(inNanoseconds / 1_000_000_000) }
}
