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
  mutating func read(_ report: RunReport, offset: Duration) {
    let place = report["place"]
    guard let epoch = report.epoch, place?["rate"]?.integer ?? 0 != 0 else { return (phaseEnd, end) = (nil, nil) }
    func moment(_ session: Int?) -> Duration? {
      session.map { .nanoseconds(epoch) + .nanoseconds($0) / report.speed + offset }
    }
    let left = place?["remaining"]?.integer
    let (phaseEnd, end) = (moment(report.phaseEnd), moment(place?["t"]?.integer.flatMap { t in left.map { t + $0 } }))
    self.phaseEnd = Self.steady(self.phaseEnd, phaseEnd)
    self.end = Self.steady(self.end, end)
  }

  private static func steady(_ held: Duration?, _ new: Duration?) -> Duration? {
    guard let held, let new, held - tolerance < new, new < held + tolerance else { return new }
    return held
  }
}

extension Duration {
  /// A moment since 1970 in UTC, such as `2026-11-21T07:02:33.120+00:00`.
  var stamp: String { CivilTime(wall: Int((self + .microseconds(500)) / .milliseconds(1)), zone: 0).isoToMillisecond }
}

/// How far the wall clock is ahead of the boot clock: steady while it is only trimmed.
struct WallOffset {
  /// A clock that is off by more has been set.
  private static let tolerance = Duration.milliseconds(500)

  private var held: Duration?

  /// The offset at an instant of both clocks.
  mutating func read(boot: Duration, wall: Duration) -> Duration {
    let now = wall - boot
    if let held, held - Self.tolerance < now, now < held + Self.tolerance { return held }
    held = now
    return now
  }
}
