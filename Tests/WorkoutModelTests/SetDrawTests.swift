import Testing
import WorkoutModel

@Suite struct `What a group draws of its phases` {
  private static let (rounds, sets, names) = (4, 3, ["A", "B", "C", "D", "E", "F"])

  /// The names in each set of the group, for each round of the group around it.
  private static func drawn(_ order: SetOrder, pick: Int?, seed: UInt64) throws -> [[[String]]] {
    let phases = names.map { Node.phase(Phase(PerSet($0), .high, .after(.fixed(.seconds(1))))) }
    let group = SetGroup(.sets(sets), order: order, pick: pick, nodes: phases)
    let around = SetGroup(.sets(rounds), nodes: [.group(group)])
    let timeline = try Timeline(Workout(name: "W", nodes: [.group(around)]), seed: seed)
    var drawn = Array(repeating: Array(repeating: [String](), count: sets), count: rounds)
    var next = timeline.first()
    while let here = next, let end = here.end {
      drawn[here.id.sets[0]][here.id.sets[1]].append(timeline.phase(of: here.id).name)
      next = timeline.next(after: here, endedAt: end)
    }
    return drawn
  }

  @Test(arguments: [(SetOrder.given, 3 as Int?), (.shuffled, 3), (.shuffled, nil)])
  func `is drawn once for all sets and rounds, another by each seed`(order: SetOrder, pick: Int?) throws {
    var draws: Set<[String]> = []
    for seed in UInt64(1)...20 {
      let drawn = try Self.drawn(order, pick: pick, seed: seed)
      let first = drawn[0][0]
      #expect(drawn.allSatisfy { $0.allSatisfy { $0 == first } }, "seed \(seed): \(drawn)")
      #expect(Set(first).count == pick ?? Self.names.count && (order != .given || first == first.sorted()))
      draws.insert(first)
    }
    #expect(draws.count > 10)
  }

  @Test func `for each set is the same in each round`() throws {
    for seed in UInt64(1)...20 {
      let drawn = try Self.drawn(.shuffledEachSet, pick: 3, seed: seed)
      #expect(drawn.allSatisfy { $0 == drawn[0] } && Set(drawn[0]).count > 1, "seed \(seed): \(drawn)")
    }
  }

  @Test func `for each set is of each round, too, where it is only their order`() throws {
    for seed in UInt64(1)...20 {
      let drawn = try Self.drawn(.shuffledEachSet, pick: nil, seed: seed)
      #expect(Set(drawn.joined()).count > 8, "seed \(seed): \(drawn)")
      #expect(drawn.joined().allSatisfy { $0.sorted() == Self.names })
    }
  }
}
