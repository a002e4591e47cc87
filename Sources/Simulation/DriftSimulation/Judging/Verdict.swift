import WorkoutEngine
import WorkoutModel

/// The result of a scenario.
public struct Verdict: Sendable {
  /// What happened to the session and its host.
  public let scenario: Scenario
  /// The inputs and outputs of the session.
  public let trace: Trace
  /// Where a law was broken.
  public let violations: [Violation]
  /// The expectations that were not met.
  public let unmet: [Unmet]
  /// For each kind of fault in the scenario whether the run would have been another without it.
  public let changed: [Fault.Kind: Bool]

  /// Whether no law was broken and every expectation was met.
  public var passed: Bool { violations.isEmpty && unmet.isEmpty }

  /// The failures that a scenario must keep while it is shrunk: the numbers of the violated laws, and for each unmet
  /// expectation its message.
  public var failures: Set<String> { Set(violations.map(\.number) + unmet.map { "\($0.name): \($0.message)" }) }
}

/// An expectation that was not met.
public struct Unmet: Equatable, Sendable {
  /// Which one it is: `outcomes[1]`, `final.elapsed`.
  public let name: String
  /// What was expected, and what happened.
  public let message: String
}

extension Simulation {
  /// The name under which two runs of one scenario that differ are reported.
  static var determinism: String { "determinism" }

  /// Runs a scenario twice, compares, and holds it to the laws and to what it expects.
  ///
  /// - Parameters:
  ///   - scenario: What happens; it must be one of the oracle's workout.
  ///   - comparing: Whether to see, too, what difference each kind of fault makes, which takes a run for each.
  /// - Returns: The verdict.
  @specialized(where Driver == Engine)
  public func judge(_ scenario: Scenario, comparing: Bool = true) -> Verdict {
    var points = BranchPoints<Driver>(scenario, scenario.kinds.filter { comparing || $0 == .wallStep })
    var runner = runner(of: scenario)
    let trace = runner.run { points.record($0, $1) }
    // Its last reaction is as long as the workout, so it is gone before there is a record.
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
  /// Runs a scenario without a kind of fault, until its events differ from those of the run with it.
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
  /// The kinds of fault in it, in the order of the format.
  public var kinds: [Fault.Kind] {
    var kinds = Set(script.map(\.fault.kind))
    if host.jitter != nil { kinds.insert(.jitter) }
    return kinds.sorted()
  }

  /// The same scenario without one kind of fault, or with what takes its place.
  public func without(_ kind: Fault.Kind) -> Scenario {
    var scenario = self
    scenario.script = script.compactMap { line in
      line.fault.kind == kind ? line.fault.neutral.map { ScriptLine(at: line.at, $0) } : line
    }
    if kind == .jitter { scenario.host.jitter = nil }
    return scenario
  }

  /// How long its faults last together with its last time, which bounds how long it can take.
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
