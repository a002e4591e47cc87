import EngineReference
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

/// The law of arbitration: however a plan is sliced, and wherever it is made again, it is that of one greedy pass over
/// the whole workout.
@Suite struct `Who speaks where several would` {
  @Test(arguments: [0, 1, 2, 3])
  func `is what one pass over the whole workout says, however the plan is made`(way: Int) throws {
    var (moved, left) = (0, 0)
    for seed in UInt64(1)...100 {
      var generator = SpokenWorkoutGenerator(seed: seed)
      let (workout, durations) = generator.workout()
      let timeline = try Timeline(unchecked: workout)
      var engine = Engine(timeline, durations: durations)
      if way == 1 { engine.lookAhead(to: .seconds(Int(seed % 300))) }
      var comparison = PlanComparison(timeline, durations)
      Self.run(&engine, try #require(timeline.total)) { reaction in
        comparison.record(reaction)
        for case .planNoted(let note) in reaction.events.map(\.kind) {
          if note.kind == .moved { moved += 1 } else { left += 1 }
        }
      } disturb: { instant, engine in
        switch way {
        case 2: _ = engine.send(.lifecycle(seed % 2 == 0 ? .background : .active), at: instant)
        case 3: engine.updateDurations { $0.record(Phrase("never said \(instant)"), length: .seconds(1)) }
        default: break
        }
      }
      let differences = comparison.differences
      #expect(differences.isEmpty, "way \(way), seed \(seed): \(differences.prefix(3))")
    }
    #expect(moved > 1000 && left > 1000, "\(moved) moved, \(left) left out: the workouts say too little at once")
  }

  @Test func `lets information that comes with each name wait until the name is said`() throws {
    let gone = CueRule(on: .workout, at: .every(.seconds(300)), say: try CueText("{elapsed} gone"), cueClass: .info)
    var workout = Workout(
      name: "Long", style: .hiit, nodes: (1...6).map { Sample.phase("Block \($0)", $0 % 2 == 0 ? .high : .low, 300) })
    workout.cues = [gone]
    let score = try Score(workout)
    #expect(
      score.lines.filter { $0.contains("gone") } == [
        "301.750 custom \"5 minutes 2 seconds gone\"", "601.750 custom \"10 minutes 2 seconds gone\"",
        "901.750 custom \"15 minutes 2 seconds gone\"", "1201.750 custom \"20 minutes 2 seconds gone\"",
        "1501.750 custom \"25 minutes 2 seconds gone\"",
      ])
  }

  @Test func `tells with the sound of a cue that its words are left out`() throws {
    let rules = [
      CueRule(
        on: .phase, at: .start(offset: .seconds(5)), sound: CueSound("bell"), say: try CueText("Look up"),
        cueClass: .info),
      CueRule(on: .phase, at: .start(offset: .milliseconds(5500)), say: try CueText("Long"), cueClass: .completion),
    ]
    try expectScore(
      of: Sample.silent(rules, Sample.phase("Work", .high, 30)), from: 1, .learns("Long", 8), .to(20),
      showing: .cues,
      score: """
        5 leaves out custom; custom [bell] ! [bell]
        5.5 custom "Long" ! "Long"
        """)
  }

  /// Runs a session from deadline to deadline, disturbed at random instants.
  private static func run(
    _ engine: inout Engine, _ end: Duration, _ record: (Engine.Reaction) -> Void,
    disturb: (Duration, inout Engine) -> Void
  ) {
    record(engine.send(.start, at: .zero))
    record(engine.send(.prepared, at: .zero))
    var random = SplitMix64(seed: UInt64(end.wholeNanoseconds))
    var next = Duration.milliseconds(random.below(20_000))
    while let deadline = engine.nextDeadline {
      if deadline > next {
        record(engine.send(.tick, at: next))
        disturb(next, &engine)
        next += .milliseconds(1 + random.below(20_000))
      } else {
        record(engine.send(.tick, at: deadline))
      }
    }
  }
}

/// Generates workouts with more speech than fits.
private struct SpokenWorkoutGenerator {
  private var random: SplitMix64
  private var durations = PhraseDurations()

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func workout() -> (Workout, PhraseDurations) {
    let cues = (0..<(2 + random.below(9))).map { rule($0) }
    for number in 1...9 { durations.record(Phrase("\(number)"), length: .milliseconds(250 + random.below(700))) }
    let nodes = (0..<(1 + random.below(4))).map { _ in
      random.below(2) == 0 ? phase() : Node.group(SetGroup(.sets(1 + random.below(5)), nodes: phases()))
    }
    return (Workout(name: "Talk", style: .silent, cues: cues, nodes: nodes), durations)
  }

  private mutating func phases() -> [Node] { (0..<(1 + random.below(4))).map { _ in phase() } }

  private mutating func phase() -> Node {
    let most = [400, 4000, 30_000, 200_000][random.below(4)]
    return .phase(Phase("P", .high, .after(.fixed(.milliseconds(1 + random.below(most))))))
  }

  private mutating func rule(_ index: Int) -> CueRule {
    let anchors: [Anchor] = [.phase, .phase, .set, .workout]
    let offset = Duration.milliseconds([0, 0, random.below(9000), -random.below(9000)][random.below(4)])
    let moments: [Moment] = [
      .start(offset: offset), .end(offset: offset), .half(offset: offset),
      .every(.milliseconds(1000 + random.below(9000))),
    ]
    var rule = CueRule(on: anchors[random.below(4)], at: moments[random.below(4)])
    if random.below(3) == 0 { rule.align = .end }
    if random.below(2) == 0 { rule.cueClass = CueClass.allCases[random.below(CueClass.allCases.count)] }
    if random.below(6) == 0 { rule.condition.counted = random.below(2) == 0 }
    if random.below(5) == 0 {
      rule.count = 1 + random.below(5)
      rule.align = .start
      if case .every = rule.at { rule.at = .end(offset: .seconds(-3)) }
      return rule
    }
    let text = "Words \(index)"
    durations.record(Phrase(text), length: .milliseconds(200 + random.below([800, 3000, 9000][random.below(3)])))
    rule.say = CueText(pieces: [.words(text)])
    if random.below(3) == 0 { rule.sound = CueSound("bell") }
    return rule
  }
}
