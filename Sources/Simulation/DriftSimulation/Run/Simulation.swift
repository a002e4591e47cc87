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
  private let makeSession: @Sendable (Policies) -> Driver
  /// Receives the true time that a run has reached, at each of its instants.
  package var observe: (@Sendable (Duration) -> Void)?

  /// Creates a simulation of sessions that `session` makes, each of the oracle's workout and not yet begun.
  public init(_ oracle: Oracle, session: @escaping @Sendable (Policies) -> Driver) {
    self.oracle = oracle
    makeSession = session
  }

  /// Runs a scenario once.
  @_specialize(where Driver == Engine)
  package func run(_ scenario: Scenario) -> Trace {
    var runner = runner(of: scenario)
    return runner.run()
  }

  /// A run of a scenario that has not begun.
  func runner(of scenario: Scenario) -> Runner<Driver> {
    var runner = Runner(scenario, oracle, session(of: scenario))
    runner.observe = observe
    return runner
  }

  /// A session under the policies of a scenario that has not begun.
  func session(of scenario: Scenario) -> Driver {
    makeSession(Policies(whenSuspended: scenario.whenSuspended, body: scenario.body))
  }
}

extension Simulation where Driver == Engine {
  /// Runs scenarios of the oracle's workout on the engine.
  public init(_ oracle: Oracle) {
    self.init(oracle) { oracle.engine.under($0) }
  }
}
