import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `An open phase` {
  private static func open(_ name: String, cap: Duration? = nil) -> Node {
    .phase(Phase(PerSet(name), .high, .open(cap: cap)))
  }

  private static let names = [
    CueRule(on: .phase, at: .start(offset: .zero), say: CueText(pieces: [.placeholder(.phase)]))
  ]

  @Test func `is done in a rehearsal after its time, unless a cap or its group ends it before`() throws {
    let workout = Sample.silent(
      Self.names, Self.open("A"), Self.open("B", cap: .seconds(20)),
      .group(SetGroup(.total(.seconds(50)), nodes: [Self.open("C")])),
      .group(SetGroup(.interval(sets: 2, every: .seconds(60)), nodes: [Self.open("D")])))
    #expect(
      try Score(workout).phases.map { "\(Score.seconds($0.start)) \($0.name)" } == [
        "0 A", "30 B", "50 C", "80 C", "100 D", "130 Rest", "160 D", "190 Rest",
      ])
    let patient = try Score(workout, doneAfter: .seconds(90))
    #expect(patient.phases.map { Score.seconds($0.start) } == ["0", "90", "110", "160", "220"])
  }

  @Test func `is never done sooner than after a second, or sets would follow one another for ever`() throws {
    let workout = Sample.silent(Self.names, .group(SetGroup(.total(.seconds(3)), nodes: [Self.open("A")])))
    #expect(try Score(workout, doneAfter: .zero).phases.map { Score.seconds($0.start) } == ["0", "1", "2"])
  }

  @Test func `lets no later moment be known, until it is done`() throws {
    let bell = CueRule(on: .phase, at: .end(offset: .zero), sound: CueSound("bell"))
    try expectScore(
      of: Sample.silent([bell], Self.open("Plank"), Sample.phase("Rest", .rest, 10)), from: nil, .at(0, .start),
      .at(0, .prepared), .at(1234.5, .done), .to(2000),
      score: """
        0 idle -> preparingToPlay; start ! session activate, journal
        0 phase Plank (high) 0-open; preparingToPlay -> fadingIn 1.5; prepared ! journal, journal = timer runs
        1.5 fadingIn -> playing
        1234.5 done; custom [bell]; phase Rest (rest) 1234.5-1244.5; history 1/0 ! journal, [bell], journal = plan
            to 1244.5, edits node 1 +0 ended after 1234.5
        1244.5 custom [bell]; playing -> completed; finished at 1244.5, completed: did done 1 prepared 1 start 1 |
            refused none | cues onTime 2 ! [bell], journal, session deactivate, finish completed = timer stops, no
            phase
        """)
  }

  @Test func `of an interval ends with it at the latest, and leaves a rest where it is done before`() throws {
    try expectScore(
      of: Sample.silent([], .group(SetGroup(.interval(sets: 3, every: .seconds(60)), nodes: [Self.open("Work")]))),
      from: 24, .at(25, .done), .at(170, .done), .to(200),
      score: """
        25 done; phase Rest 1/3 (rest) 25-60; history 1/0 ! journal, journal = edits node 2 +0 ended after 25
        60 phase Work 2/3 (high) 60-120 ! journal
        120 phase Work 3/3 (high) 120-180 ! journal
        170 done; phase Rest 3/3 (rest) 170-180; history 2/0 ! journal, journal = edits node 2 +0 ended after 25
            and node 2 +0 ended after 50
        180 playing -> completed; finished at 180, completed: did done 2 prepared 1 start 1 | refused none | cues
            none ! journal, session deactivate, finish completed = timer stops, no phase
        """)
  }

  @Test func `that is done costs the workout and its sets none of their cues, and none has two outcomes`() throws {
    let rules = [
      CueRule(on: .workout, at: .every(.seconds(15)), sound: CueSound("bowl")),
      CueRule(on: .set, at: .end(offset: .seconds(-3)), sound: CueSound("bell")),
      CueRule(on: .phase, at: .end(offset: .seconds(-2)), sound: CueSound("tick")),
    ]
    let group = SetGroup(.total(.seconds(40)), nodes: [Self.open("A"), Self.open("B")])
    var harness = try EngineHarness(Sample.silent(rules, .group(group)))
    harness.run(to: 12)
    harness.send(.done, at: 12)
    harness.run(to: 24)
    harness.send(.done, at: 24)
    harness.run(to: 60)
    #expect(
      harness.score.lines.filter { !$0.hasSuffix("(cancelled)") } == [
        "15 custom [bowl]", "30 custom [bowl]", "37 custom [bell]", "38 custom [tick]",
      ])
    #expect(Set(harness.score.reports.map(\.cue)).count == harness.score.reports.count)
  }
}

@Suite struct `A group that the clock ends` {
  @Test func `ends so much later when one of its phases is made longer`() throws {
    let amrap = Sample.silent(
      [CueRule(on: .phase, at: .end(offset: .seconds(-2)), count: 2)],
      .group(SetGroup(.total(.seconds(25)), nodes: [Sample.phase("A", .high, 10)])), Sample.phase("C", .cooldown, 5))
    try expectScore(
      of: amrap, from: 7, .at(9.5, .extend(by: .seconds(15))), .to(100),
      showing: .phases,
      score: """
        9.5 end 25 = plan to 45, in the plan 0-25, edits node 2 +15
        25 phase A 2/? (high) 25-35
        35 phase A 3/? (high) 35-40
        40 phase C (cooldown) 40-45
        45 = no phase
        """)
  }
}

@Suite struct `The last set` {
  private static func lines(_ repetition: Repetition) throws -> [String] {
    let nodes = [Sample.phase("Work", .high, 20), Sample.phase("Rest", .low, 10)]
    let score = try Score(Workout(name: "W", nodes: [.group(SetGroup(repetition, nodes: nodes))]))
    return score.lines.filter { $0.contains("setStart") }
  }

  @Test func `is announced where its number is known, and not where the time decides`() throws {
    #expect(try Self.lines(.sets(3)) == ["61.750 setStart \"Last set\""])
    #expect(try Self.lines(.total(.seconds(90))).isEmpty)
  }
}

@Suite struct `Learning how long phrases are` {
  @Test func `plans again without repeating what has just been played`() throws {
    var harness = try EngineHarness(Sample.tabata)
    for second in 0...80 {
      harness.run(to: Double(second))
      harness.updateDurations { $0.record(Phrase("a phrase of second \(second)"), length: .seconds(1)) }
    }
    #expect(harness.score.reports.allSatisfy { $0.outcome == .onTime })
    #expect(harness.score.lines == (try Score(Sample.tabata).lines))
  }
}
