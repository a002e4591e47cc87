import Testing
import WorkoutModel

@Suite struct `A random duration` {
  private static func timeline(seed: UInt64, _ rounds: Int = 3) throws -> Timeline {
    let wait = Phase("Wait", .low, .after(.random(RandomLength(.seconds(3), .seconds(9)))))
    let inner = SetGroup(.sets(20), nodes: [.phase(wait)])
    let workout = Workout(name: "W", nodes: [.group(SetGroup(.sets(rounds), nodes: [.group(inner)]))])
    return try Timeline(workout, seed: seed)
  }

  private static func lengths(_ timeline: Timeline) -> [Duration] {
    var lengths: [Duration] = []
    var next = timeline.first()
    while let here = next, let end = here.end {
      lengths.append(end - here.start)
      next = timeline.next(after: here, endedAt: end)
    }
    return lengths
  }

  @Test func `is drawn in steps of 0.1 s, in each set of every group around it`() throws {
    let lengths = Self.lengths(try Self.timeline(seed: 7))
    #expect(lengths.count == 60)
    #expect(lengths.allSatisfy { (.seconds(3) ... .seconds(9)).contains($0) })
    #expect(lengths.allSatisfy { ($0 / .milliseconds(100)).truncatingRemainder(dividingBy: 1) == 0 })
    #expect(Set(lengths).count > 30)
    #expect(Array(lengths[0..<20]) != Array(lengths[20..<40]))
    #expect(try Self.timeline(seed: 7).total == lengths.reduce(.zero, +))
  }

  @Test func `is that of the session's seed, and takes both bounds`() throws {
    #expect(Self.lengths(try Self.timeline(seed: 7)) == Self.lengths(try Self.timeline(seed: 7)))
    #expect(Self.lengths(try Self.timeline(seed: 7)) != Self.lengths(try Self.timeline(seed: 8)))
    let many = Set(Self.lengths(try Self.timeline(seed: 1, 50)))
    #expect(many.contains(.seconds(3)) && many.contains(.seconds(9)))
  }

  @Test func `gives a range of the total`() throws {
    #expect(try Self.timeline(seed: 1).totalRange == .seconds(180) ... .seconds(540))
    #expect(try Self.timeline(seed: 1).shownTotal == nil)
    #expect(try Self.timeline(seed: 1).withoutSurprises.total == .seconds(360))
  }

  private static func phase(_ seconds: Int) -> Node {
    .phase(Phase("P", .high, .after(.fixed(.seconds(seconds)))))
  }

  private static let short = phase(10)
  private static let long = phase(600)
  private static let open = Node.phase(Phase("O", .high, .open()))
  private static let drawn = Node.phase(Phase("D", .high, .after(.random(RandomLength(.seconds(3), .seconds(9))))))

  @Test(arguments: [
    (SetGroup(.sets(1), order: .shuffled, pick: 1, nodes: [short, long]), 10, 600),
    (SetGroup(.sets(3), order: .shuffledEachSet, pick: 1, nodes: [short, long]), 30, 1800),
    (SetGroup(.sets(2), order: .given, pick: 2, nodes: [short, long, phase(60)]), 140, 1320),
    (SetGroup(.sets(2), order: .shuffled, pick: 1, nodes: [drawn, short]), 6, 20),
    (
      SetGroup(
        .sets(2), order: .shuffledEachSet, pick: 1,
        nodes: [.group(SetGroup(.sets(2), order: .shuffled, pick: 1, nodes: [short, long])), phase(60)]), 40, 2400
    ),
    (
      SetGroup(
        .sets(2), order: .shuffledEachSet, pick: 1,
        nodes: [
          .phase(Phase("L", .high, .after(.perSet([.seconds(1), .seconds(100)])))), phase(50),
        ]), 51, 150
    ),
    (
      SetGroup(
        .sets(2), order: .shuffled, pick: 1,
        nodes: [.phase(Phase("S", .high, .after(.fixed(.seconds(90))), skip: .last)), phase(50)]),
      90, 100
    ),
    (SetGroup(.capped(sets: 2, cap: .seconds(100)), order: .shuffled, pick: 1, nodes: [short, long]), 20, 100),
  ])
  func `is a range where nodes are drawn, whatever the seed draws`(
    _ group: SetGroup, _ shortest: Int, _ longest: Int
  ) throws {
    for seed in UInt64(1)...8 {
      let timeline = try Timeline(Workout(name: "W", nodes: [.group(group)]), seed: seed)
      let total = try #require(timeline.total)
      #expect(timeline.totalRange == .seconds(shortest) ... .seconds(longest))
      #expect(timeline.totalRange?.contains(total) == true && timeline.certainTotal == total)
    }
  }

  @Test func `is no range where what is drawn doesn't matter, or where a phase may be drawn that the user ends`() throws
  {
    func timeline(_ group: SetGroup, seed: UInt64 = 1) throws -> Timeline {
      try Timeline(Workout(name: "W", nodes: [.group(group)]), seed: seed)
    }
    let same = try timeline(SetGroup(.sets(2), order: .shuffled, pick: 1, nodes: [Self.short, Self.short]))
    #expect(same.totalRange == nil && same.certainTotal == .seconds(20))
    let every = SetGroup(
      .interval(sets: 3, every: .fixed(.seconds(60))), order: .shuffled, pick: 1, nodes: [Self.short, Self.phase(50)])
    #expect(try timeline(every).totalRange == nil && timeline(every).certainTotal == .seconds(180))
    let group = SetGroup(.sets(1), order: .shuffled, pick: 1, nodes: [Self.short, Self.open])
    var totals: Set<Duration?> = []
    for seed in UInt64(1)...8 {
      totals.insert(try timeline(group, seed: seed).total)
      #expect(try timeline(group, seed: seed).totalRange == nil && timeline(group, seed: seed).certainTotal == nil)
    }
    #expect(totals == [nil, .seconds(10)])
  }

  @Test func `leads a jump to a set behind what time ends in those before, though the user ends its phases`() throws {
    let rounds = SetGroup(.total(.seconds(20)), nodes: [.phase(Phase("Burpees", .high, .open()))])
    let wait = Phase("Wait", .low, .after(.random(RandomLength(.seconds(3), .seconds(9)))))
    let group = SetGroup(.sets(3), nodes: [.phase(wait), .group(rounds)])
    let timeline = try Timeline(Workout(name: "W", nodes: [.group(group)]), seed: 7)
    let first = try #require(timeline.first())
    let second = timeline.cursor(ofSet: 2, around: first, notBefore: .zero)
    #expect(second?.start == first.end.map { $0 + .seconds(20) })
  }
}

@Suite struct `A length as that of another phase` {
  /// The names of the segments with their lengths in seconds.
  private static func score(_ nodes: [Node], seed: UInt64 = 1) throws -> [String] {
    let timeline = try Timeline(Workout(name: "W", nodes: nodes), seed: seed)
    var score: [String] = []
    var next = timeline.first()
    while let here = next, let end = here.end {
      score.append("\(timeline.phase(of: here.id).name) \(DurationText.write(end - here.start))")
      next = timeline.next(after: here, endedAt: end)
    }
    return score
  }

  private static func phase(_ name: PerSet<String>, _ length: PhaseLength) -> Node {
    .phase(Phase(name, .high, .after(length)))
  }

  private static func rest(of name: String) -> Node { phase("Rest", .relative(RelativeLength(of: name))) }

  @Test func `follows the name that a list has in the set of the group that it is taken by`() throws {
    let name = try #require(PerSet(list: ["Row", "Ski"], by: "Round"))
    let work = Self.phase(name, .perSet([.seconds(10), .seconds(20)]))
    let inner = SetGroup(.sets(2), nodes: [work, Self.rest(of: "Row")])
    #expect(
      try Self.score([.group(SetGroup(.sets(2), name: "Round", nodes: [.group(inner)]))]) == [
        "Row 10s", "Rest 10s", "Row 20s", "Rest 20s", "Ski 10s", "Rest 20s", "Ski 20s", "Rest 20s",
      ])
  }

  @Test func `may be that of what lies between others, and the other way round`() throws {
    let walk = Self.phase("Walk", .random(RandomLength(.seconds(3), .seconds(9))))
    let group = SetGroup(.sets(1), nodes: [Self.phase("A", .fixed(.seconds(5))), Self.rest(of: "Walk")], between: walk)
    let score = try Self.score([.group(group)])
    #expect(score.count == 3 && score[2] == score[1].replacing("Walk", with: "Rest"))
    let same = SetGroup(
      .sets(2), nodes: [Self.phase("A", .perSet([.seconds(5), .seconds(6)]))], between: Self.rest(of: "A"))
    #expect(try Self.score([.group(same)]) == ["A 5s", "Rest 5s", "A 6s"])
  }

  @Test(arguments: 1...4)
  func `is nothing where both wait for each other, in groups that time ends, too`(depth: Int) throws {
    let walk = Self.phase("Walk", .relative(RelativeLength(of: "Rest")))
    let nodes = [Self.rest(of: "Walk"), walk]
    let group = (1...depth).reduce(nodes) { nodes, depth in
      [.group(SetGroup(.total(.seconds(30 * depth)), nodes: nodes))]
    }
    #expect(try Self.score([Self.phase("A", .fixed(.seconds(5)))] + group) == ["A 5s"])
  }

  @Test(arguments: [
    // What lies between two nodes comes after the first of them only.
    (1, [SetOrder.given], ["phases[0].phases[0]"]), (2, [.given], []), (1, [.shuffled, .shuffledEachSet], []),
  ])
  func `needs a phase that can have come before`(sets: Int, orders: [SetOrder], expected: [String]) {
    for order in orders {
      var group = SetGroup(.sets(sets), nodes: [Self.rest(of: "Walk"), Self.phase("A", .fixed(.seconds(5)))])
      group.order = order
      group.between = Self.phase("Walk", .fixed(.seconds(4)))
      func problems() -> [String] { Workout(name: "W", nodes: [.group(group)]).problems.map(\.path.description) }
      #expect(problems() == expected.map { "\($0).duration.of" })
      group.nodes.swapAt(0, 1)
      #expect(problems().isEmpty)
      // Between two nodes, the last one hasn't come yet.
      group.nodes = [Self.phase("A", .fixed(.seconds(5))), Self.phase("Walk", .fixed(.seconds(4)))]
      group.between = Self.rest(of: "Walk")
      #expect(problems() == expected.map { _ in "phases[0].between.duration.of" })
    }
  }

  @Test func `keeps the walk between nodes where it is 0 s, as does a draw of 0 s`() throws {
    let walk = Self.phase("Walk", .fixed(.seconds(5)))
    let work = Self.phase("A", .fixed(.seconds(10)))
    let none = SetGroup(
      .sets(2), nodes: [work, Self.rest(of: "B"), Self.phase("B", .fixed(.seconds(8)))], between: walk)
    #expect(
      try Self.score([.group(none)]) == [
        "A 10s", "Walk 5s", "Walk 5s", "B 8s", "Walk 5s", "A 10s", "Walk 5s", "Rest 8s", "Walk 5s", "B 8s",
      ])
    let wait = Self.phase("Wait", .random(RandomLength(.zero, .milliseconds(100))))
    for seed in UInt64(1)...10 {
      let score = try Self.score([.group(SetGroup(.sets(4), nodes: [work, wait], between: walk))], seed: seed)
      #expect(score.count { $0 == "Walk 5s" } == 7, "\(score)")
    }
    let never = Self.phase("Wait", .random(RandomLength(.zero, .zero)))
    #expect(
      try Self.score([.group(SetGroup(.sets(2), nodes: [work, never], between: walk))]) == [
        "A 10s", "Walk 5s", "A 10s",
      ])
  }

  @Test func `lasts no longer than what is left of an interval of its set`() throws {
    let work = Self.phase("Work", .perSet([.seconds(20), .seconds(20), .seconds(10)]))
    let every = SetInterval.perSet([.seconds(45), .seconds(30), .seconds(30)])
    let group = SetGroup(.interval(sets: 3, every: every), nodes: [work, Self.rest(of: "Work")])
    #expect(
      try Self.score([.group(group)]) == [
        "Work 20s", "Rest 20s", "Rest 5s", "Work 20s", "Rest 10s", "Work 10s", "Rest 10s", "Rest 10s",
      ])
  }
}

@Suite struct `A surprise in intervals that differ` {
  @Test func `is given away neither by its set's end nor by the workout's`() throws {
    let wait = Node.phase(Phase("Wait", .low, .after(.random(RandomLength(.seconds(3), .seconds(9))))))
    let inner = Node.group(SetGroup(.sets(1), nodes: [wait, .phase(Phase("Hit", .high, .after(.fixed(.seconds(2)))))]))
    let every = SetInterval.progression(from: .seconds(20), by: .seconds(5))
    for repetition in [Repetition.interval(sets: 3, every: every), .totalInterval(total: .seconds(70), every: every)] {
      let timeline = try Timeline(Workout(name: "W", nodes: [.group(SetGroup(repetition, nodes: [inner]))]))
      #expect(timeline.shownTotal == (repetition.sets == nil ? .seconds(70) : .seconds(75)))
      var (next, ends, cuts) = (timeline.first(), [Duration](), [Bool]())
      while let here = next {
        let sets = timeline.sets(around: here)
        if timeline.isSurprise(here.id) {
          #expect(sets.map(\.isEndHidden) == [true, false, false])
          ends += [sets[1].end].compactMap(\.self)
          cuts.append(timeline.cuts(around: here)[1])
        }
        next = timeline.next(after: here, endedAt: here.end ?? here.start)
      }
      #expect(ends == [.seconds(20), .seconds(45), repetition.sets == nil ? .seconds(70) : .seconds(75)])
      #expect(cuts == [false, false, repetition.sets == nil])
    }
  }
}
