import WorkoutEngine
import WorkoutModel

extension Runner {
  /// The run from here on without a kind of fault, none of which has occurred yet; it keeps no earlier steps. `nil` if
  /// the run without it would have differed before.
  func without(_ kind: Fault.Kind) -> Runner? {
    if kind == .jitter, scenario.host.jitter != nil { return nil }
    let other = scenario.without(kind)
    let horizon = Self.horizon(of: other, oracle)
    guard clock.now <= horizon else { return nil }
    var runner = self
    runner.horizon = horizon
    runner.twins = []
    // Not `removeAll`: a copy of the array would be as large as the array.
    runner.dropped += runner.trace.steps.count
    runner.trace.steps = []
    if kind == .kill { runner.store = nil }
    for (index, line) in scenario.script.enumerated() where line.fault.kind == kind {
      if let neutral = line.fault.neutral {
        runner.scenario.script[index].fault = neutral
      } else {
        runner.script.remove(line: index)
      }
    }
    return runner
  }

  /// Runs on to the first event that differs from those expected, or to the end; keeps no steps. Returns whether all
  /// are equal.
  mutating func emits(_ expected: [EngineEvent]) -> Bool {
    keepsSteps = false
    var count = 0
    while true {
      for index in trace.steps.indices {
        for event in trace.steps[index].events {
          guard count < expected.count, event == expected[count] else { return false }
          count += 1
        }
      }
      dropped += trace.steps.count
      trace.steps.removeAll(keepingCapacity: true)
      guard isRunning else { return count == expected.count }
      advance()
    }
  }
}
