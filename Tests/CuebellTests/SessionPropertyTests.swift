import CuebellTesting
import Testing
import WorkoutModel

/// An engine that is woken at each of its deadlines, and what it has told.
private struct Woken {
  var engine: Engine
  var events: [EngineEvent] = []

  mutating func advance(to instant: Duration) {
    while let deadline = engine.nextDeadline, deadline <= instant { send(.tick, at: deadline) }
    send(.tick, at: instant)
  }

  mutating func send(_ action: Action, at instant: Duration) { events += engine.send(action, at: instant).events }
}

@Suite struct `A session` {
  private static let actions: [Action] = [
    .pause, .resume, .toggle, .skip, .back, .done, .undo, .redo, .restartPhase, .extend(by: .seconds(10)),
    .seek(by: .seconds(-5)), .interruptionBegan, .interruptionEnded(shouldResume: true), .audioLost, .audioRestored,
    .setVolume(-6),
  ]

  @Test(arguments: UInt64(0)..<40)
  func `tells what an engine tells that is woken on time, whatever its user does`(seed: UInt64) async throws {
    let workout = WorkoutGenerator().workout(seed: seed)
    let clock = TestClock()
    let session = try WorkoutSession(workout, clock: clock, seed: seed)
    let events = session.events
    var woken = Woken(engine: Engine(try Timeline(workout, seed: seed)))
    var (random, now) = (SeededRandom(seed: seed), Duration.zero)
    for action in [.start] + (0..<20).map({ _ in Self.actions[random.below(Self.actions.count)] }) + [.stop] {
      let passed = Duration.milliseconds(random.below(20_000))
      now += passed
      await clock.advance(by: passed)
      woken.advance(to: now)
      // What is refused after the end is no event of the session.
      if woken.engine.playback.isOver { break }
      try? await session.send(action)
      woken.send(action, at: now)
      if action == .start { woken.send(.prepared, at: now) }
      #expect(await session.place == woken.engine.place)
    }
    await clock.advance(by: .seconds(60))
    woken.advance(to: now + .seconds(60))
    var told: [EngineEvent] = []
    for await event in events { told.append(event) }
    let difference = zip(told, woken.events).first { $0 != $1 }
    #expect(difference == nil && told.count == woken.events.count)
  }
}
