package import WorkoutEngine
import WorkoutModel

/// The number of settled cues by outcome, and their lateness.
package struct CueTally: Equatable, Sendable {
  /// The number of cues by outcome.
  package var outcomes: [Outcome: Int] { counts.byOutcome }
  private var counts = OutcomeCounts()
  /// The lateness of the cues that began.
  package private(set) var lateness = Lateness()

  package init(_ outcomes: [Outcome: Int], _ lateness: Lateness) {
    (counts, self.lateness) = (OutcomeCounts(outcomes), lateness)
  }

  init(_ cues: [CueReport] = []) {
    for cue in cues {
      counts.count(cue.outcome)
      if let at = cue.at { lateness.add(at - cue.due) }
    }
  }

  mutating func add(_ other: CueTally) {
    counts.add(other.counts)
    lateness.add(other.lateness)
  }
}

/// A histogram of the lateness of cues: percentiles of any number of cues in little memory, the same for the sum of
/// several histograms as for one of all cues.
///
/// It counts by microseconds of three significant digits, rounded up: exact below a millisecond, and at most 1 % too
/// much above.
package struct Lateness: Equatable, Sendable {
  private var counts: [Int: Int] = [:]
  /// The number of cues.
  package private(set) var count = 0

  init() {}

  /// A histogram with these numbers of cues by microseconds; `nil` if it can't be one.
  package init?(_ counts: [(microseconds: Int, count: Int)]) {
    for (microseconds, count) in counts {
      guard microseconds == Self.rounded(microseconds), self.counts[microseconds] == nil else { return nil }
      self.counts[microseconds] = count
      self.count += count
    }
  }

  /// The numbers of cues by microseconds, in ascending order.
  package var sorted: [(microseconds: Int, count: Int)] {
    counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  mutating func add(_ late: Duration) {
    let microseconds = late == .zero ? 0 : Int(late.inNanoseconds / 1000)
    counts[Self.rounded(microseconds), default: 0] += 1
    count += 1
  }

  /// A number rounded up to three significant digits.
  private static func rounded(_ microseconds: Int) -> Int {
    var step = 1
    while microseconds / step >= 1000 { step *= 10 }
    return (microseconds / step + (microseconds % step == 0 ? 0 : 1)) * step
  }

  mutating func add(_ other: Lateness) {
    counts.merge(other.counts, uniquingKeysWith: +)
    count += other.count
  }

  /// The smallest counted lateness that at least this share of the cues doesn't exceed; `nil` without cues.
  package func percentile(_ share: Double) -> Duration? {
    let wanted = max(1, Int((share * Double(count)).rounded(.up)))
    var seen = 0
    for (microseconds, count) in sorted {
      seen += count
      if seen >= wanted { return .microseconds(microseconds) }
    }
    return nil
  }
}
