import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A report of a phase` {
  /// Each phase so far with the sets around it, innermost first, and what follows.
  private func reports(_ harness: EngineHarness) -> [String] {
    harness.score.phases.map { phase in
      let groups = phase.groups.map { "\($0.set)/\($0.sets.map(String.init) ?? "?")" }.joined(separator: " ")
      let next = phase.next.map { next in
        let name = harness.engine.timeline.phase(of: next.id).name
        return "\(name) \(Score.seconds(next.start)) \(next.end.map(Score.seconds) ?? "open")"
      }
      return "\(phase.name) [\(groups)] -> \(next ?? "end")"
    }
  }

  @Test func `names the sets around it and what follows`() throws {
    var harness = try EngineHarness(Sample.tabata)
    harness.run(to: 100)
    #expect(
      reports(harness) == [
        "Get ready [] -> Work 10 30", "Work [1/2] -> Rest 30 40", "Rest [1/2] -> Work 40 60",
        "Work [2/2] -> Cool down 60 75", "Cool down [] -> end",
      ])
  }

  @Test func `that the user ends names what follows if that were now, though the clock would cut it later`() throws {
    let set = [Sample.phase("Row", .high, 10), Node.phase(Phase("Squats", .high, .open(), reps: 9))]
    var harness = try EngineHarness(
      Sample.silent(
        [], .group(SetGroup(.sets(2), nodes: [.group(SetGroup(.total(.seconds(30)), nodes: set))])),
        .phase(Phase("Hang", .sit, .open()))))
    harness.run(to: 12)
    harness.send(.done, at: 12)
    harness.run(to: 39)
    #expect(
      reports(harness) == [
        "Row [1/? 1/2] -> Squats 10 30", "Squats [1/? 1/2] -> Row 10 20", "Row [2/? 1/2] -> Squats 22 30",
        "Squats [2/? 1/2] -> Row 22 30", "Row [1/? 2/2] -> Squats 40 60",
      ])
  }
}
