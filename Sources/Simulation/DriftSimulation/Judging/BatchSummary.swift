public import WorkoutEngine
import WorkoutModel

/// What many runs came to together.
public struct BatchSummary: Sendable {
  /// How many scenarios were as they must be.
  public private(set) var passed = 0
  /// How many weren't.
  public private(set) var failed = 0
  /// How often cues came to each outcome.
  public private(set) var outcomes: [Outcome: Int] = [:]
  /// How late the cues were that began.
  public private(set) var lateness = Lateness()
  /// For each kind of fault in how many scenarios it was, and in how many of them it made a difference.
  public private(set) var faults: [Fault.Kind: (runs: Int, changed: Int)] = [:]

  /// Nothing has been run.
  public init() {}

  /// Adds what a scenario came to.
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

  /// Adds what other scenarios came to.
  public mutating func add(_ other: BatchSummary) {
    passed += other.passed
    failed += other.failed
    outcomes.merge(other.outcomes, uniquingKeysWith: +)
    lateness.add(other.lateness)
    faults.merge(other.faults) { ($0.runs + $1.runs, $0.changed + $1.changed) }
  }
}

/// How late cues were, as counts by the microsecond: percentiles of any number of cues in little memory.
public struct Lateness: Equatable, Sendable {
  private var counts: [Int: Int] = [:]
  /// How many there were.
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

  /// The smallest lateness that at least this share of the cues doesn't exceed, to the microsecond; `nil` if there
  /// were none.
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

/// Something that must happen sometimes in a batch, or its runs prove nothing.
public struct Sometimes: Equatable, Sendable {
  /// Its number, such as `S1`.
  public let number: String
  /// What must happen.
  public let demand: String
  /// Whether it did.
  public let isSeen: Bool
}

extension BatchSummary {
  /// What must happen sometimes: each outcome but one, and a difference by each kind of fault that there was.
  ///
  /// A duplicate is a mistake of the plan that was kept from being heard; a session that makes none has none.
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
