import Testing
import WorkoutModel

/// Their number is known before any of them is made.
@Suite struct `The cues of a workout as laid out` {
  private static let tooMany =
    "brings the cues as laid out to more than 100000: use longer intervals, fewer rules or sets"
  private static let hour = Node.phase(Phase("P", .high, .after(.fixed(.seconds(3600)))))

  private func problems(_ nodes: [Node], _ rules: [CueRule] = []) -> [Problem] {
    let workout = Workout(name: "Many", style: .silent, cues: rules, nodes: nodes)
    do throws(TimelineError) { _ = try Timeline(workout) } catch { return error.problems }
    return []
  }

  private func bell(
    _ anchor: Anchor, _ moment: Moment, count: Int? = nil, _ condition: Condition = Condition()
  ) -> CueRule {
    CueRule(on: anchor, at: moment, sound: CueSound("bell"), count: count, condition: condition)
  }

  private func hours(_ count: Int, cues: [CueRule] = []) -> Node {
    .group(SetGroup(.sets(count), cues: cues, nodes: [Self.hour]))
  }

  @Test func `are a hundred thousand at most, and the rule is named that makes them more`() {
    let second = bell(.phase, .every(.seconds(1)))
    let first = FieldPath.root.key("cues")
    #expect(problems([hours(27)], [second]) == [])
    #expect(problems([hours(28)], [second]) == [Problem(first.index(0), Self.tooMany)])
    #expect(problems([hours(2)], Array(repeating: second, count: 14)) == [Problem(first.index(13), Self.tooMany)])
    #expect(problems([hours(27)], [bell(.workout, .every(.seconds(1)))]) == [])
    #expect(problems([hours(28)], [bell(.workout, .every(.seconds(1)))]) == [Problem(first.index(0), Self.tooMany)])
    #expect(problems([hours(28)], [bell(.set, .every(.seconds(1)))]) == [Problem(first.index(0), Self.tooMany)])
  }

  @Test func `count for each phase and set in the group of their rule, as often as they begin`() {
    func short(_ sets: Int, cues: [CueRule]) -> Node {
      let phases = (0..<10).map { Node.phase(Phase("P", $0 < 5 ? .high : .rest, .after(.fixed(.seconds(1))))) }
      return .group(SetGroup(.sets(1), nodes: [.group(SetGroup(.sets(sets), cues: cues, nodes: phases))]))
    }
    let path = FieldPath.root.key("phases").index(0).key("phases").index(0).key("cues").index(0)
    let start = Moment.start(offset: .zero)
    func many(_ further: Int) -> CueRule {
      CueRule(
        on: .set, at: start, further: Array(repeating: .half(offset: .zero), count: further), sound: CueSound("bell"))
    }
    for (rule, most) in [
      (bell(.phase, start), 10_000), (bell(.phase, start, count: 10), 1_000), (bell(.phase, .random(20)), 500),
      (bell(.phase, start, Condition(intensity: [.high])), 10_000), (bell(.set, .random(100)), 1_000),
      (many(99), 1_000),
    ] {
      #expect(problems([short(most, cues: [rule])]) == [], "\(rule)")
    }
    for (rule, least) in [
      (bell(.phase, start, count: 11), 1_000), (bell(.phase, .random(21)), 500), (bell(.set, .random(100)), 1_001),
      (many(100), 1_000),
    ] {
      #expect(problems([short(least, cues: [rule])]) == [Problem(path, Self.tooMany)], "\(rule)")
    }
  }

  @Test func `count for a group in each round around it, though it has one set in each`() {
    let phase = Node.phase(Phase("P", .high, .after(.fixed(.seconds(10)))))
    let inner = SetGroup(.sets(1), cues: [bell(.set, .random(100))], nodes: [phase])
    let path = FieldPath.root.key("phases").index(0).key("phases").index(0).key("cues").index(0)
    #expect(problems([.group(SetGroup(.sets(1_000), nodes: [.group(inner)]))]) == [])
    let more = problems([.group(SetGroup(.sets(1_001), nodes: [.group(inner)]))])
    #expect(more == [Problem(path, Self.tooMany)])
  }

  @Test func `of a tempo count for each repetition`() throws {
    let tempo = try #require(Tempo("0.5-0-0.5-0"))
    let phase = Phase("P", .high, .after(.tempo(tempo)), reps: 7_000)
    #expect(problems([.group(SetGroup(.sets(4), nodes: [.phase(phase)]))]) == [])
    #expect(problems([.group(SetGroup(.sets(7), nodes: [.phase(phase)]))]).map(\.message) == [Self.tooMany])
  }

  @Test func `of a hundred thousand phases need none of them of their own`() {
    let phases = (0..<10).map { _ in Node.phase(Phase("P", .high, .after(.fixed(.seconds(1))))) }
    #expect(problems([.group(SetGroup(.sets(10_000), nodes: phases))]) == [])
  }
}

/// What is kept of lengths that vary.
@Suite struct `Lengths of phases as long as others` {
  /// A phase of two seconds, then phases each as long as the one before, in millionths.
  private func chain(_ count: Int, millionths: Int = 1_000_000) -> [Node] {
    let first = Node.phase(Phase("0", .high, .open(cap: .seconds(2))))
    let others = (1..<count).map { number -> Node in
      let length = RelativeLength(of: "\(number - 1)", millionths: millionths)
      return .phase(Phase(PerSet("\(number)"), .high, .after(.relative(length))))
    }
    return [first] + others
  }

  @Test func `are refused where more would be kept than a plan of varying lengths may`() throws {
    _ = try Timeline(Workout(name: "Chain", nodes: chain(500)))
    let sets = Workout(name: "Chain", nodes: [.group(SetGroup(.sets(200), nodes: chain(400)))])
    let error = #expect(throws: TimelineError.self) { try Timeline(sets) }
    let message = "has too many phases whose lengths vary: use fewer sets, or fewer phases as long as others"
    #expect(error?.problems == [Problem(FieldPath.root.key("phases").index(0), message)])
  }

  @Test func `are refused where walks ahead never meet the plan again`() throws {
    let half = RelativeLength(of: "A", millionths: 500_000)
    let capped = SetGroup(.capped(sets: 3, cap: .seconds(60)), nodes: [.phase(Phase("A", .high, .open()))])
    func week(_ total: Duration) -> Workout {
      let nodes = [Node.group(capped), .phase(Phase("B", .low, .after(.relative(half))))]
      return Workout(name: "Week", nodes: [.group(SetGroup(.total(total), nodes: nodes))])
    }
    _ = try Timeline(week(.seconds(3_600)))
    // Each by each they would take minutes.
    let error = #expect(throws: TimelineError.self) { try Timeline(week(Limits.totalLength)) }
    #expect(error?.problems.first?.message.hasPrefix("has too many phases whose lengths vary") == true)
  }

  @Test func `are followed through ten thousand phases at once, in any order`() throws {
    let ordered = chain(9_990, millionths: 100_000)
    for nodes in [ordered, [ordered[0]] + ordered.dropFirst().reversed()] {
      let workout = Workout(name: "Chain", nodes: [.group(SetGroup(.sets(2), nodes: nodes))])
      let begin = ContinuousClock.now
      #expect(workout.problems.isEmpty)
      _ = try? Timeline(workout)
      // Each by each they would take minutes.
      #expect(ContinuousClock.now - begin < .seconds(60))
    }
  }
}
