import WorkoutEngine
import WorkoutModel

extension Simulation {
  /// Runs a scenario and checks the laws and the expectations.
  ///
  /// - Parameters:
  ///   - scenario: The scenario; it must be one of the oracle's workout.
  ///   - comparing: Whether to determine the effect of each kind of fault, which takes a run for each.
  ///   - twice: Whether a second session gets the same inputs, and must do the same.
  /// - Returns: The verdict.
  @_specialize(where Driver == Engine)
  public func judge(_ scenario: Scenario, comparing: Bool = true, twice: Bool = true) -> Verdict {
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
    var record = RunRecord(scenario, oracle, trace)
    record.unticked = stateWithoutWakeUps(trace, scenario)
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
      scenario: scenario, trace: trace, cues: CueTally(record.facts), violations: violations,
      excerpt: place.map { TraceExcerpt(around: $0, of: trace.steps) }, unmet: unmet,
      changed: effects.mapValues(\.isChange).merging(sent.lazy.filter(kinds.contains).map { ($0, true) }) { $1 })
  }

  /// The final state of a session with the actions of a run but without wake-ups between them; `nil` if the run
  /// depended on more than its actions.
  private func stateWithoutWakeUps(_ trace: Trace, _ scenario: Scenario) -> EngineState? {
    if trace.hasLearned { return nil }
    var driver = session(of: scenario)
    for index in trace.steps.indices where !trace.steps[index].isTick {
      let step = trace.steps[index]
      guard let action = step.action else { return nil }
      // Time that was counted before a sleep was noticed counts for both.
      if case .suspended(let gap) = action, step.now - gap < step.previous {
        _ = driver.send(.tick, at: ObservedTime(session: step.previous, clocks: trace.clocks(at: step.previous)))
      }
      _ = driver.send(action, at: ObservedTime(session: step.now, clocks: trace.clocks(at: step.now)))
    }
    if let last = trace.steps.last {
      _ = driver.send(.tick, at: ObservedTime(session: last.now, clocks: trace.clocks(at: last.now)))
    }
    return driver.state
  }
}
