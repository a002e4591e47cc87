import Testing
import WorkoutEngine
import WorkoutModel

/// A speech of 20 s that may go on, and a break after it.
@Suite struct `A phase that takes longer than planned` {
  private static func workout(
    _ overtime: Overtime = .unlimited, _ end: PhaseEnd = .after(.fixed(.seconds(20))), style: Style = .silent
  ) -> Workout {
    Workout(
      name: "Meeting", style: style,
      nodes: [
        .phase(Phase("Speech", .low, end, overtime: overtime)), Sample.phase("Break", .rest, 30),
      ])
  }

  @Test func `counts on after its end, and shifts what follows`() throws {
    try expectScore(
      of: Self.workout(), from: 0, .at(27, .done), .to(30), showing: [.phases, .actions],
      score: """
        20 phase Speech (low) 20-open overtime
        27 done; phase Break (rest) 27-57 = plan to 57, edits node 2 +0 ended after 7
        """)
  }

  @Test func `ends without overtime where the user is done before its end, or skips it`() throws {
    for action in [Action.done, .skip] {
      var harness = try EngineHarness(Self.workout())
      harness.run(to: 12)
      harness.send(action, at: 12)
      harness.run(to: 20)
      #expect(harness.score.phases.map(\.name) == ["Speech", "Break"])
      #expect(harness.score.phases.last?.start == .seconds(12))
    }
  }

  @Test func `sounds what its end has, and nothing in overtime`() throws {
    var harness = try EngineHarness(Self.workout(style: .hiit))
    harness.run(to: 60)
    harness.send(.done, at: 60)
    harness.run(to: 61)
    let heard = harness.score.reports.filter { $0.at != nil }.map(Score.line)
    #expect(
      heard == [
        "0 phaseStart [bell] \"Speech\"", "17 countdown \"3\"", "18 countdown \"2\"", "19 countdown \"1\"",
        "60 phaseStart [bell] \"Break\"",
      ])
  }

  @Test func `ends by itself at the limit of its overtime`() throws {
    var harness = try EngineHarness(Self.workout(.limited(.seconds(5))))
    harness.run(to: 40)
    #expect(harness.score.phases.map(\.start) == [.zero, .seconds(20), .seconds(25)])
  }

  @Test func `may have a cap as its planned end`() throws {
    var harness = try EngineHarness(Self.workout(.unlimited, .open(cap: .seconds(20))))
    harness.run(to: 40)
    #expect(harness.score.phases.map(\.isOvertime) == [false, true])
  }

  @Test(arguments: [Action.back, .restartPhase])
  func `begins again as a whole`(action: Action) throws {
    for instant in [21.0, 27] {
      var harness = try EngineHarness(Self.workout())
      harness.run(to: instant)
      harness.send(action, at: instant)
      #expect(harness.engine.position == .zero)
      #expect(harness.score.phases.last?.isOvertime == false)
    }
  }

  @Test func `is where a back leads from the phase after it`() throws {
    var harness = try EngineHarness(Self.workout())
    harness.run(to: 27)
    harness.send(.done, at: 27)
    harness.send(.back, at: 28)
    #expect(harness.engine.position == .zero)
    #expect(harness.engine.place.phase?.name == "Speech")
  }

  @Test func `goes on in overtime where a done in it is undone`() throws {
    var harness = try EngineHarness(Self.workout())
    harness.run(to: 27)
    harness.send(.done, at: 27)
    harness.send(.undo, at: 29)
    #expect(harness.engine.position == .seconds(27))
    #expect(harness.engine.place.phase?.isOvertime == true)
  }

  @Test func `is followed by the next phase on every screen`() throws {
    var harness = try EngineHarness(Self.workout())
    harness.run(to: 5)
    #expect(harness.engine.place.next?.name == "Break")
    #expect(harness.score.phases.last?.next.map { harness.engine.timeline.phase(of: $0.id).name } == "Break")
    harness.run(to: 22)
    #expect(harness.engine.place.next?.name == "Break")
    #expect(harness.engine.place.phaseElapsed == .seconds(2))
  }

  @Test func `takes no overtime in a rehearsal`() throws {
    let score = try Score(Self.workout())
    #expect(score.finished == .seconds(50))
  }

  @Test func `lends its whole time to a phase that is as long`() throws {
    let rest = Phase("Rest", .rest, .after(.relative(RelativeLength(of: "Speech"))))
    var workout = Self.workout()
    workout.nodes[1] = .phase(rest)
    var harness = try EngineHarness(workout)
    harness.run(to: 27)
    harness.send(.done, at: 27)
    #expect(harness.score.phases.last?.end == .seconds(54))
  }

  @Test func `has none where it lasts no time`() throws {
    let speech = Phase("Speech", .low, .after(.perSet([.seconds(4), .zero])), overtime: .unlimited)
    let group = SetGroup(.sets(2), nodes: [.phase(speech), Sample.phase("Rest", .rest, 3)])
    var harness = try EngineHarness(Sample.silent([], .group(group)))
    harness.run(to: 5)
    harness.send(.done, at: 5)
    harness.run(to: 20)
    #expect(harness.score.phases.map(\.name) == ["Speech", "Speech", "Rest", "Rest"])
  }

  @Test func `is shown in the intensity of its stage`() throws {
    let stages = [
      PhaseStage(at: .end(offset: .seconds(-10)), intensity: .warmup),
      PhaseStage(at: .end(offset: .zero), intensity: .high),
    ]
    let speech = Phase("Speech", .low, .after(.fixed(.seconds(20))), overtime: .unlimited, stages: stages)
    var harness = try EngineHarness(Sample.silent([], .phase(speech)))
    for (instant, intensity) in [(5.0, Intensity.low), (10, .warmup), (19, .warmup), (30, .high)] {
      harness.run(to: instant)
      #expect(harness.engine.place.shownIntensity == intensity)
    }
  }
}
