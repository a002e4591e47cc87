import SessionReporting
package import WorkoutEngine
import WorkoutModel

/// The aggregated results of many runs.
///
/// ```swift
/// var summary = BatchSummary()
/// for seed in 1...100 { summary.add(simulation.judge(generator.scenario(seed: UInt64(seed)))) }
/// report(summary.passed, summary.failed)
/// ```
package struct BatchSummary: Sendable {
  /// The number of scenarios that passed.
  package private(set) var passed = 0
  /// The number of scenarios that failed.
  package private(set) var failed = 0
  private var cues = CueTally()
  /// For each kind of fault, the number of scenarios that have it, and the number in which it changed the run.
  package private(set) var faults: [Fault.Kind: (runs: Int, changed: Int)] = [:]

  /// Creates an empty summary.
  package init() {}

  package init(passed: Int, failed: Int, _ cues: CueTally, _ faults: [Fault.Kind: (runs: Int, changed: Int)]) {
    (self.passed, self.failed, self.cues, self.faults) = (passed, failed, cues, faults)
  }

  /// The number of cues by outcome.
  package var outcomes: [Outcome: Int] { cues.outcomes }
  /// The lateness of the cues that began.
  package var lateness: Lateness { cues.lateness }

  /// Adds the result of a scenario.
  package mutating func add(_ verdict: Verdict) {
    if verdict.passed { passed += 1 } else { failed += 1 }
    cues.add(verdict.cues)
    for (kind, isChanged) in verdict.changed {
      faults[kind, default: (0, 0)].runs += 1
      if isChanged { faults[kind, default: (0, 0)].changed += 1 }
    }
  }

  /// Adds the results of other scenarios.
  package mutating func add(_ other: BatchSummary) {
    passed += other.passed
    failed += other.failed
    cues.add(other.cues)
    faults.merge(other.faults) { ($0.runs + $1.runs, $0.changed + $1.changed) }
  }
}

/// A demand that a batch must meet at least once, because otherwise its runs prove nothing.
package struct Sometimes: Equatable, Sendable {
  /// Its number, such as `S1`.
  package let number: String
  /// The demand.
  package let demand: String
  /// Whether the batch met it.
  package let isSeen: Bool
}

extension BatchSummary {
  /// The demands on a batch: each outcome but one, and an effect of each kind of fault that it has.
  ///
  /// A duplicate is a planning error that was caught before it was audible; a correct session has none.
  package var sometimes: [Sometimes] {
    let outcomes = Outcome.allCases.filter { $0 != .duplicate }
      .map { ("a cue is \($0.label)", (self.outcomes[$0] ?? 0) > 0) }
    let faults = self.faults.keys.sorted().map { kind in
      ("\(kind.rawValue) makes a difference", (self.faults[kind]?.changed ?? 0) > 0)
    }
    return (outcomes + faults).enumerated().map { index, check in
      Sometimes(number: "S\(index + 1)", demand: check.0, isSeen: check.1)
    }
  }
}
