import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A deadline` {
  private func begun(_ workout: Workout, _ durations: PhraseDurations = PhraseDurations()) throws -> Engine {
    var engine = Engine(try Timeline(workout), durations: durations)
    for action in [Action.start, .prepared] { _ = engine.send(action, at: .zero) }
    return engine
  }

  @Test func `is the first instant at which a tick finds anything to do`() throws {
    for seed in UInt64(1)...200 {
      var engine = try begun(Sample.tabata)
      for step in Script(seed: seed).steps {
        while let deadline = engine.nextDeadline, deadline <= step.at {
          var early = engine
          let nothing = early.send(.tick, at: deadline - .nanoseconds(1))
          #expect(nothing.effects.isEmpty && nothing.events.isEmpty, "seed \(seed)")
          #expect(early.nextDeadline == deadline, "seed \(seed)")
          // Waking early changes nothing of what comes then.
          let reaction = engine.send(.tick, at: deadline)
          #expect(early.send(.tick, at: deadline) == reaction, "seed \(seed)")
          #expect(engine.nextDeadline.map { $0 > deadline } ?? true, "seed \(seed)")
        }
        _ = engine.send(step.action, at: step.at)
      }
    }
  }

  @Test func `comes nearer when a phrase that must end at a moment turns out to be longer`() throws {
    let rule = CueRule(
      on: .phase, at: .end(offset: .seconds(-10)), say: CueText(pieces: [.words("Ten to go")]), align: .end)
    var engine = try begun(Sample.silent([rule], Sample.phase("Work", .high, 60)))
    engine.updateDurations { $0.record("Ten to go", length: .seconds(1)) }
    _ = engine.send(.tick, at: .seconds(40))
    #expect(engine.nextDeadline == .seconds(49))
    engine.updateDurations { $0.record("Ten to go", length: .seconds(5)) }
    #expect(engine.nextDeadline == .seconds(45))
    let reaction = engine.send(.tick, at: .seconds(45))
    #expect(reaction.effects.map(\.due) == [.seconds(50)])
  }

  @Test func `that is missed has its words made for the moment at which they are said`() throws {
    let rule = CueRule(
      on: .phase, at: .end(offset: .seconds(-10)), say: CueText(pieces: [.placeholder(.remaining)]))
    var engine = try begun(Sample.silent([rule], Sample.phase("Work", .high, 60)))
    engine.updateDurations { durations in
      for phrase: Phrase in ["10 seconds", "9 seconds"] { durations.record(phrase, length: .seconds(1)) }
    }
    for tenths in stride(from: 1, through: 499, by: 2) { _ = engine.send(.tick, at: .milliseconds(tenths * 100)) }
    let late = engine.send(.tick, at: .milliseconds(50_700), soundsFrom: .milliseconds(50_600))
    let said = late.effects.compactMap { effect in
      if case .speak(let words) = effect.kind { words.phrase } else { nil }
    }
    #expect(said == ["9 seconds"])
  }
}
