public import WorkoutEngine
import WorkoutModel

/// Runs scenarios on the real engine, or on another session.
///
/// ```swift
/// let simulation = Simulation(Oracle(try Timeline(workout)))
/// let verdict = simulation.judge(scenario)
/// ```
public struct Simulation<Driver: SessionDriver>: Sendable {
  /// The reference of the workout.
  public let oracle: Oracle
  private let session: @Sendable (Policies) -> Driver

  /// Creates a simulation of sessions that `session` makes, each of the oracle's workout and not yet begun.
  public init(_ oracle: Oracle, session: @escaping @Sendable (Policies) -> Driver) {
    self.oracle = oracle
    self.session = session
  }

  /// Runs a scenario once.
  @specialized(where Driver == Engine)
  public func run(_ scenario: Scenario) -> Trace {
    var runner = runner(of: scenario)
    return runner.run()
  }

  /// A run of a scenario that has not begun.
  func runner(of scenario: Scenario) -> Runner<Driver> {
    Runner(scenario, oracle, session(Policies(whenSuspended: scenario.whenSuspended)))
  }

  /// The final state of a run with the same actions but without wake-ups between them; `nil` if the run depends on more
  /// than its actions.
  func unticked(_ trace: Trace, of scenario: Scenario) -> EngineState? {
    guard !trace.hasLearned, let last = trace.steps.last else { return nil }
    var driver = session(Policies(whenSuspended: scenario.whenSuspended))
    for step in trace.steps where !step.isTick {
      guard let action = step.action else { return nil }
      // Time that was counted before a sleep was noticed counts for both.
      if case .suspended(let gap) = action, step.now - gap < step.previous {
        _ = driver.send(.tick, at: ObservedTime(session: step.previous, clocks: trace.clocks(at: step.previous)))
      }
      _ = driver.send(action, at: ObservedTime(session: step.now, clocks: trace.clocks(at: step.now)))
    }
    _ = driver.send(.tick, at: ObservedTime(session: last.now, clocks: trace.clocks(at: last.now)))
    return driver.state
  }
}

extension Simulation where Driver == Engine {
  /// Runs scenarios of the oracle's workout on the engine.
  public init(_ oracle: Oracle) {
    var idle = Engine(oracle.timeline, durations: oracle.durations)
    idle.lookAhead(to: oracle.length)
    self.init(oracle) { [idle] policies in idle.under(policies) }
  }
}
