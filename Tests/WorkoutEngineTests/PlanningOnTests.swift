import Testing
import WorkoutEngine
import WorkoutModel

/// An action after which nothing is decided again must leave the plan that a new one would be; a random script after
/// which it doesn't is reported by its seed.
@Suite struct `A session that plans on` {
  @Test func `says and waits for the same as one that plans again`() throws {
    let timelines = try `The laws of the engine`.workouts.map { try Timeline($0) }
    for seed in UInt64(1)...1000 {
      let script = Script(seed: seed)
      var engine = Engine(timelines[Int(seed) % timelines.count], policies: script.policies)
      for step in script.steps {
        _ = engine.send(step.action, at: step.at)
        var (plansOn, plansAgain) = (engine, engine)
        // No length has changed, so nothing is decided again.
        _ = plansOn.send(.speechFailed("Never said", reason: "lost"), at: step.at)
        _ = plansAgain.send(.lifecycle(.active), at: step.at)
        let soon = engine.now + .seconds(20)
        guard plansOn.nextDeadline == plansAgain.nextDeadline,
          plansOn.forecast(until: soon) == plansAgain.forecast(until: soon)
        else {
          Issue.record("seed \(seed), after \(step.action) at \(step.at)")
          return
        }
      }
    }
  }
}
