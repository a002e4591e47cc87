import DriftSimulation
import Testing
import WorkoutModel

@Suite struct `What differs from set to set` {
  private static func has(_ workout: Workout, _ isMet: (Node) -> Bool) -> Bool {
    workout.placedNodes.contains { isMet($0.node) }
  }

  private static func group(_ node: Node) -> SetGroup? { if case .group(let group) = node { group } else { nil } }

  private static func phase(_ node: Node) -> Phase? { if case .phase(let phase) = node { phase } else { nil } }

  @Test func `is put to the test by random workouts`() {
    let workouts = (UInt64(1)...300).map { WorkoutGenerator().workout(seed: $0) }
    func count(_ isMet: (Node) -> Bool) -> Int { workouts.count { Self.has($0, isMet) } }
    let numbers = [
      "between": count { Self.group($0)?.between != nil },
      "between drawn": count { Self.group($0).map { $0.between != nil && $0.order != .given } ?? false },
      "for with every": count {
        if case .totalInterval = Self.group($0)?.repetition { true } else { false }
      },
      "growing every": count {
        if case .progression = Self.group($0)?.repetition.every { true } else { false }
      },
      "list of every": count { if case .perSet = Self.group($0)?.repetition.every { true } else { false } },
      "list by sets": count { node in
        Self.phase(node).map { [$0.name.group, $0.say?.group, $0.target?.group].contains { $0 != nil } } ?? false
      },
    ]
    for (what, number) in numbers { #expect(number >= 5, "\(what): \(number)") }
  }
}
