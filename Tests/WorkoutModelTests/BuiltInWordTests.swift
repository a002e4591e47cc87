import Testing
import WorkoutModel

/// What Cuebell names itself: short forms, rests of intervals, changes of sides, imported steps.
@Suite struct `Built-in words` {
  private static let seconds = PhaseEnd.after(.fixed(.seconds(10)))

  private func workout(_ language: String, _ nodes: [Node]) -> Workout {
    Workout(name: "A", voice: Voice(language: language), nodes: nodes)
  }

  /// Every name and announcement of the phases in a plan, with those of the groups around them.
  private func texts(in timeline: Timeline) -> [String] {
    var texts = timeline.outline.compactMap(\.name)
    var cursor = timeline.first()
    while let here = cursor {
      let phase = timeline.phase(of: here.id)
      texts += [phase.name, phase.side, timeline.varyingLength(of: here.id)?.text(isSeedKnown: true) { "\($0)" }]
        .compactMap(\.self)
      texts += timeline.sets(around: here).compactMap(\.name)
      cursor = timeline.following(here, openLength: .seconds(30))
    }
    return texts
  }

  @Test(arguments: Language.allCases) func `are all there, and none is the other's`(language: Language) {
    #expect(language.texts.words.keys.sorted() == BuiltInWord.allCases.map(\.rawValue).sorted())
    for word in BuiltInWord.allCases { #expect(!language.texts[word].isEmpty, "\(word)") }
    let breath: [BuiltInWord] = [.in, .hold, .out, .work, .rest, .getReady]
    #expect(Set(breath.map { language.texts[$0] }).count == breath.count)
  }

  @Test(arguments: Language.allCases.map(\.rawValue) + ["sv"])
  func `stand in the voice's language wherever a plan has a name, and in no other`(tag: String) throws {
    let forms = [
      "2x20/10", "emom 2", "amrap 2", "fortime 2", "20:00", "sit 2 bells 1", "breathe 4-7-8", "2x(2x20/10)/60",
    ]
    let phrases = BuiltInPhrases(tag: tag)
    let known = Set(BuiltInWord.allCases.map { phrases[$0] })
    for form in forms {
      var workout = try ShortForm(form).workout
      workout.voice.language = tag
      let texts = try texts(in: Timeline(workout))
      #expect(Set(texts).isSubset(of: known), "\(form): \(texts)")
    }
    var both = Phase("{hold}", .high, Self.seconds)
    both.sides = Sides(change: .seconds(5))
    let open = Phase("{work}", .high, .open(cap: .seconds(30)))
    let rest = Phase("{rest}", .rest, .after(.relative(RelativeLength(of: "Work"))))
    let group = SetGroup(.sets(2), name: "{round}", nodes: [.phase(both), .phase(open), .phase(rest)])
    let timeline = try Timeline(workout(tag, [.group(group)]))
    let texts = texts(in: timeline)
    #expect(!texts.contains { $0.contains("{") }, "\(texts)")
    #expect(texts.contains("\(phrases[.hold]), \(phrases[.leftSide])"), "\(texts)")
    #expect(texts.contains("as long as \(phrases[.work])"), "\(texts)")
    #expect(timeline.total == .seconds(2 * (10 + 5 + 10 + 30 + 30)))
  }

  @Test func `of a list are filled one by one, and kept as they were written for other readers`() throws {
    let names = try #require(PerSet(list: ["{work} 1", "Row", "{rest}"]))
    let group = Node.group(SetGroup(.sets(3), nodes: [.phase(Phase(names, .high, Self.seconds))]))
    let timeline = try Timeline(workout("de", [group]))
    let phases = (0..<3).compactMap { set in timeline.phases.first?.run(inSets: [set]) }
    #expect(phases.map(\.name) == ["Arbeit 1", "Row", "Pause"])
    #expect(phases.map(\.template?.name) == ["{work} 1", nil, "{rest}"])
    var again = timeline.workout
    again.voice.language = "fr"
    #expect(try Timeline(again).phases.first?.run(inSets: [0]).name == "Effort 1")
  }

  @Test func `count as the English ones where names are compared`() throws {
    let names = try #require(PerSet(list: ["{work}", "Row"], by: "Round"))
    let work = Phase(names, .high, Self.seconds, say: "{set@Round}, {next}")
    let rest = Phase("{rest}", .rest, .after(.relative(RelativeLength(of: "Work"))))
    let same = Phase("{recover}", .rest, .after(.relative(RelativeLength(of: "{work}"))))
    let group = SetGroup(.sets(2), name: "{round}", nodes: [.phase(work), .phase(rest), .phase(same)])
    let workout = workout("de", [.group(group)])
    #expect(workout.problems.isEmpty, "\(workout.problems)")
    #expect(try Timeline(workout).total == .seconds(60))
  }

  @Test(arguments: [
    ("{wrok}", "unknown word {wrok}; did you mean {work}?"), ("{Work}", "unknown word {Work}; did you mean {work}?"),
    ("{set}", #"{set} has no meaning in a name: write it in "say""#),
    ("{work} and } or {", nil), ("{}", nil), ("{get ready}", nil),
  ])
  func `that are none are reported in names`(name: String, problem: String?) {
    let phase = Phase(PerSet(name), .high, Self.seconds)
    let group = SetGroup(.sets(2), name: name, nodes: [.phase(phase)])
    let problems = workout("en", [.group(group)]).problems.map(\.message)
    #expect(problems.count == (problem == nil ? 0 : 2), "\(problems)")
    #expect(problems.allSatisfy { $0.hasPrefix(problem ?? "") }, "\(problems)")
  }
}
