import WorkoutEngine
import WorkoutModel

/// The result of a scenario.
///
/// ```swift
/// let verdict = simulation.judge(scenario)
/// for violation in verdict.violations { report(violation.number, violation.message) }
/// report(verdict.passed ? "passed" : "failed")
/// ```
public struct Verdict: Sendable {
  /// The scenario.
  public let scenario: Scenario
  /// The inputs and outputs of the session.
  package let trace: Trace
  /// The settled cues.
  package let cues: CueTally
  /// The violations of laws.
  public let violations: [Violation]
  /// The steps around the first violation, or around the end if only expectations were not met; `nil` if the scenario
  /// passed.
  package let excerpt: TraceExcerpt?
  /// The expectations that were not met.
  public let unmet: [Unmet]
  /// For each kind of fault in the scenario, whether the run would differ without it.
  package let changed: [Fault.Kind: Bool]

  /// Whether no law was broken and every expectation was met.
  public var passed: Bool { violations.isEmpty && unmet.isEmpty }

  /// The failures that a scenario must keep while it is shrunk: the numbers of the violated laws, and for each unmet
  /// expectation its message.
  package var failures: Set<String> { Set(violations.map(\.number) + unmet.map { "\($0.name): \($0.message)" }) }
}

/// Some consecutive steps of a run, to show where it failed.
package struct TraceExcerpt: Sendable {
  private static let (before, after) = (6, 2)

  /// The number of the first step in the run.
  package let first: Int
  /// The steps.
  package let steps: [TraceStep]

  init(around index: Int, of steps: [TraceStep]) {
    let shown = max(0, index - Self.before)..<min(steps.count, index + Self.after + 1)
    first = shown.lowerBound
    self.steps = Array(steps[shown])
  }
}

extension Scenario {
  /// The kinds of faults in the scenario, in the order of the format.
  package var kinds: [Fault.Kind] {
    var kinds = Set(script.map(\.fault.kind))
    if host.jitter != nil { kinds.insert(.jitter) }
    return kinds.sorted()
  }

  /// The same scenario without one kind of fault, or with its neutral replacements.
  package func without(_ kind: Fault.Kind) -> Scenario {
    var scenario = self
    scenario.script = script.compactMap { line in
      line.fault.kind == kind ? line.fault.neutral.map { ScriptLine(at: line.at, $0) } : line
    }
    if kind == .jitter { scenario.host.jitter = nil }
    return scenario
  }

  /// The sum of the lengths of the faults and the latest time, which bounds the length of a run.
  var longestScript: Duration {
    var length = Duration.zero
    for line in script {
      switch line.at {
      case .after(let at): length += at
      case .cue(_, let offset): length += max(offset, .zero)
      }
      length += line.fault.definition.delay + (line.fault.until ?? .zero)
    }
    return length
  }
}
