public import WorkoutEngine
import WorkoutModel

/// Runs scenarios on the real engine, or on another session.
///
/// ```swift
/// let simulation = Simulation(Oracle(try Timeline(workout)))
/// let verdict = simulation.judge(scenario)
/// ```
public struct Simulation<Driver: SessionDriver>: Sendable {
  /// What is true of the workout.
  public let oracle: Oracle
  private let session: @Sendable (Policies) -> Driver

  /// Runs sessions that `session` makes, each not yet begun, of the oracle's workout.
  public init(_ oracle: Oracle, session: @escaping @Sendable (Policies) -> Driver) {
    self.oracle = oracle
    self.session = session
  }

  /// Runs a scenario once.
  @specialized(where Driver == Engine)
  public func run(_ scenario: Scenario) -> Trace {
    var runner = Runner(scenario, oracle, session(Policies(whenSuspended: scenario.whenSuspended)))
    return runner.run()
  }

  /// The state at the end of a run that was told the same and never woken in between; `nil` where the run depends on
  /// more than what it was told.
  func unticked(_ trace: Trace, of scenario: Scenario) -> EngineState? {
    guard !trace.hasLearned, let last = trace.steps.last else { return nil }
    var driver = session(Policies(whenSuspended: scenario.whenSuspended))
    for step in trace.steps where !step.isTick {
      guard let action = step.action else { return nil }
      // What was counted before a sleep was noticed counts for both.
      if case .suspended(let gap) = action, step.now - gap < step.previous {
        _ = driver.send(.tick, at: HostMoment(session: step.previous, clocks: trace.clocks(at: step.previous)))
      }
      _ = driver.send(action, at: HostMoment(session: step.now, clocks: trace.clocks(at: step.now)))
    }
    _ = driver.send(.tick, at: HostMoment(session: last.now, clocks: trace.clocks(at: last.now)))
    return driver.state
  }
}

extension Simulation where Driver == Engine {
  /// Runs scenarios of the oracle's workout on the engine.
  public init(_ oracle: Oracle) {
    var unbegun = Engine(oracle.timeline, lexicon: oracle.lexicon)
    unbegun.lookAhead(to: oracle.length)
    self.init(oracle) { [unbegun] policies in unbegun.under(policies) }
  }
}
