import SessionReporting
public import WorkoutEngine
import WorkoutModel

/// The aggregated results of many runs.
///
/// ```swift
/// var summary = BatchSummary()
/// for seed in 1...100 { summary.add(simulation.judge(generator.scenario(seed: UInt64(seed)))) }
/// report(summary.passed, summary.failed)
/// ```
public struct BatchSummary: Sendable {
  /// The number of scenarios that passed.
  public private(set) var passed = 0
  /// The number of scenarios that failed.
  public private(set) var failed = 0
  private var cues = CueTally()
  /// For each kind of fault, the number of scenarios that have it, and the number in which it changed the run.
  public private(set) var faults: [Fault.Kind: (runs: Int, changed: Int)] = [:]

  /// Creates an empty summary.
  public init() {}

  package init(passed: Int, failed: Int, _ cues: CueTally, _ faults: [Fault.Kind: (runs: Int, changed: Int)]) {
    (self.passed, self.failed, self.cues, self.faults) = (passed, failed, cues, faults)
  }

  /// The number of cues by outcome.
  public var outcomes: [Outcome: Int] { cues.outcomes }
  /// The lateness of the cues that began.
  public var lateness: Lateness { cues.lateness }

  /// Adds the result of a scenario.
  public mutating func add(_ verdict: Verdict) {
    if verdict.passed { passed += 1 } else { failed += 1 }
    cues.add(verdict.cues)
    for (kind, isChanged) in verdict.changed {
      faults[kind, default: (0, 0)].runs += 1
      if isChanged { faults[kind, default: (0, 0)].changed += 1 }
    }
  }

  /// Adds the results of other scenarios.
  public mutating func add(_ other: BatchSummary) {
    passed += other.passed
    failed += other.failed
    cues.add(other.cues)
    faults.merge(other.faults) { ($0.runs + $1.runs, $0.changed + $1.changed) }
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
      .map { ("a cue is \($0.words)", (self.outcomes[$0] ?? 0) > 0) }
    let faults = self.faults.keys.sorted().map { kind in
      ("\(kind.rawValue) makes a difference", (self.faults[kind]?.changed ?? 0) > 0)
    }
    return (outcomes + faults).enumerated().map { index, check in
      Sometimes(number: "S\(index + 1)", demand: check.0, isSeen: check.1)
    }
  }
}
