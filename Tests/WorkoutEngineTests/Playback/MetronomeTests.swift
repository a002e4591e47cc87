import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `The beats of a phase` {
  private static let workout: Workout = {
    let beats = Metronome(.every(.milliseconds(1500)))
    let run = Phase("Run", .high, .after(.fixed(.seconds(10))), metronome: Metronome(.perMinute(180), accent: 4))
    return Workout(
      name: "Beats", style: .silent, ambient: Ambient(sound: "rain"),
      nodes: [
        .phase(run),
        .group(
          SetGroup(
            .sets(1), nodes: [Sample.phase("A", .high, 5), .group(SetGroup(.sets(1), nodes: [.phase(run)]))],
            metronome: beats)),
        Sample.phase("Rest", .low, 10),
      ])
  }()

  @Test func `begin with it and end with it; a phase has its own, or those of the group around it`() throws {
    try expectScore(
      of: Self.workout, from: 0, .to(30),
      score: """
        1.5 fadingIn -> playing
        10 phase A 1/1 (high) 10-15; metronome from 10 ! beats end, journal, beats from 10 in 0
        15 phase Run 1/1 (high) 15-25; metronome from 15 ! beats end, journal, beats from 15 in 0
        25 phase Rest (low) 25-35 ! beats end, journal
        """)
  }

  @Test func `fade out with the bed on a pause, and are on the plan again after it`() throws {
    try expectScore(
      of: Self.workout, from: 0, .at(3.25, .pause), .at(20, .resume), .to(20),
      score: """
        1.5 fadingIn -> playing
        3.25 playing -> fadingOut 1.5 to paused(user); pause ! bed pause 1.5, beats out 1.5, silence everything 0.3,
            journal = timer stops, bed 1.0 to 0.0 over 1.5
        4.75@3.25 fadingOut -> paused(user); paused at 3.25 by user
        20@3.25 resumed at 3.25 after user; paused -> fadingIn 1.5; resume ! bed resume 1.5, beats from 16.75 in 1.5,
            journal = timer runs, bed 0.0 to 1.0 over 1.5
        """)
  }

  /// The beats that are started, with the instant of the command.
  private static func starts(_ actions: (Double, Action)..., policies: Policies = Policies()) throws -> [String] {
    var harness = try EngineHarness(workout, policies: policies)
    for (second, action) in actions {
      // A host that sleeps doesn't tick.
      if case .suspended(let gap) = action {
        harness.run(to: second - gap / .seconds(1))
      } else {
        harness.run(to: second)
      }
      harness.send(action, at: second)
    }
    return harness.score.effects.compactMap { effect in
      guard case .metronome(let command) = effect.kind else { return nil }
      return switch command {
      case .start(_, let origin, _): "\(ScoreText.seconds(effect.due)): from \(ScoreText.seconds(origin))"
      case .fadeOut(let length): "\(ScoreText.seconds(effect.due)): out \(ScoreText.seconds(length))"
      case .end: "\(ScoreText.seconds(effect.due)): end"
      }
    }
  }

  @Test func `move with the plan`() throws {
    #expect(try Self.starts((4, .restartPhase)) == ["0: from 0", "4: end", "4: from 4"])
    #expect(try Self.starts((4, .seek(by: .seconds(2)))) == ["0: from 0", "4: end", "4: from -2"])
    #expect(try Self.starts((4, .seek(by: .seconds(-3)))) == ["0: from 0", "4: end", "4: from 3"])
    #expect(try Self.starts((4, .jump(to: .seconds(12)))) == ["0: from 0", "4: end", "4: from 2"])
    #expect(try Self.starts((4, .skip)) == ["0: from 0", "4: end", "4: from 4"])
    #expect(try Self.starts((4, .extend(by: .seconds(5)))) == ["0: from 0"])
    #expect(try Self.starts((11, .back)) == ["0: from 0", "10: end", "10: from 10", "11: end", "11: from 11"])
  }

  @Test func `stay silent where a move is made in a pause, until it is over`() throws {
    #expect(
      try Self.starts((4, .pause), (8, .skip), (9, .resume)) == ["0: from 0", "4: out 1.5", "8: end", "9: from 9"])
  }

  @Test func `fade like the bed on an interruption, a stop and a sleep`() throws {
    #expect(
      try Self.starts((4, .interruptionBegan), (9, .interruptionEnded(shouldResume: true))) == [
        "0: from 0", "4: out 0.01", "9: from 5",
      ])
    #expect(try Self.starts((4, .stop), (6, .tick)) == ["0: from 0", "4: out 1.5", "5.5: end"])
    #expect(try Self.starts((9, .suspended(gap: .seconds(4)))) == ["0: from 0", "5: out 0.01"])
    let freeze = Policies(whenSuspended: .freeze)
    #expect(
      try Self.starts((9, .suspended(gap: .seconds(4))), policies: freeze) == ["0: from 0", "5: from 4"])
    let goOn = Policies(whenSuspended: .continue)
    #expect(try Self.starts((9, .suspended(gap: .seconds(4))), policies: goOn) == ["0: from 0"])
  }

  @Test func `continue in a session that was stored and restored as if it had not been`() throws {
    func commands(restores: Bool) throws -> [String] {
      var harness = try EngineHarness(Self.workout)
      for (second, action) in [(4.0, Action.pause), (7, .resume), (12, .seek(by: .seconds(1))), (20, .skip)] {
        harness.run(to: second)
        if restores { try harness.replay() }
        harness.send(action, at: second)
      }
      harness.run(to: 50)
      return harness.score.effects.compactMap { effect in
        guard case .metronome = effect.kind else { return nil }
        return "\(ScoreText.seconds(effect.due)) \(ScoreText.effect(effect.kind))"
      }
    }
    let straight = try commands(restores: false)
    #expect(straight.count > 6)
    #expect(try commands(restores: true) == straight)
  }

  @Test func `are one event at the start of the phase, with all that is known of them`() throws {
    var harness = try EngineHarness(Self.workout)
    harness.run(to: 40)
    let reports = harness.events.compactMap { event -> MetronomeReport? in
      if case .metronomeStarted(let report) = event.kind { report } else { nil }
    }
    #expect(reports.map(\.path.description) == ["phases[0]", "phases[1].phases[0]", "phases[1].phases[1].phases[0]"])
    #expect(reports.map(\.origin) == [.zero, .seconds(10), .seconds(15)])
    #expect(reports.map(\.metronome.accent) == [4, nil, 4])
  }

  @Test func `fade out with the bed where the user ends the workout`() throws {
    var workout = Self.workout
    workout.nodes = [workout.nodes[0]]
    var harness = try EngineHarness(workout)
    harness.run(to: 4)
    harness.send(.skip, at: 4)
    harness.run(to: 10)
    let commands = harness.score.effects.compactMap { effect -> String? in
      guard case .metronome = effect.kind else { return nil }
      return "\(ScoreText.seconds(effect.due)) \(ScoreText.effect(effect.kind))"
    }
    #expect(commands == ["0 beats from 0 in 0", "4 beats out 1.5", "5.5 beats end"])
  }
}
