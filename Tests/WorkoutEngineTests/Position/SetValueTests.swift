import Testing
import WorkoutEngine
import WorkoutModel

/// The phases of a run, each as "name start-end" with what else is asked for.
private func phases(
  _ nodes: Node..., showing detail: (PhaseReport) -> String? = { _ in nil }
) throws -> [String] {
  let score = try Score(Workout(name: "W", style: .silent, nodes: nodes), doneAfter: .seconds(5))
  return zip(score.phases, score.phases.dropFirst().map(\.start) + [score.finished ?? .zero]).map { phase, end in
    let times = "\(Score.seconds(phase.start))-\(Score.seconds(end))"
    return ([phase.name, times, detail(phase)].compactMap(\.self)).joined(separator: " ")
  }
}

private func group(
  _ repetition: Repetition, _ name: String? = nil, between: Node? = nil, metronome: Metronome? = nil, _ nodes: Node...
) -> Node {
  .group(SetGroup(repetition, name: name, nodes: nodes, between: between, metronome: metronome))
}

private func walk(_ seconds: Int = 2) -> Node { Sample.phase("Walk", .rest, seconds) }

@Suite struct `Values that differ from set to set` {
  private static func pace(_ phase: PhaseReport) -> String? {
    guard case .perMinute(let rate) = phase.metronome?.pace else { return nil }
    return "\(rate)"
  }

  @Test func `are the rates of a metronome, by the sets of its own group, or of the one around its phase`() throws {
    let growing = Metronome(.progression(from: 60, by: BeatsPerMinute(millionths: 2_500_000)))
    let turns = try Metronome(.perSet(#require(PerSet(list: [100, 120]))))
    let own = Node.phase(Phase("B", .high, .after(.fixed(.seconds(1))), metronome: turns))
    let inner = group(.sets(3), nil, Sample.phase("A", .high, 1), own)
    let found = try phases(
      group(.sets(2), nil, metronome: growing, inner, Sample.phase("C", .high, 1)), showing: Self.pace)
    #expect(
      found == [
        "A 0-1 60", "B 1-2 100", "A 2-3 60", "B 3-4 120", "A 4-5 60", "B 5-6 100", "C 6-7 60",
        "A 7-8 62.5", "B 8-9 100", "A 9-10 62.5", "B 10-11 120", "A 11-12 62.5", "B 12-13 100", "C 13-14 62.5",
      ])
    #expect(growing.inSet(1000).pace == .perMinute(300))
  }

  @Test func `are lists by the sets of a group around, longer and shorter than its sets`() throws {
    let all = try Phase(
      #require(PerSet(list: ["Squats", "Push-ups, {side}"], by: "Round")), .high, .after(.fixed(.seconds(1))),
      reps: .perSet(#require(PerSet(list: [9, 8, 7, 6], by: "Round"))), sides: Sides(["left", "right"]),
      notes: PerSet(list: ["a", "b"]), target: PerSet(list: ["50%", "60%", "70%"].map { Target($0) }, by: "Block"))
    let nested = group(.sets(2), "Round", group(.sets(2), "Block", .phase(all)))
    let found = try phases(nested) { "\($0.reps ?? 0) \($0.notes ?? "") \($0.target?.description ?? "")" }
    #expect(
      found == [
        "Squats, left 0-1 9 a 50%", "Squats, right 1-2 9 a 50%", "Squats, left 2-3 9 b 60%",
        "Squats, right 3-4 9 b 60%", "Push-ups, left 4-5 8 a 50%", "Push-ups, right 5-6 8 a 50%",
        "Push-ups, left 6-7 8 b 60%", "Push-ups, right 7-8 8 b 60%",
      ])
  }

  @Test func `include the target of the phase that comes next`() throws {
    let say = try CueText("{next target}")
    let words = CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("bell"), say: say)
    var work = Phase("Work", .high, .after(.fixed(.seconds(5))))
    work.target = PerSet(list: ["80%", "Z4"].map { Target($0) }, by: "Round")
    let nodes = [group(.sets(2), "Round", Sample.phase("Rest", .rest, 5), .phase(work))]
    let score = try Score(Workout(name: "W", style: .silent, cues: [words], nodes: nodes))
    #expect(
      score.lines == [
        "0 custom [bell] \"80 per cent\"", "5 custom [bell]", "10 custom [bell] \"zone 4\"",
        "15 custom [bell]",
      ])
  }

  @Test func `are the intervals of a group's sets`() throws {
    let work = Sample.phase("Work", .high, 3)
    let list = Repetition.interval(sets: 2, every: .perSet([.seconds(5), .seconds(3)]))
    #expect(try phases(group(list, nil, work)) == ["Work 0-3", "Rest 3-5", "Work 5-8"])
    let growing = SetInterval.progression(from: .seconds(3), by: .seconds(1))
    let sets = try phases(group(.interval(sets: 3, every: growing), nil, work))
    #expect(sets == ["Work 0-3", "Work 3-6", "Rest 6-7", "Work 7-10", "Rest 10-12"])
    let open = Node.phase(Phase("Swings", .high, .open()))
    let cut = try phases(group(.interval(sets: 2, every: .perSet([.seconds(4), .seconds(7)])), nil, open))
    #expect(cut == ["Swings 0-4", "Swings 4-9", "Rest 9-11"])
  }

  @Test func `are intervals until a time is over, the last one cut`() throws {
    let work = Sample.phase("Work", .high, 3)
    let turns = SetInterval.perSet([.seconds(5), .seconds(4)])
    let found = try phases(group(.totalInterval(total: .seconds(11), every: turns), nil, work))
    #expect(found == ["Work 0-3", "Rest 3-5", "Work 5-8", "Rest 8-9", "Work 9-11"])
    let whole = try phases(group(.totalInterval(total: .seconds(9), every: turns), nil, work))
    #expect(whole == ["Work 0-3", "Rest 3-5", "Work 5-8", "Rest 8-9"])
    // The set that is cut has the numbers alone.
    let station = [Sample.phase("Work", .high, 8), Sample.phase("Easy", .low, 4)]
    let minute = Node.group(SetGroup(.totalInterval(total: .seconds(50), every: .seconds(20)), nodes: station))
    let said = try Score(Workout(name: "W", nodes: [minute])).lines.filter { $0.contains("completing") }
    #expect(said.map { $0.prefix(2) } == ["16", "36"], "\(said)")
  }
}

@Suite struct `The node between two others` {
  private static let (a, b) = (Sample.phase("A", .high, 3), Sample.phase("B", .high, 4))
  private static func set(_ phase: PhaseReport) -> String? { phase.set.map { "in \($0)" } }

  @Test func `lies between two nodes of one set, between the sets of one node, and both`() throws {
    #expect(try phases(group(.sets(1), between: walk(), Self.a, Self.b)) == ["A 0-3", "Walk 3-5", "B 5-9"])
    let sets = try phases(group(.sets(3), between: walk(), Self.a), showing: Self.set)
    #expect(sets == ["A 0-3 in 1", "Walk 3-5 in 1", "A 5-8 in 2", "Walk 8-10 in 2", "A 10-13 in 3"])
    let both = try phases(group(.sets(2), between: walk(), Self.a, Self.b), showing: Self.set)
    #expect(
      both == [
        "A 0-3 in 1", "Walk 3-5 in 1", "B 5-9 in 1", "Walk 9-11 in 1", "A 11-14 in 2", "Walk 14-16 in 2",
        "B 16-20 in 2",
      ])
    #expect(try phases(group(.sets(1), between: walk(), Self.a)) == ["A 0-3"])
  }

  @Test func `is left out beside nodes that a set skips, or that last no time`() throws {
    let skipping = group(.sets(2), between: walk(), Self.a, Sample.phase("C", .high, 1, skip: .last))
    #expect(try phases(skipping) == ["A 0-3", "Walk 3-5", "C 5-6", "Walk 6-8", "A 8-11"])
    let late = group(.sets(2), between: walk(), Sample.phase("C", .high, 1, skip: .first), Self.a)
    #expect(try phases(late) == ["A 0-3", "Walk 3-5", "C 5-6", "Walk 6-8", "A 8-11"])
    let shrinking = Phase("C", .high, .after(.perSet([.seconds(1), .zero, .zero])))
    let empty = group(.sets(3), between: walk(), Sample.phase("D", .high, 0), .phase(shrinking))
    #expect(try phases(empty) == ["C 0-1"])
    let own = Sample.phase("Walk", .rest, 2, skip: .last)
    #expect(try phases(group(.sets(2), between: own, Self.a, Self.b)).suffix(3) == ["Walk 9-11", "A 11-14", "B 14-18"])
  }

  @Test func `lies between whatever is drawn, and between the sides of a group but not of a phase`() throws {
    let nodes = ["A", "B", "C", "D"].map { Sample.phase($0, .high, 1) }
    for order in SetOrder.allCases {
      let drawn = SetGroup(.sets(2), order: order, pick: 3, nodes: nodes, between: walk(1))
      let names = try phases(.group(drawn)).compactMap { $0.split(separator: " ").first }
      #expect(names.count == 11)
      for (place, name) in names.enumerated() { #expect((name == "Walk") == !place.isMultiple(of: 2), "\(names)") }
    }
    let sided = Phase("A", .high, .after(.fixed(.seconds(1))), sides: Sides(["l", "r"]))
    #expect(
      try phases(group(.sets(2), between: walk(), .phase(sided))) == [
        "A, l 0-1", "A, r 1-2", "Walk 2-4", "A, l 4-5", "A, r 5-6",
      ])
    let group = SetGroup(.sets(2), sides: Sides(["l", "r"]), nodes: [Self.a], between: walk())
    #expect(
      try phases(.group(group)) == [
        "A, l 0-3", "Walk, l 3-5", "A, l 5-8", "A, r 8-11", "Walk, r 11-13", "A, r 13-16",
      ])
  }

  @Test func `is cut with its set by a time, a cap or an interval`() throws {
    let timed = try phases(group(.total(.seconds(9)), between: walk(), Self.a))
    #expect(timed == ["A 0-3", "Walk 3-5", "A 5-8", "Walk 8-9"])
    let capped = try phases(group(.capped(sets: 3, cap: .seconds(7)), between: walk(), Self.a))
    #expect(capped == ["A 0-3", "Walk 3-5", "A 5-7"])
    let early = try phases(group(.capped(sets: 2, cap: .seconds(60)), between: walk(), Self.a))
    #expect(early == ["A 0-3", "Walk 3-5", "A 5-8"])
    let minutes = try phases(group(.interval(sets: 2, every: .seconds(12)), between: walk(), Self.a, Self.b))
    #expect(
      minutes == [
        "A 0-3", "Walk 3-5", "B 5-9", "Walk 9-11", "Rest 11-12", "A 12-15", "Walk 15-17", "B 17-21", "Rest 21-24",
      ])
    let tight = SetGroup(.interval(sets: 1, every: .seconds(9)), nodes: [Self.a, Self.b], between: walk())
    #expect(throws: Never.self) { try Timeline(Workout(name: "W", nodes: [.group(tight)])) }
    var twice = tight
    twice.repetition = .interval(sets: 2, every: .seconds(9))
    let error = #expect(throws: TimelineError.self) { try Timeline(Workout(name: "W", nodes: [.group(twice)])) }
    #expect(error?.problems.map(\.message) == ["the phases of set 1 last 11s, longer than the interval of 9s"])
  }

  @Test func `may be a group, and lies between groups`() throws {
    let rest = group(.sets(2), nil, Sample.phase("Sip", .rest, 1))
    let inner = group(.sets(2), nil, Sample.phase("A", .high, 1))
    #expect(
      try phases(group(.sets(2), between: rest, inner)) == [
        "A 0-1", "A 1-2", "Sip 2-3", "Sip 3-4", "A 4-5", "A 5-6",
      ])
  }

  @Test func `is reached and left by moves like any other`() throws {
    let open = Node.phase(Phase("Walk", .rest, .open()))
    var session = try EngineHarness(
      Workout(name: "W", style: .silent, nodes: [group(.sets(2), between: open, Self.a, Self.b)]))
    session.send(.skip, at: 1)
    session.send(.done, at: 2)
    session.send(.back, at: 2.5)
    session.send(.extend(by: .seconds(3)), at: 2.5)
    session.send(.jumpToSet(2), at: 3)
    session.send(.back, at: 4)
    session.send(.undo, at: 5)
    session.run(to: 8)
    try session.replay()
    session.send(.done, at: 9)
    session.run(to: 30)
    let began = session.events.compactMap { event -> String? in
      guard case .phaseStarted(let phase) = event.kind else { return nil }
      return "\(Score.seconds(event.at)) \(phase.name) \(phase.set ?? 0)"
    }
    #expect(
      began == [
        "0 A 1", "1 Walk 1", "2 B 1", "2.500 Walk 1", "3 A 2", "4 Walk 1", "5 A 2", "7 Walk 2", "9 B 2",
      ], "\(began)")
    #expect(session.engine.playback == .completed)
  }

  @Test func `has no effect without two nodes or sets`() throws {
    let alone = group(.sets(1), between: walk(), Self.a)
    let found = try Timeline(Workout(name: "W", nodes: [alone])).ineffective.map { "\($0.path): \($0.message)" }
    #expect(found == ["phases[0].between: never runs: there are no two nodes or sets to run it between"])
    for sets in [group(.sets(2), between: walk(), Self.a), group(.sets(1), between: walk(), Self.a, Self.b)] {
      #expect(try Timeline(Workout(name: "W", nodes: [sets])).ineffective.isEmpty)
    }
    let endless = group(.total(.seconds(9)), between: walk(), Sample.phase("A", .high, 0))
    #expect(throws: TimelineError.self) { try Timeline(Workout(name: "W", nodes: [endless])) }
  }
}
