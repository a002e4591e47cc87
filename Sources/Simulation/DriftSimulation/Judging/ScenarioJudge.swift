import WorkoutEngine
import WorkoutModel

extension Simulation {
  /// Runs a scenario and checks the laws and the expectations.
  ///
  /// - Parameters:
  ///   - scenario: The scenario; it must be one of the oracle's workout. A number beyond the limits of a scenario file
  ///     counts as the nearest within.
  ///   - comparing: Whether to determine the effect of each kind of fault, which takes a run for each.
  ///   - twice: Whether a second session gets the same inputs, and must do the same.
  /// - Returns: The verdict.
  @_specialize(where Driver == Engine)
  public func judge(_ scenario: Scenario, comparing: Bool = true, twice: Bool = true) -> Verdict {
    let scenario = scenario.withinLimits
    let kinds = scenario.kinds.filter { comparing || $0 == .wallStep }
    var branches = BranchPoints<Driver>(kinds.filter { !$0.isAction })
    var runner = runner(of: scenario)
    if twice { runner.twins = [session(of: scenario)] }
    let trace = runner.run { branches.record($0, $1) }
    // The session reports each action, so a run without those that it was sent differs.
    var sent: Set<Fault.Kind> = []
    for index in trace.steps.indices {
      if let line = trace.steps[index].line { sent.insert(scenario.script[line].fault.kind) }
    }
    sent = sent.filter(\.isAction)
    branches.kinds = kinds.filter { !sent.contains($0) }
    let effects = branches.effects(on: trace) { kind in
      var runner = self.runner(of: scenario.without(kind))
      runner.begin()
      return runner
    }
    var record = TraceRecord(scenario, oracle, trace)
    record.dependsOnWallClock = effects[.wallStep]?.hasSameEvents == false
    var violations = Invariants.violations(in: record, of: scenario.expected.invariants)
    // Reported like a law, but it concerns two sessions.
    if runner.hasDiverged { violations.append(Violation("determinism", "a second run differs", step: 0)) }
    for index in violations.indices {
      let step = violations[index].step
      violations[index].at = trace.steps.indices.contains(step) ? trace.steps[step].now : nil
    }
    let unmet = scenario.expected.unmet(by: trace)
    let place = violations.map(\.step).min() ?? (unmet.isEmpty ? nil : trace.steps.count - 1)
    return Verdict(
      scenario: scenario, trace: trace, cues: CueTally(trace.cues), violations: violations,
      excerpt: place.map { TraceExcerpt(around: $0, of: trace.steps) }, unmet: unmet,
      changed: effects.mapValues(\.isChange).merging(sent.lazy.filter(kinds.contains).map { ($0, true) }) { $1 })
  }
}
