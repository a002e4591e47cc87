public import WorkoutEngine

/// The position of a session as a function of session time: a sample and its rate of change.
public struct ObservedPlace: Equatable, Sendable {
  /// The instant of the sample, in session time; the sample holds from then on.
  public private(set) var at = Duration.zero
  /// The sample.
  public private(set) var progress = SessionProgress(elapsed: .zero, position: .zero, remaining: nil)
  /// Whether the position advances.
  public private(set) var isRunning = false

  init() {}

  init(at instant: Duration, _ progress: SessionProgress, isRunning: Bool) {
    (at, self.progress, self.isRunning) = (instant, progress, isRunning)
  }

  /// The place at another instant, if no event occurs in between; before the sample, the sample itself.
  public func extrapolated(to instant: Duration) -> ObservedPlace {
    let passed = isRunning ? max(.zero, instant - at) : .zero
    let progress = SessionProgress(
      elapsed: progress.elapsed + passed, position: progress.position + passed,
      remaining: progress.remaining.map { max(.zero, $0 - passed) })
    return ObservedPlace(at: max(at, instant), progress, isRunning: isRunning)
  }

  /// Whether extrapolating this place gives the other one at its instant.
  public func leads(to other: ObservedPlace) -> Bool { extrapolated(to: other.at) == other }

  /// The instant at which the session is at `position`, if no event occurs before.
  public func instant(of position: Duration) -> Duration { at + (position - progress.position) }
}
