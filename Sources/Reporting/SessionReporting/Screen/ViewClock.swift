import WorkoutEngine
import WorkoutModel

/// The session's position at any instant, from its last report.
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

  /// The last instant up to `now` at which `reference`, a position of the plan, lay a whole number of `steps` away; or
  /// the last event, where that is later.
  ///
  /// A screen that is only drawn at these instants is drawn when its digits change, whatever the clock of the host.
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
  /// What is left when as many whole `step`s as fit are taken away; never below zero.
  fileprivate func remainder(by step: Duration) -> Duration {
    let rest = inNanoseconds % step.inNanoseconds
    return .nanoseconds(rest < 0 ? rest + step.inNanoseconds : rest)
  }

  /// Whole seconds, up to the next one: what a countdown shows, so that it shows 3 from the instant "three" is said.
  /// A millisecond more than whole seconds is still no second more: lengths need not be whole ones to the nanosecond.
  var secondsUp: Duration { .nanoseconds(inNanoseconds + 999_000_000 - 1).secondsDown }

  /// Whole seconds, cut.
  var secondsDown: Duration { .seconds(inNanoseconds / 1_000_000_000) }
}
