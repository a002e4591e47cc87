import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `An open phase` {
  private static func open(_ name: String, cap: Duration? = nil) -> Node {
    .phase(Phase(name, .high, .open(reps: nil, cap: cap)))
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

  @Test func `that is done costs the workout and its sets none of their cues, and none has two outcomes`() throws {
    let rules = [
      CueRule(on: .workout, at: .every(.seconds(15)), sound: CueSound("bowl")),
      CueRule(on: .set, at: .end(offset: .seconds(-3)), sound: CueSound("bell")),
      CueRule(on: .phase, at: .end(offset: .seconds(-2)), sound: CueSound("tick")),
    ]
    let group = SetGroup(.total(.seconds(40)), nodes: [Self.open("A"), Self.open("B")])
    var drill = try Drill(Sample.silent(rules, .group(group)))
    drill.run(to: 12)
    drill.send(.done, at: 12)
    drill.run(to: 24)
    drill.send(.done, at: 24)
    drill.run(to: 60)
    #expect(
      drill.score.lines.filter { !$0.hasSuffix("(cancelled)") } == [
        "15 custom [bowl]", "30 custom [bowl]", "37 custom [bell]", "38 custom [tick]",
      ])
    #expect(Set(drill.score.reports.map(\.cue)).count == drill.score.reports.count)
  }
}

@Suite struct `The last set` {
  private static func lines(_ repetition: Repetition) throws -> [String] {
    let nodes = [Sample.phase("Work", .high, 20), Sample.phase("Rest", .low, 10)]
    let score = try Score(Workout(name: "W", nodes: [.group(SetGroup(repetition, nodes: nodes))]))
    return score.lines.filter { $0.contains("setStart") }
  }

  @Test func `is announced where its number is known, and not where the time decides`() throws {
    #expect(try Self.lines(.sets(3)) == ["60 setStart \"Last set\""])
    #expect(try Self.lines(.total(.seconds(90))).isEmpty)
  }
}

@Suite struct `Learning how long phrases are` {
  @Test func `plans anew without repeating what has just been played`() throws {
    var drill = try Drill(Sample.tabata)
    for second in 0...80 {
      drill.run(to: Double(second))
      drill.engine.learn { $0.learn("a phrase of second \(second)", length: .seconds(1)) }
    }
    #expect(drill.score.reports.allSatisfy { $0.outcome == .onTime })
    #expect(drill.score.lines == (try Score(Sample.tabata).lines))
  }
}
