public import WorkoutEngine
import WorkoutModel

/// The number of settled cues by outcome, and their lateness.
public struct CueTally: Equatable, Sendable {
  /// The number of cues by outcome.
  public private(set) var outcomes: [Outcome: Int] = [:]
  /// The lateness of the cues that began.
  public private(set) var lateness = Lateness()

  init(_ facts: [CueFact] = []) {
    for fact in facts {
      outcomes[fact.report.outcome, default: 0] += 1
      if let at = fact.report.at { lateness.add(at - fact.report.due) }
    }
  }

  mutating func add(_ other: CueTally) {
    outcomes.merge(other.outcomes, uniquingKeysWith: +)
    lateness.add(other.lateness)
  }
}

/// A histogram of the lateness of cues, in microseconds: percentiles of any number of cues in little memory.
public struct Lateness: Equatable, Sendable {
  private var counts: [Int: Int] = [:]
  /// The number of cues.
  public private(set) var count = 0

  mutating func add(_ late: Duration) {
    let microseconds = late == .zero ? 0 : late.inNanoseconds / 1000
    counts[microseconds, default: 0] += 1
    count += 1
  }

  mutating func add(_ other: Lateness) {
    counts.merge(other.counts, uniquingKeysWith: +)
    count += other.count
  }

  /// The smallest lateness, to the microsecond, that at least this share of the cues doesn't exceed; `nil` without
  /// cues.
  public func percentile(_ share: Double) -> Duration? {
    let wanted = max(1, Int((share * Double(count)).rounded(.up)))
    var seen = 0
    for (microseconds, count) in counts.sorted(by: { $0.key < $1.key }) {
      seen += count
      if seen >= wanted { return .microseconds(microseconds) }
    }
    return nil
  }
}
