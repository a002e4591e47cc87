import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

/// To decide early what will sound must be nothing but early: every random script comes to the same; one that
/// doesn't is reported by its seed.
@Suite struct `A session that has looked ahead` {
  @Test func `says, plans and waits for the same as one that hasn't`() throws {
    let timelines = try `The laws of the engine`.workouts.map { try Timeline($0) }
    for seed in UInt64(1)...SplitMix64.cases(500) {
      let script = Script(seed: seed)
      var plain = Engine(timelines[Int(seed) % timelines.count], policies: script.policies)
      var ahead = Engine(plain.timeline).under(script.policies)
      ahead.lookAhead(to: .seconds(Int(seed % 180)))
      for step in script.steps {
        while let deadline = plain.nextDeadline, deadline < step.asleepFrom, ahead.nextDeadline == deadline {
          guard agree(&plain, &ahead, .tick, at: deadline, seed) else { return }
        }
        guard agree(&plain, &ahead, step.action, at: step.at, seed) else { return }
      }
    }
  }

  /// Sends both the same action, and compares all that a host can ask of them.
  private func agree(
    _ plain: inout Engine, _ ahead: inout Engine, _ action: Action, at instant: Duration, _ seed: UInt64
  ) -> Bool {
    let isSame =
      plain.send(action, at: instant) == ahead.send(action, at: instant) && plain.state == ahead.state
      && plain.nextDeadline == ahead.nextDeadline && plain.segment == ahead.segment
      && plain.forecast(until: instant + .seconds(60)) == ahead.forecast(until: instant + .seconds(60))
      && plain.phrases(upTo: plain.state.position) == ahead.phrases(upTo: plain.state.position)
      && plain.phrases(upTo: plain.state.position + .seconds(90))
        == ahead.phrases(upTo: plain.state.position + .seconds(90))
    if !isSame { Issue.record("seed \(seed), \(action) at \(instant)") }
    return isSame
  }
}
