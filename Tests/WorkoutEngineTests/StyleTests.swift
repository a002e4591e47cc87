import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A style` {
  static let tabata = Workout(
    name: "Tabata",
    nodes: [
      .phase(Phase("Get ready", .prepare, .after(.fixed(.seconds(10))))),
      .group(
        SetGroup(
          .sets(2),
          nodes: [
            .phase(Phase("Work", .high, .after(.fixed(.seconds(20))))),
            .phase(Phase("Rest", .low, .after(.fixed(.seconds(10))), skip: .last)),
          ])),
      .phase(Phase("Cool down", .cooldown, .after(.fixed(.seconds(15))))),
    ])

  @Test func `for intervals announces phases, counts down and back-times the completion of a set`() throws {
    let score = try Score(Self.tabata)
    for line in score.lines { print(line) }
    for line in score.notes { print(line) }
    #expect(score.finished == .seconds(75))
  }
}
