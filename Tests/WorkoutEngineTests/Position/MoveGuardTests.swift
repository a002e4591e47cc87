import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A move of a client` {
  /// Three phases of 10 s, then one that the user ends.
  private static let workout = Workout(
    name: "Moves", style: .silent,
    nodes: [Sample.phase("A", .high, 10), Sample.phase("B", .low, 10), Sample.phase("C", .high, 10)]
      + [.phase(Phase("D", .high, .open(atLeast: .seconds(20))))])

  private static let ann = ActionOrigin.from(.socket, name: nil, client: "Ann")
  private static let ben = ActionOrigin.from(.socket, name: nil, client: "Ben")

  /// What happens to moves at instants, and the phase after them.
  private func result(_ moves: [(Action, ActionOrigin?, Double)]) throws -> (answers: [String], phase: String?) {
    var harness = try EngineHarness(Self.workout)
    for (action, origin, instant) in moves {
      harness.run(to: instant)
      harness.send(action, by: origin, at: instant)
    }
    harness.run(to: moves.last?.2 ?? 0)
    let answers = harness.answers.map { $0.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "" }
    return (answers, harness.score.phases.last?.name)
  }

  private static let late = "the phase has just changed"
  private static let other = "another phase is running now"

  @Test(arguments: [Action.next, .skip, .back, .restartPhase])
  func `is refused within 0.3 s after another client's move`(action: Action) throws {
    for (pause, answer) in [(0, Self.late), (0.299, Self.late), (0.3, "accepted")] {
      #expect(try result([(.next, Self.ann, 5), (action, Self.ben, 5 + pause)]).answers == ["accepted", answer])
    }
    let key = ActionOrigin.from(.key, name: nil)
    #expect(try result([(.next, Self.ann, 5), (action, key, 5)]).answers == ["accepted", Self.late])
  }

  @Test func `is not refused after a jump within the phase`() throws {
    let jumps: [(Action, ActionOrigin?, Double)] = [
      (.jump(to: .seconds(1)), Self.ben, 5), (.seek(by: .seconds(2)), nil, 5),
    ]
    #expect(try result(jumps + [(.next, Self.ann, 5)]).answers == ["accepted", "accepted", "accepted"])
    let moves: [(Action, ActionOrigin?, Double)] = [(.jump(to: .seconds(11)), Self.ben, 5), (.back, Self.ann, 5)]
    #expect(try result(moves).answers == ["accepted", Self.late])
  }

  @Test func `counts as often as the client makes it`() throws {
    let moves: [(Action, ActionOrigin?, Double)] = [(.next, Self.ann, 5), (.next, Self.ann, 5), (.back, Self.ann, 5.2)]
    #expect(try result(moves) == (["accepted", "accepted", "accepted"], "B"))
    #expect(try result([(.back, Self.ann, 12.5), (.back, Self.ben, 12.6)]).answers == ["accepted", Self.late])
  }

  @Test func `is refused within 0.3 s after a phase has ended by itself, but not at the beginning`() throws {
    #expect(try result([(.next, Self.ann, 10.1)]) == ([Self.late], "B"))
    // An earlier move has nothing to do with it.
    #expect(try result([(.next, Self.ann, 5), (.next, Self.ann, 15.1)]) == (["accepted", Self.late], "C"))
    #expect(try result([(.next, Self.ann, 10.3)]) == (["accepted"], "C"))
    #expect(try result([(.next, Self.ann, 0.1)]) == (["accepted"], "B"))
  }

  @Test func `is refused in another phase than the one it is meant for, and accepted in that one at any time`() throws {
    func ann(seeing phase: Int) -> ActionOrigin { .from(.socket, name: nil, client: "Ann", seeing: "\(phase)") }
    for action in [Action.next, .skip, .done, .back, .restartPhase] {
      #expect(try result([(action, ann(seeing: 1), 10.1)]).answers == [Self.other])
    }
    #expect(try result([(.next, ann(seeing: 2), 10.1)]) == (["accepted"], "C"))
    #expect(try result([(.next, Self.ben, 5), (.next, ann(seeing: 2), 5.1)]) == (["accepted", "accepted"], "C"))
    let twice = [5, 5.1].map { (Action.next, Optional(ann(seeing: 1)), $0) }
    #expect(try result(twice).answers == ["accepted", Self.other])
  }

  @Test func `is refused by nothing but its phase where no client is told, and by the session first`() throws {
    #expect(try result([(.next, Self.ann, 5), (.next, nil, 5)]) == (["accepted", "accepted"], "C"))
    var harness = try EngineHarness(unstarted: Self.workout)
    harness.send(.next, by: .from(.key, name: nil, seeing: "9"), at: 0)
    #expect(
      harness.events.contains { $0.kind.refusal == .notBegun })
  }

  @Test func `as next is done where the user may end the phase, with its least time, and else skips it`() throws {
    var harness = try EngineHarness(Self.workout)
    for instant in [1.0, 2, 3, 8, 9] { harness.send(.next, at: instant) }
    #expect(
      harness.answers == [
        "skip: accepted", "skip: accepted", "skip: accepted", "done: accepted",
        "done: it is done already: this phase ends by itself",
      ])
    #expect(harness.engine.cursor?.length == .seconds(20))
    harness.send(.skip, at: 10)
    #expect(harness.engine.playback.isOver)
  }

  @Test func `past the end of a phase is next`() throws {
    var harness = try EngineHarness(
      Workout(
        name: "Seek", style: .silent,
        nodes: [
          .phase(Phase("Hold", .high, .open(cap: .seconds(60), atLeast: .seconds(40)))),
          Sample.phase("Rest", .rest, 10),
        ]))
    harness.send(.seek(by: .seconds(70)), at: 5)
    #expect(harness.engine.cursor?.length == .seconds(40))
    harness.run(to: 41)
    #expect(harness.score.phases.last?.name == "Rest")
  }
}
