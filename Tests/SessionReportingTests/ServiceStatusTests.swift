import SessionReporting
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A service's status` {
  @Test func `reports phase and remaining time at each phase, pause, resume and the end`() throws {
    var run = try ReportingHarness(PlanFixture.small)
    run.send(.pause, at: .seconds(5))
    run.run(to: .seconds(10))
    run.send(.resume, at: .seconds(10))
    run.run(to: .seconds(30))
    run.send(.stop, at: .seconds(31))
    run.run(to: .seconds(40))
    #expect(
      try lines(run.events, of: run.engine) == [
        "Push (set 1 of 2), open end", "Paused: Push (set 1 of 2), open end", "Push (set 1 of 2), open end",
        "Breathe (set 1 of 2), open end", "Push (set 2 of 2), open end", "Breathe (set 2 of 2), open end",
        "Hang, open end", "stopped after 0:26",
      ])
  }

  @Test func `counts what remains, and lets nothing from a file break the line`() throws {
    let nodes = [PlanFixture.phase("A\nB\u{1B}[m", .high, .seconds(90)), PlanFixture.phase("C", .low, .seconds(3_600))]
    var run = try ReportingHarness(Workout(name: "W", style: .silent, nodes: nodes))
    run.run(to: .seconds(3_690))
    #expect(
      try lines(run.events, of: run.engine) == [
        "A\u{FFFD}B\u{FFFD}[m, 1:01:30 remaining", "C, 1:00:00 remaining", "completed after 1:01:30",
      ])
  }

  private static let sources: [(ActionOrigin?, String)] = [
    (ActionOrigin.from(.socket, name: nil), " by ctl"),
    (.from(.socket, name: "Kitchen\ntablet"), " by Kitchen\u{FFFD}tablet"),
    (.from(.key, name: nil), " by a key"), (.from(.mpris, name: nil), " by a media key"),
    (.from(.signal, name: nil), " by a signal"), (.from(.system, name: nil), " by the system"), (nil, ""),
  ]

  /// The events of a session, all actions of which come from `origin`.
  private func events(by origin: ActionOrigin?, fade: Duration, _ body: (inout ReportingHarness) -> Void) throws
    -> [EngineEvent]
  {
    var workout = PlanFixture.small
    workout.ambient = Ambient(sound: "rain", fade: fade)
    var run = try ReportingHarness(workout)
    body(&run)
    return run.events.map { event in
      var event = event
      if case .actionTaken = event.kind { event.origin = origin }
      return event
    }
  }

  private func lines(_ events: [EngineEvent], of engine: Engine? = nil) throws -> [String] {
    var session = try ObservedSession(engine?.timeline ?? Timeline(PlanFixture.small))
    return events.compactMap { event in
      let before = session
      session.observe(SessionEvent(event))
      return session.hasServiceNews(since: before) ? session.serviceLine : nil
    }
  }

  @Test(arguments: [Action.pause, .toggle], sources)
  func `shows who paused, whether that is known before the pause or after it`(
    action: Action, source: (origin: ActionOrigin?, label: String)
  ) throws {
    for fade in [Duration.zero, .seconds(1)] {
      var events = try events(by: source.origin, fade: fade) { run in
        run.run(to: .seconds(5))
        run.send(action, at: .seconds(5))
        run.run(to: .seconds(8))
      }
      let expected = "Paused\(source.label): Push (set 1 of 2), open end"
      #expect(try lines(events).last == expected)
      let pause = try #require(events.firstIndex { if case .paused = $0.kind { true } else { false } })
      let asked = try #require(
        events.firstIndex { if case .actionTaken(let report) = $0.kind { report.action == action } else { false } })
      events.swapAt(pause, asked)
      #expect(try lines(events).last == expected)
    }
  }

  @Test func `names the user who keeps an interrupted session paused, and no one for the interruption`() throws {
    let events = try events(by: .from(.socket, name: nil), fade: .zero) { run in
      run.run(to: .seconds(1))
      run.send(.pause, at: .seconds(1))
      run.run(to: .seconds(2))
      run.send(.resume, at: .seconds(2))
      run.run(to: .seconds(3))
      run.send(.interruptionBegan, at: .seconds(3))
      run.run(to: .seconds(4))
      run.send(.pause, at: .seconds(4))
    }
    let phase = "Push (set 1 of 2), open end"
    let lines = try lines(events)
    #expect(
      lines == [
        phase, "Paused by ctl: \(phase)", phase, "Paused (interrupted): \(phase)", "Paused by ctl: \(phase)",
      ])
  }
}
