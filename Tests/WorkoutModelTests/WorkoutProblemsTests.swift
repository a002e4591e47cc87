import Testing
import WorkoutModel

private let work = Phase("Work", .high, .after(.fixed(.seconds(20))))

private func phase(_ end: PhaseEnd, change: (inout Phase) -> Void = { _ in }) -> Node {
  var phase = Phase("Work", .high, end)
  change(&phase)
  return .phase(phase)
}

private func rule(_ change: (inout CueRule) -> Void) -> CueRule {
  var rule = CueRule(on: .phase, at: .end(offset: .zero), sound: CueSound("gong"))
  change(&rule)
  return rule
}

/// The paths of a workout's problems.
private func paths(_ nodes: [Node], change: (inout Workout) -> Void = { _ in }) -> [String] {
  var workout = Workout(name: "A", nodes: nodes)
  change(&workout)
  return workout.problems.map(\.path.description)
}

@Suite struct `A workout built in code` {
  @Test func `has no problems where it follows the format`() {
    #expect(paths([.phase(work), .group(SetGroup(.sets(3), nodes: [.phase(work)]))]) == [])
  }

  @Test func `is judged by the same limits as a file`() {
    let found = paths([]) { workout in
      workout.name = ""
      workout.description = String(repeating: "x", count: 301)
      workout.tags = ["ok", ""]
      workout.voice = Voice(language: "", variant: "a/b", rate: 79, pitch: -1)
      workout.ambient = Ambient(sound: "rain", gain: .nan, fade: .seconds(-1), duck: .by(.infinity))
      workout.sounds = ["b": "../b.wav", "a": "/a.wav"]
      workout.cues = [rule { $0.sound = CueSound("gong", strikes: 0, gain: -.infinity) }]
    }
    #expect(
      found == [
        "name", "description", "tags[1]", "voice.language", "voice.variant", "voice.rate", "voice.pitch",
        "ambient.gain", "ambient.fade", "ambient.duck", "sounds.a", "sounds.b", "cues[0].strikes", "cues[0].gain",
        "phases",
      ])
  }

  @Test(arguments: [
    (PhaseEnd.after(.fixed(.seconds(86_400))), []),
    (.after(.fixed(.seconds(86_400) + .nanoseconds(1))), ["phases[0].duration"]),
    (.after(.fixed(.seconds(-1))), ["phases[0].duration"]),
    (.after(.fixed(.seconds(Int64.max))), ["phases[0].duration"]),
    (.after(.perSet([.zero])), ["phases[0].duration"]),
    (.after(.track), ["phases[0].duration"]),
    (.open(cap: .seconds(-1)), ["phases[0].cap"]),
    (.open(cap: .zero), []),
  ])
  func `has lengths within a day`(end: PhaseEnd, expected: [String]) {
    #expect(paths([phase(end)]) == expected)
  }

  @Test func `survives numbers that no file could hold`() {
    let huge = Duration.seconds(Int64.max)
    let growing = phase(.after(.progression(from: huge, by: .zero - huge)))
    let nodes: [Node] = [
      .group(SetGroup(.sets(.max), nodes: [growing])),
      .group(SetGroup(.interval(sets: .min, every: .fixed(huge)), nodes: [growing])),
      .group(SetGroup(.total(.zero - huge), nodes: [growing])),
    ]
    let found = paths(nodes) { $0.cues = [rule { $0.at = .random(.min) }, rule { $0.at = .start(offset: huge) }] }
    #expect(found.count == 12)
  }

  @Test(arguments: [
    (from: 20, by: -5, sets: 5, skip: SkippedSets?.none, broken: Int?.none), (20, -5, 6, nil, 6),
    (20, -5, 6, .last, nil),
    (20, -5, 100_000, nil, 6), (0, 0, 100_000, nil, nil), (0, -1, 1, nil, nil), (0, -1, 2, .first, 2),
    (0, -1, 2, .last, nil),
    (86_000, 400, 2, nil, nil), (86_000, 401, 2, nil, 2), (86_400, 1, 3, .first, 2), (10, -7, 4, .first, 3),
    (1, -86_400, 100_000, nil, 2), (1, 86_400, 1, .first, nil),
  ])
  func `has lengths that stay within a day while they grow or shrink`(
    from: Int, by: Int, sets: Int, skip: SkippedSets?, broken: Int?
  ) {
    let node = phase(.after(.progression(from: .seconds(from), by: .seconds(by)))) { $0.skip = skip }
    let workout = Workout(name: "A", nodes: [.group(SetGroup(.sets(sets), nodes: [node]))])
    #expect(workout.problems.map(\.path.description) == (broken == nil ? [] : ["phases[0].phases[0].duration"]))
    if let broken { #expect(workout.problems[0].message.contains(" in set \(broken) of \(sets):")) }
  }

  @Test func `may shrink below nothing in a group with a total, which others judge`() {
    let node = phase(.after(.progression(from: .seconds(20), by: .seconds(-5))))
    #expect(paths([.group(SetGroup(.total(.seconds(600)), nodes: [node]))]) == [])
  }

  @Test func `nests groups eight deep`() {
    func nested(_ depth: Int) -> Node {
      depth == 0 ? .phase(work) : .group(SetGroup(.sets(2), nodes: [nested(depth - 1)]))
    }
    #expect(paths([nested(8)]) == [])
    #expect(paths([nested(9)]).count == 1)
  }

  @Test func `counts each phase and group and each rule`() {
    let many = Array(repeating: Node.phase(work), count: 9_999)
    #expect(paths(many + [.phase(work)]) == [])
    #expect(paths(many + [.group(SetGroup(.sets(2), nodes: [.phase(work)]))]) == ["phases[9999].phases[0]"])
    let rules = Array(repeating: rule { _ in }, count: 1_000)
    #expect(
      paths([
        phase(.after(.track)) {
          $0.track = "a.wav"
          $0.cues = rules
        }
      ]) == [])
    #expect(
      paths([
        phase(.after(.track)) {
          $0.track = "a.wav"
          $0.cues = rules
        }
      ]) { $0.cues = [rules[0]] }
        == ["phases[0].cues[999]"])
  }
}

@Suite struct `Rules that can mean nothing` {
  private static let timed = Repetition.total(.seconds(600))
  private static let sets = rule { $0.say = CueText(pieces: [.placeholder(.sets)]) }
  private static let last = rule { $0.condition.set = .last }

  @Test func `ask for the number of sets of a group with a time`() {
    for rule in [Self.sets, Self.last] {
      let field = rule == Self.sets ? "say" : "if.set"
      var onSet = rule
      onSet.on = .set
      let inPhase = phase(.after(.fixed(.seconds(1)))) { $0.cues = [rule] }
      #expect(paths([.group(SetGroup(Self.timed, nodes: [inPhase]))]) == ["phases[0].phases[0].cues[0].\(field)"])
      #expect(
        paths([.group(SetGroup(Self.timed, cues: [rule], nodes: [.phase(work)]))]) == ["phases[0].cues[0].\(field)"])
      let counted = Node.group(SetGroup(.sets(2), nodes: [inPhase]))
      #expect(paths([.group(SetGroup(Self.timed, cues: [rule], nodes: [counted]))]) == [])
      #expect(paths([.group(SetGroup(Self.timed, cues: [onSet], nodes: [counted]))]) == ["phases[0].cues[0].\(field)"])
      let timedInside = Node.group(SetGroup(.sets(2), nodes: [.group(SetGroup(Self.timed, nodes: [inPhase]))]))
      #expect(paths([timedInside]) == ["phases[0].phases[0].phases[0].cues[0].\(field)"])
      #expect(paths([.group(SetGroup(Self.timed, nodes: [.phase(work)]))]) { $0.cues = [rule] } == [])
    }
  }

  @Test func `name a group that is not there`() {
    func named(_ name: String) -> CueRule { rule { $0.say = CueText(pieces: [.placeholder(.setOf(name))]) } }
    let circuit = SetGroup(.sets(2), name: "Circuit", nodes: [.phase(work)])
    #expect(paths([.group(circuit)]) { $0.cues = [named("Circuit")] } == [])
    #expect(paths([.group(circuit)]) { $0.cues = [named("Circle")] } == ["cues[0].say"])
    let outside = phase(.after(.fixed(.seconds(1)))) { $0.cues = [named("Circuit")] }
    #expect(paths([.group(circuit), outside]) == ["phases[1].cues[0].say"])
    #expect(paths([.group(SetGroup(.sets(2), cues: [named("Circuit")], nodes: [.group(circuit)]))]) == [])
  }

  @Test func `are at the wrong place`() {
    for (anchor, isAllowed) in [(Anchor.phase, true), (.set, false), (.workout, false)] {
      let node = phase(.after(.fixed(.seconds(1)))) { $0.cues = [rule { $0.on = anchor }] }
      #expect(paths([node]) == (isAllowed ? [] : ["phases[0].cues[0].on"]))
    }
    for (anchor, isAllowed) in [(Anchor.phase, true), (.set, true), (.workout, false)] {
      let group = SetGroup(.sets(2), cues: [rule { $0.on = anchor }], nodes: [.phase(work)])
      #expect(paths([.group(group)]) == (isAllowed ? [] : ["phases[0].cues[0].on"]))
    }
  }

  @Test func `contradict themselves`() {
    let say = CueText(pieces: [.words("go")])
    let cases: [(String, (inout CueRule) -> Void)] = [
      ("cues[0]", { $0.sound = nil }),
      (
        "cues[0].say",
        {
          $0.count = 3
          $0.say = say
        }
      ),
      (
        "cues[0].count",
        {
          $0.count = 3
          $0.at = .every(.seconds(5))
        }
      ),
      (
        "cues[0].count",
        {
          $0.count = 3
          $0.at = .random(2)
        }
      ),
      (
        "cues[0].align",
        {
          $0.count = 3
          $0.align = .end
        }
      ),
      ("cues[0].count", { $0.count = 61 }),
      ("cues[0].at", { $0.at = .every(.milliseconds(999)) }),
      ("cues[0].sound", { $0.sound = CueSound("rain") }),
      ("cues[0].sound", { $0.sound = CueSound("a/../b.wav") }),
    ]
    for (path, change) in cases {
      #expect(paths([.phase(work)]) { $0.cues = [rule(change)] } == [path])
    }
  }

  @Test func `ask what a rule of their kind can't know`() {
    let cases: [(String, (inout CueRule) -> Void)] = [
      ("cues[0].if.before", { $0.condition.before = .random(1) }),
      ("cues[0].if.after", { $0.condition.after = .every(.seconds(5)) }),
      ("cues[0].if.intensity", { $0.condition.intensity = [] }),
      (
        "cues[0].if.intensity",
        {
          $0.on = .set
          $0.condition.intensity = [.high]
        }
      ),
      (
        "cues[0].if.intensityChanges",
        {
          $0.on = .workout
          $0.condition.intensityChanges = false
        }
      ),
      ("cues[0].if.severalPhases", { $0.condition.severalPhases = true }),
      (
        "cues[0].if.endsSet",
        {
          $0.on = .set
          $0.condition.endsSet = true
        }
      ),
      (
        "cues[0].if.counted",
        {
          $0.at = .end(offset: .seconds(-3))
          $0.count = 3
          $0.condition.counted = true
        }
      ),
      (
        "cues[0].if.set",
        {
          $0.on = .workout
          $0.condition.set = .first
        }
      ),
      ("cues[0].if.longerThan", { $0.condition.longerThan = .seconds(-1) }),
    ]
    for (path, change) in cases {
      #expect(paths([.phase(work)]) { $0.cues = [rule(change)] } == [path])
    }
  }

  @Test func `are in no built-in style`() {
    for style in Style.allCases {
      #expect(paths([.phase(work)]) { $0.cues = style.rules } == [])
    }
  }
}

@Suite struct `Paths to sounds` {
  @Test(arguments: ["a.wav", "sounds/a.wav", "a b/c-d_e.1.ogg", "a..b.wav", "...wav", "a/b/c/d"])
  func `may lie in and below the folder of the workout`(path: String) {
    #expect(paths([.phase(work)]) { $0.sounds = ["a": path] } == [])
  }

  @Test(arguments: [
    "", "/a.wav", "../a.wav", "a/../b.wav", "a/..", ".", "./a.wav", "a//b.wav", "a/", "a\\b.wav", "~/a.wav", "a\0.wav",
    "ä.wav",
    " a.wav", "a .wav/ b", "a\n.wav", "C:/a.wav", "http://a.b/c.wav",
  ])
  func `may lie nowhere else`(path: String) {
    #expect(paths([.phase(work)]) { $0.sounds = ["a": path] } == ["sounds.a"])
  }
}

@Suite struct `Language tags` {
  @Test(arguments: ["en", "pt-BR", "zh-Hant-TW", "es-419", "de-DE-1996", "en-GB-x-rp", "sl-rozaj-biske", "cmn"])
  func `may have any registered shape`(tag: String) {
    #expect(paths([.phase(work)]) { $0.voice.language = tag } == [])
  }

  @Test(arguments: [
    "", "e", "en_US", "en-", "-en", "en--US", "e1", "en us", "en-x", "abcdefghi", "en-abcdefghi", "../en",
  ])
  func `may have no other`(tag: String) {
    #expect(paths([.phase(work)]) { $0.voice.language = tag } == ["voice.language"])
  }
}
