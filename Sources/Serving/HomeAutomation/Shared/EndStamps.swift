import LiveRuns
import StrictJSON
import WorkoutModel

/// When the phase and the workout end, by the wall clock; steady while nothing moves them.
struct EndStamps {
  /// Nearer moments are the same, but for the arithmetic of clocks.
  private static let tolerance = Duration.milliseconds(2)

  private(set) var phaseEnd: Duration?
  private(set) var end: Duration?

  /// Reads a state; `offset` is how far the wall clock is ahead of the boot clock.
  mutating func read(_ report: LiveRunReport, offset: Duration) {
    let place = report["place"]
    guard let epoch = report.epoch, place?["rate"]?.integer ?? 0 != 0 else {
      (phaseEnd, end) = (nil, nil)
      return
    }
    func moment(_ session: Int?) -> Duration? {
      session.map { .nanoseconds(epoch) + .nanoseconds($0) / report.speed + offset }
    }
    let left = place?["remaining"]?.integer
    let (phaseEnd, end) = (moment(report.phaseEnd), moment(place?["t"]?.integer.flatMap { t in left.map { t + $0 } }))
    self.phaseEnd = phaseEnd?.steady(self.phaseEnd, within: Self.tolerance)
    self.end = end?.steady(self.end, within: Self.tolerance)
  }
}

extension Duration {
  /// The held value in place of this one, unless they differ by the tolerance.
  func steady(_ held: Duration?, within tolerance: Duration) -> Duration {
    guard let held, held - tolerance < self, self < held + tolerance else { return self }
    return held
  }

  /// A moment since 1970 in UTC, such as `2026-11-21T07:02:33.120+00:00`.
  var stamp: String { CivilTime(wall: Int((self + .microseconds(500)) / .milliseconds(1)), zone: 0).isoToMillisecond }
}
