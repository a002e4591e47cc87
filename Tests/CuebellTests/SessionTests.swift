import CuebellTesting
import Testing

/// Ten seconds to get ready, then eight sets of 20 s and 10 s, but for the last rest.
func tabata() throws -> Workout {
  try Workout("Tabata") {
    Phase("Get ready", for: .seconds(10), .prepare)
    Sets(8) {
      Phase("Work", for: .seconds(20))
      Phase("Rest", for: .seconds(10), .low, skip: .last)
    }
  }
}

@Suite struct `A session on a clock` {
  let clock = TestClock()

  private func session(_ policies: Policies = Policies()) throws -> WorkoutSession {
    try WorkoutSession(tabata(), clock: clock, seed: 1, policies: policies)
  }

  @Test func `knows its place at every moment`() async throws {
    let session = try session()
    try await session.send(.start)
    await clock.advance(by: .seconds(52))
    let place = await session.place
    #expect(place.phase?.name == "Work" && place.phase?.set == 2 && place.phase?.sets == 8)
    #expect(place.next?.name == "Rest" && place.phaseElapsed == .seconds(12) && place.phaseRemaining == .seconds(8))
    #expect(place.elapsed == .seconds(52) && place.remaining == .seconds(188))
    let later = place.place(at: .seconds(61))
    #expect(later.phase?.name == "Rest" && later.phaseRemaining == .seconds(9) && later.next?.name == "Work")
    #expect(await session.place == place)
  }

  @Test func `tells every event at its moment, to everybody who listens, and ends`() async throws {
    let session = try session()
    let streams = [session.events, session.events]
    try await session.send(.start)
    await clock.advance(by: .seconds(300))
    for stream in streams {
      var events: [EngineEvent] = []
      for await event in stream { events.append(event) }
      let starts = events.compactMap { event in
        if case .phaseStarted(let phase) = event.kind { event.at == phase.start ? event.at : .seconds(-1) } else { nil }
      }
      #expect(starts.count == 16 && starts.first == .zero && starts.last == .seconds(220))
      #expect(events.allSatisfy { $0.lateness == .zero })
      #expect(events.last?.at == .seconds(240))
    }
    #expect(await session.place.playback == .completed)
    var late = session.events.makeAsyncIterator()
    #expect(await late.next() == nil)
  }

  @Test func `hands out its effects when they are due`() async throws {
    let session = try session()
    let effects = session.effects
    try await session.send(.start)
    await clock.advance(by: .seconds(300))
    var spoken: [Duration] = []
    for await effect in effects {
      if case .speak(let words) = effect.kind, words.phrase.text == "Work" { spoken.append(effect.due) }
    }
    // After the sound of its phase.
    #expect(spoken == (0..<8).map { .milliseconds(10_600 + 30_000 * $0) })
  }

  @Test func `sleeps until its next deadline, and wakes for nothing else`() async throws {
    let session = try session()
    #expect(clock.sleepers == 0)
    try await session.send(.start)
    await clock.advance(by: .zero)
    #expect(clock.sleepers == 1)
    try await session.send(.pause)
    await clock.advance(by: .seconds(1))
    #expect(clock.sleepers == 0, "a paused session waits for its user alone")
    try await session.send(.resume)
    await clock.advance(by: .seconds(400))
    #expect(clock.sleepers == 0)
    #expect(await session.place.playback == .completed)
  }

  @Test func `refuses what it can't do, and says why`() async throws {
    let session = try session()
    await #expect(throws: ActionRefusal(.pause, .notStarted)) { try await session.send(.pause) }
    try await session.send(.start)
    let refusal = await #expect(throws: ActionRefusal.self) { try await session.send(.done) }
    #expect(refusal?.description == "done was refused: this phase ends by the clock: skip it instead")
    try await session.send(.pause)
    await #expect(throws: ActionRefusal(.pause, .alreadyPaused)) { try await session.send(.pause) }
  }

  @Test(arguments: [
    (SuspendPolicy.continue, "Rest", 8), (.freeze, "Get ready", 8), (.pauseIfOver(.seconds(2)), "Get ready", 8),
  ])
  func `treats the time asleep by its policy`(policy: SuspendPolicy, phase: String, remaining: Int) async throws {
    let session = try session(Policies(whenSuspended: policy))
    try await session.send(.start)
    await clock.advance(by: .seconds(2))
    await clock.suspend(for: .seconds(90))
    let place = await session.place
    #expect(place.phase?.name == phase && place.phaseRemaining == .seconds(remaining))
    #expect((place.pauseReason == .suspend) == (policy == .pauseIfOver(.seconds(2))))
  }

  @Test func `doesn't drift when its host is late, its clock is fast, or the user sets the time`() async throws {
    let session = try session()
    try await session.send(.start)
    for step in 1...10 {
      clock.step(by: .seconds(-3600))
      clock.skew(partsPerMillion: 500 * step)
      await clock.stall(for: .milliseconds(700))
      await clock.advance(by: .milliseconds(300))
    }
    #expect(await session.place.progress.position == session.now)
  }

  @Test func `wakes nobody any more when it is dropped`() async throws {
    var session: WorkoutSession? = try session()
    let events = try #require(session).events
    try await session?.send(.start)
    await clock.advance(by: .seconds(12))
    #expect(clock.sleepers == 1)
    session = nil
    await clock.advance(by: .zero)
    #expect(clock.sleepers == 0)
    var count = 0
    for await _ in events { count += 1 }
    #expect(count > 0)
  }
}

extension EngineEvent {
  /// How late a cue has begun.
  var lateness: Duration {
    if case .cueSettled(let cue) = kind, let at = cue.at { at - cue.due } else { .zero }
  }
}
