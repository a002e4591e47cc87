import Testing
import WorkoutEngine
import WorkoutModel

/// What a style says of sets: nothing of a group that runs once, and no completion of a set that time cuts off.
@Suite struct `What a style says of sets` {
  private static let station = [Sample.phase("Work", .high, 20), Sample.phase("Rest", .rest, 10)]

  private static let minutes = group(.interval(sets: 9, every: .seconds(30)))

  private static func group(_ repetition: Repetition, _ name: String? = nil, _ nodes: [Node] = station) -> Node {
    .group(SetGroup(repetition, name: name, nodes: nodes))
  }

  /// The completions and the announcements of last sets, with the moments of their rules in seconds.
  private static func said(_ nodes: Node..., cues: [CueRule] = [], doneAfter: Int = 30) throws -> [String] {
    let score = try Score(Workout(name: "W", cues: cues, nodes: nodes), doneAfter: .seconds(doneAfter)) { text in
      Int(text) == nil ? .milliseconds(200 + 65 * text.unicodeScalars.count) : .milliseconds(450)
    }
    return score.reports.filter { $0.outcome == .onTime && [.setStart, .setCompletion].contains($0.kind) }
      .map { "\(Score.seconds($0.mark)) \($0.say ?? "")" }
  }

  /// The numbers of countdowns, with their moments in seconds.
  private static func counted(_ nodes: Node...) throws -> [String] {
    try Score(Workout(name: "W", nodes: nodes)).reports.filter { $0.kind == .countdown && $0.outcome == .onTime }
      .map { "\(Score.seconds($0.mark)) \($0.say ?? "")" }
  }

  @Test func `is nothing where a group runs once, with or without a name`() throws {
    #expect(try Self.said(Self.group(.sets(1)), Self.group(.sets(1), "Station")).isEmpty)
    #expect(try Self.said(Self.group(.capped(sets: 1, cap: .seconds(60)))).isEmpty)
    #expect(try Self.said(Self.group(.interval(sets: 1, every: .seconds(60)))).isEmpty)
    let twice = ["27 Set 1 completing in", "30.600 Last set", "57 Set 2 completing in"]
    #expect(try Self.said(Self.group(.sets(2))) == twice)
    // The phases of a group that runs once are counted as any others.
    #expect(try Self.counted(Self.group(.sets(1))) == ["17 3", "18 2", "19 1", "27 3", "28 2", "29 1"])
  }

  @Test func `is of the sets around or within a group that runs once`() throws {
    let around = Self.group(.sets(2), "Round", [Self.group(.sets(1), "Station"), Self.group(.sets(1))])
    let rounds = ["57 Round 1 completing in", "60.600 Last round", "117 Round 2 completing in"]
    #expect(try Self.said(around) == rounds)
    let stations = [Self.group(.sets(1)), Self.group(.sets(1))]
    #expect(try Self.said(Self.group(.sets(1), "Block", [Self.group(.sets(2), "Round", stations)])) == rounds)
  }

  @Test func `is of the outer one where sets end together, unless it is cut off there`() throws {
    let inner = Self.group(.sets(2))
    let both = try Self.said(Self.group(.sets(2), "Round", [inner])).filter { $0.contains("completing") }
    let (first, second) = (
      ["27 Set 1 completing in", "57 Round 1 completing in"], ["87 Set 1 completing in", "117 Round 2 completing in"]
    )
    #expect(both == first + second)
    // The outer set lasts 90 s; its group ends after 60 s, with the inner set.
    let cut = Self.group(.total(.seconds(60)), "Round", [inner] + Self.station)
    let own = try Self.said(cut).filter { $0.contains("completing") }
    #expect(own == ["27 Set 1 completing in", "57 Set 2 completing in"])
  }

  @Test(arguments: [Duration.seconds(75), .seconds(82), .seconds(89)])
  func `is its completion only where its phases are over, not where time cuts it off`(limit: Duration) throws {
    let whole = ["27 Set 1 completing in", "57 Set 2 completing in"]
    #expect(try Self.said(Self.group(.total(limit))) == whole)
    #expect(try Self.said(Self.group(.capped(sets: 9, cap: limit))) == whole)
    // The limit may be that of a group around it.
    #expect(try Self.said(Self.group(.total(limit), nil, [Self.group(.sets(9))])) == whole)
    #expect(try Self.said(Self.group(.total(limit), nil, [Self.minutes])) == whole)
    // A cut phase that is long enough is counted all the same.
    let last = limit - .seconds(60) - (limit > .seconds(80) ? .seconds(20) : .zero)
    let numbers = try Self.counted(Self.group(.total(limit)))
      .filter { $0.hasPrefix(Score.seconds(limit - .seconds(1))) }
    #expect(numbers.isEmpty == (last < .seconds(5)))
  }

  @Test func `is its completion where time is over exactly with its phases`() throws {
    let words = ["27 Set 1 completing in", "57 Set 2 completing in"]
    #expect(try Self.said(Self.group(.total(.seconds(60)))) == words)
    #expect(try Self.said(Self.group(.capped(sets: 9, cap: .seconds(60)))) == words)
    #expect(try Self.said(Self.group(.total(.seconds(60)), nil, [Self.minutes])) == words)
  }

  @Test func `is no completion of rounds that open phases fill up to the limit`() throws {
    let open = ["Push-ups", "Squats"].map { Node.phase(Phase(PerSet($0), .high, .open())) }
    #expect(try Self.said(Self.group(.total(.seconds(100)), "Round", open)).isEmpty)
    #expect(try Self.said(Self.group(.capped(sets: 9, cap: .seconds(100)), "Round", open)).isEmpty)
    #expect(try Self.counted(Self.group(.total(.seconds(100)), "Round", open)) == ["97 3", "98 2", "99 1"])
    // An interval ends each of its sets, whatever the user has done by then.
    let minutes = try Self.said(Self.group(.interval(sets: 2, every: .seconds(60)), "Minute", open), doneAfter: 20)
      .filter { $0.contains("completing") }
    #expect(minutes == ["57 Minute 1 completing in", "117 Minute 2 completing in"])
  }

  @Test func `stays as it is where the user makes the cut phase longer`() throws {
    for limit in [75, 60] {
      var harness = try EngineHarness(Workout(name: "W", nodes: [Self.group(.total(.seconds(limit)))]))
      harness.run(to: 55)
      if limit == 75 { harness.run(to: 70) }
      harness.send(.extend(by: .seconds(15)), at: limit == 75 ? 70 : 55)
      harness.run(to: 100)
      let last = harness.score.reports.filter { $0.kind == .setCompletion && $0.outcome == .onTime }.compactMap(\.say)
      #expect(last == ["Set 1 completing in", "Set 2 completing in"], "\(limit)")
    }
  }

  @Test func `is not what the author's own rules say: they hold for every group`() throws {
    func own(_ repetition: Repetition) throws -> [String] {
      let rule = CueRule(on: .set, at: .end(offset: .seconds(-5)), say: try CueText("Set {set} ends"))
      let workout = Workout(name: "W", style: .silent, cues: [rule], nodes: [Self.group(repetition)])
      return try Score(workout).lines
    }
    #expect(try own(.sets(1)) == ["25 custom \"Set 1 ends\""])
    #expect(try own(.total(.seconds(50))) == ["25 custom \"Set 1 ends\"", "45 custom \"Set 2 ends\""])
  }
}
