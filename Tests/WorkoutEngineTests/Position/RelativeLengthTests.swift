import Testing
import WorkoutEngine
import WorkoutModel

/// Sets of an open "Row" and a "Rest" that is as long.
@Suite struct `A phase as long as another` {
  private static func rest(_ times: Int = 1_000_000) -> Node {
    .phase(Phase("Rest", .rest, .after(.relative(RelativeLength(of: "Row", millionths: times)))))
  }

  private static func sets(_ row: PhaseEnd, times: Int = 1_000_000) -> Workout {
    Sample.silent([], .group(SetGroup(.sets(2), nodes: [.phase(Phase("Row", .high, row)), rest(times)])))
  }

  private static func starts(_ harness: EngineHarness) -> [String] {
    harness.score.phases.map { "\(Score.seconds($0.start)) \($0.name)" }
  }

  @Test func `lasts what the other took until it was done, without pauses`() throws {
    var harness = try EngineHarness(Self.sets(.open(), times: 500_000))
    harness.run(to: 10)
    harness.send(.pause, at: 10)
    harness.send(.resume, at: 40)
    harness.run(to: 70)
    harness.send(.done, at: 70)
    harness.run(to: 90)
    #expect(Self.starts(harness) == ["0 Row", "70 Rest", "90 Row"])
  }

  @Test func `is shown as next before its length is known`() throws {
    let harness = try EngineHarness(Self.sets(.open()))
    #expect(harness.score.phases.first?.next.map { harness.engine.timeline.phase(of: $0.id).name } == "Rest")
    #expect(harness.engine.timeline.total == nil)
  }

  @Test(arguments: [
    ([Step.at(10, .skip)], ["0 Row", "10 Rest", "20 Row"]),
    ([.at(10, .extend(by: .seconds(15)))], ["0 Row", "75 Rest", "150 Row"]),
    ([.at(10, .skip), .at(15, .back), .at(16, .back)], ["0 Row", "10 Rest", "15 Rest", "16 Row", "76 Rest"]),
    ([.at(10, .skip), .at(15, .undo)], ["0 Row", "10 Rest", "5 Row", "65 Rest", "125 Row"]),
    ([.at(10, .skip), .at(15, .back), .replayed], ["0 Row", "10 Rest", "15 Rest", "25 Row"]),
  ])
  func `follows what the user does to the other`(steps: [Step], expected: [String]) throws {
    var harness = try EngineHarness(Self.sets(.after(.fixed(.seconds(60)))))
    harness = try harness.performing(steps)
    harness.run(to: 200)
    #expect(Self.starts(harness).prefix(expected.count) == expected[...])
  }

  @Test func `doesn't run where no such phase has run, and takes the last one that did`() throws {
    let workout = Sample.silent(
      [],
      .group(
        SetGroup(
          .sets(3),
          nodes: [
            Self.rest(2_000_000), .phase(Phase("Row", .high, .after(.perSet([.seconds(3), .zero, .seconds(5)])))),
          ])))
    #expect(
      try Score(workout).phases.map { "\(Score.seconds($0.start)) \($0.name)" } == [
        "0 Row", "3 Rest", "9 Rest", "15 Row",
      ])
  }
}
