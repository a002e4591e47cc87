import Cuebell
import Testing

@Suite struct `A workout in a block of code` {
  @Test func `is the one that the model describes`() throws {
    let workout = try Workout("Tabata") {
      Phase("Get ready", for: .seconds(10), .prepare)
      Sets(8) {
        Phase("Work", for: .seconds(20))
        Phase("Rest", for: .seconds(10), .low, skip: .last)
      }
    }
    let sets = SetGroup(
      .sets(8),
      nodes: [
        .phase(Phase("Work", .high, .after(.fixed(.seconds(20))))),
        .phase(Phase("Rest", .low, .after(.fixed(.seconds(10))), skip: .last)),
      ])
    let ready = Phase("Get ready", .prepare, .after(.fixed(.seconds(10))))
    #expect(workout == Workout(name: "Tabata", nodes: [.phase(ready), .group(sets)]))
    #expect(try Timeline(workout).total == .seconds(240))
  }

  private func names(_ nodes: [Node]) -> [String] {
    nodes.flatMap { node in
      switch node {
      case .phase(let phase): phase.name.values
      case .group(let group): names(group.nodes) + (group.between.map { names([$0]) } ?? [])
      }
    }
  }

  /// The phases of a workout that follows what its user has chosen.
  private func names(_ exercises: [String], warmUp: Duration?, isHard: Bool) throws -> [String] {
    let workout = try Workout("W") {
      if let warmUp { Phase("Warm up", for: warmUp, .warmup) }
      Sets(2, name: "Circuit", between: Phase("Change", for: .seconds(5), .rest)) {
        for name in exercises { Phase(name, for: .seconds(30), reps: 10) }
        if isHard {
          Phase(open: "Sprint", cap: .seconds(60))
        } else {
          Phase("Walk", for: .perSet([.seconds(30), .seconds(60)]), .low)
        }
      }
    }
    return names(workout.nodes)
  }

  @Test func `has conditions, loops, and names and lengths in variables`() throws {
    #expect(
      try names(["Squats", "Lunges"], warmUp: .seconds(60), isHard: true)
        == ["Warm up", "Squats", "Lunges", "Sprint", "Change"])
    #expect(try names([], warmUp: nil, isHard: false) == ["Walk", "Change"])
  }

  @Test func `is repeated as its group says`() throws {
    let workout = try Workout("Minutes") {
      Sets(.interval(sets: 10, every: .seconds(60))) { Phase(open: "Burpees", reps: 12) }
      Sets(.total(.seconds(720)), name: "Rounds") { Phase(open: "Rows", reps: 5) }
    }
    #expect(workout.nodes.count == 2)
    #expect(try Timeline(workout).total == .seconds(1320))
  }

  @Test func `that is wrong says what and where`() {
    let error = #expect(throws: TimelineError.self) {
      try Workout("") { Sets(0) { Phase("Work", for: .seconds(-1)) } }
    }
    #expect(error?.problems.map(\.path.description).contains("name") == true)
    #expect(error?.description.contains("phases[0].phases[0].duration: ") == true, "\(error?.description ?? "")")
  }

  @Test func `is a key of dictionaries, as are its parts`() throws {
    func make(_ length: Duration) throws -> Workout { try Workout("W") { Phase("A", for: length) } }
    let (one, two) = (try make(.seconds(1)), try make(.seconds(2)))
    #expect(Set([one, two, try make(.seconds(1))]).count == 2)
    #expect(Set(one.nodes + two.nodes).count == 2)
    #expect(Set([CueRule.announcement, CueRule.announcement]).count == 1)
  }
}
