public import WorkoutEngine
import WorkoutModel

/// The aggregated results of many runs.
public struct BatchSummary: Sendable {
  /// The number of scenarios that passed.
  public private(set) var passed = 0
  /// The number of scenarios that failed.
  public private(set) var failed = 0
  /// The number of cues by outcome.
  public private(set) var outcomes: [Outcome: Int] = [:]
  /// The lateness of the cues that began.
  public private(set) var lateness = Lateness()
  /// For each kind of fault, the number of scenarios that have it, and the number in which it changed the run.
  public private(set) var faults: [Fault.Kind: (runs: Int, changed: Int)] = [:]

  /// Creates an empty summary.
  public init() {}

  /// Adds the result of a scenario.
  public mutating func add(_ verdict: Verdict) {
    if verdict.passed { passed += 1 } else { failed += 1 }
    for step in verdict.trace.steps {
      for event in step.events {
        guard case .cueSettled(let cue) = event.kind else { continue }
        outcomes[cue.outcome, default: 0] += 1
        if let at = cue.at { lateness.add(at - cue.due) }
      }
    }
    for (kind, isChanged) in verdict.changed {
      faults[kind, default: (0, 0)].runs += 1
      if isChanged { faults[kind, default: (0, 0)].changed += 1 }
    }
  }

  /// Adds the results of other scenarios.
  public mutating func add(_ other: BatchSummary) {
    passed += other.passed
    failed += other.failed
    outcomes.merge(other.outcomes, uniquingKeysWith: +)
    lateness.add(other.lateness)
    faults.merge(other.faults) { ($0.runs + $1.runs, $0.changed + $1.changed) }
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

/// A demand that a batch must meet at least once, because otherwise its runs prove nothing.
public struct Sometimes: Equatable, Sendable {
  /// Its number, such as `S1`.
  public let number: String
  /// The demand.
  public let demand: String
  /// Whether the batch met it.
  public let isSeen: Bool
}

extension BatchSummary {
  /// The demands on a batch: each outcome but one, and an effect of each kind of fault that it has.
  ///
  /// A duplicate is a planning error that was caught before it was audible; a correct session has none.
  public var sometimes: [Sometimes] {
    let outcomes = Outcome.allCases.filter { $0 != .duplicate }
      .map { ("a cue is \($0.rawValue)", (self.outcomes[$0] ?? 0) > 0) }
    let faults = self.faults.keys.sorted().map { kind in
      ("\(kind.rawValue) makes a difference", (self.faults[kind]?.changed ?? 0) > 0)
    }
    return (outcomes + faults).enumerated().map { index, check in
      Sometimes(number: "S\(index + 1)", demand: check.0, isSeen: check.1)
    }
  }
}
