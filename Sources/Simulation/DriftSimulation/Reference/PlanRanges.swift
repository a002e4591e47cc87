import WorkoutModel

/// Stretches of the plan, in ascending order, which neither overlap nor touch.
struct PlanRanges: Equatable, Sendable {
  /// The whole plan, with the moments before its start and after its end.
  static let all = PlanRanges([start..<bound])
  /// A moment before every cue.
  static let start = Duration.zero - bound

  private static let bound = Duration.seconds(1 << 40)

  let ranges: [Range<Duration>]

  /// Joins stretches that overlap or touch.
  init(_ stretches: [Range<Duration>]) {
    var joined: [Range<Duration>] = []
    for range in stretches.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    ranges = joined
  }

  /// The end of the last stretch.
  var upperBound: Duration { ranges.last?.upperBound ?? .zero }

  func contains(_ moment: Duration) -> Bool { ranges.contains { $0.contains(moment) } }

  /// Whether a phase lies at least in part in a stretch, or ends where one begins; `end` is `nil` if it is unknown.
  func meet(_ start: Duration, _ end: Duration?) -> Bool {
    ranges.contains { range in start < range.upperBound && end.map { $0 >= range.lowerBound } ?? true }
  }

  /// The stretches, each longer by `before` at its start and by `after` at its end.
  func widened(before: Duration, after: Duration) -> PlanRanges {
    PlanRanges(ranges.map { $0.lowerBound - before..<$0.upperBound + after })
  }
}
