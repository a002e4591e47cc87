import WorkoutEngine
import WorkoutModel

/// The result of a scenario.
public struct Verdict: Sendable {
  /// The scenario.
  public let scenario: Scenario
  /// The inputs and outputs of the session.
  public let trace: Trace
  /// The violations of laws.
  public let violations: [Violation]
  /// The expectations that were not met.
  public let unmet: [Unmet]
  /// For each kind of fault in the scenario, whether the run would differ without it.
  public let changed: [Fault.Kind: Bool]

  /// Whether no law was broken and every expectation was met.
  public var passed: Bool { violations.isEmpty && unmet.isEmpty }

  /// The failures that a scenario must keep while it is shrunk: the numbers of the violated laws, and for each unmet
  /// expectation its message.
  public var failures: Set<String> { Set(violations.map(\.number) + unmet.map { "\($0.name): \($0.message)" }) }
}

/// An expectation that was not met.
public struct Unmet: Equatable, Sendable {
  /// Its name, such as `outcomes[1]` or `final.elapsed`.
  public let name: String
  /// The expected and the actual value.
  public let message: String
}

extension Simulation {
  /// The name under which a difference between two runs of one scenario is reported.
  static var determinism: String { "determinism" }

  /// Runs a scenario twice, compares the runs, and checks the laws and the expectations.
  ///
  /// - Parameters:
  ///   - scenario: The scenario; it must be one of the oracle's workout.
  ///   - comparing: Whether to determine the effect of each kind of fault, which takes a run for each.
  /// - Returns: The verdict.
  @specialized(where Driver == Engine)
  public func judge(_ scenario: Scenario, comparing: Bool = true) -> Verdict {
    var points = BranchPoints<Driver>(scenario, scenario.kinds.filter { comparing || $0 == .wallStep })
    var runner = runner(of: scenario)
    let trace = runner.run { points.record($0, $1) }
    // Its last reaction is as long as the workout, so it is released before there is a record.
    let unticked = unticked(trace, of: scenario)
    var record = RunRecord(scenario, oracle, trace)
    record.unticked = unticked
    var changed: [Fault.Kind: Bool] = [:]
    for branch in points.branches {
      let (hasSameEvents, clock) = run(branch, of: scenario, comparedWith: trace)
      changed[branch.kind] = !(hasSameEvents && trace.hasSameClocks(as: clock))
      if branch.kind == .wallStep { record.dependsOnWallClock = !hasSameEvents }
    }
    var violations = Invariants.violations(in: record, of: scenario.expected.invariants)
    var second = self.runner(of: scenario)
    if !second.repeats(trace) {
      violations.append(Violation(Self.determinism, "a second run differs", step: 0))
    }
    return Verdict(
      scenario: scenario, trace: trace, violations: violations, unmet: scenario.expected.unmet(by: trace),
      changed: changed)
  }
}

extension Simulation {
  /// Runs a scenario without a kind of fault, until its events differ from those of the original run.
  private func run(
    _ branch: BranchPoints<Driver>.Branch, of scenario: Scenario, comparedWith trace: Trace
  ) -> (hasSameEvents: Bool, clock: VirtualClock) {
    var runner: Runner<Driver>
    if let branched = branch.runner {
      runner = branched
    } else {
      runner = self.runner(of: scenario.without(branch.kind))
      runner.begin()
    }
    let hasSameEvents = runner.emits(trace.steps[branch.steps...].lazy.flatMap { $0.events })
    return (hasSameEvents, runner.clock)
  }
}

extension Scenario {
  /// The kinds of faults in the scenario, in the order of the format.
  public var kinds: [Fault.Kind] {
    var kinds = Set(script.map(\.fault.kind))
    if host.jitter != nil { kinds.insert(.jitter) }
    return kinds.sorted()
  }

  /// The same scenario without one kind of fault, or with its neutral replacements.
  public func without(_ kind: Fault.Kind) -> Scenario {
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
