import CuebellTesting
import Testing
import TimerModel

/// The model as it is driven by an engine, with the law that it shows what is.
private struct Driven: EngineHost {
  var engine: Engine
  var model: TimerModel

  init(_ engine: Engine) { (self.engine, model) = (engine, TimerModel(engine.place)) }

  mutating func send(_ action: Action, at now: Duration, soundsFrom: Duration) -> Engine.Reaction {
    let reaction = engine.send(action, at: now, soundsFrom: soundsFrom)
    for event in reaction.events { model.show(event) }
    return reaction
  }

  var complaint: String? {
    engine.place.hasBegun && model != TimerModel(engine.place) ? "it shows \(model.title) \(model.sets)" : nil
  }
}

@Suite struct `The model of a timer` {
  @Test func `survives whatever its user and its machine do`() throws {
    let workout = try intervals(sets: 8, work: .seconds(20), rest: .seconds(10))
    let failures = try judge(Driven.init, of: workout, seeds: 0..<50, faults: .all)
    #expect(failures == [])
  }

  @Test func `shows where the workout is when the lid is opened`() async throws {
    let clock = TestClock()
    let session = try WorkoutSession(
      intervals(sets: 8, work: .seconds(20), rest: .seconds(10)), clock: clock,
      policies: Policies(whenSuspended: .continue))
    try await session.send(.start)
    await clock.suspend(for: .seconds(65))
    let model = TimerModel(await session.place)
    #expect(model.title == "Work" && model.sets == "Set 3 of 8" && !model.isPaused)
  }

  @Test func `is told of numbers that can't be`() {
    #expect(throws: TimelineError.self) { try intervals(sets: 0, work: .seconds(-20), rest: .zero) }
  }
}
