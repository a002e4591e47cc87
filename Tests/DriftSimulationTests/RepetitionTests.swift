import DriftSimulation
import Synchronization
import Testing
import WorkoutEngine
import WorkoutModel

/// A session that depends on more than its inputs must be detected, wherever its second run differs.
@Suite struct `A session that isn't the same twice` {
  /// How many sessions there have been.
  private final class Count: Sendable {
    let sessions = Atomic(0)
  }

  /// An engine whose effects are lost from an instant on, in each session but the first.
  private struct ChangingSession: SessionDriver {
    var engine: Engine
    let instant: Duration
    let isFirst: Bool

    var state: EngineState { engine.state }
    var progress: SessionProgress { engine.progress }
    var durations: PhraseDurations { engine.durations }
    var nextDeadline: Duration? { engine.nextDeadline }
    func forecast(until instant: Duration) -> [Effect] { engine.forecast(until: instant) }
    mutating func updateDurations(_ change: (inout PhraseDurations) -> Void) { engine.updateDurations(change) }
    var policies: Policies { engine.policies }
    func replaying(_ log: SessionLog, to end: Duration) throws(ReplayError) -> Self {
      Self(engine: try engine.replaying(log, to: end), instant: instant, isFirst: isFirst)
    }
    func paused(clock: Duration) -> Self? {
      engine.paused(clock: clock).map { Self(engine: $0, instant: instant, isFirst: isFirst) }
    }

    mutating func send(_ action: Action, at moment: ObservedTime) -> Engine.Reaction {
      var reaction = engine.send(action, at: moment.session)
      if !isFirst, moment.session >= instant { reaction.effects.removeAll() }
      return reaction
    }
  }

  @Test(arguments: [0.0, 30, 150, 299.9, 400])
  func `is reported if the second run differs from an instant on`(seconds: Double) {
    let oracle = ShippedWorkouts.tabata.oracle
    let count = Count()
    let simulation = Simulation(oracle) { policies in
      let number = count.sessions.add(1, ordering: .relaxed).oldValue
      return ChangingSession(
        engine: Engine(oracle.timeline, policies: policies), instant: .s(seconds), isFirst: number == 0)
    }
    let numbers = simulation.judge(.of(), comparing: false).violations.map(\.number)
    // The workout ends after 300 s.
    #expect(numbers == (seconds < 400 ? ["determinism"] : []))
  }
}
