import WorkoutModel

/// Builds a random workout; every part is drawn from one generator.
struct WorkoutBuilder {
  var random: SeededRandom
  /// The maximum number of further phases and groups.
  private var nodesLeft: Int
  private var rulesLeft: Int
  private var isOddlyTimed = false

  init(_ random: SeededRandom) {
    self.random = random
    nodesLeft = 1 + self.random.below(8)
    rulesLeft = self.random.below(7)
    isOddlyTimed = self.random.below(4) == 0
  }

  mutating func workout(name: String) -> Workout {
    let style = random.pick([.hiit, .hiit] + Style.allCases) ?? .hiit
    var workout = Workout(name: name, style: style, nodes: [])
    if random.below(5) == 0 { workout.without = style.rules.compactMap(\.id).filter { _ in random.below(3) == 0 } }
    if random.below(6) == 0 { workout.voice.language = random.pick(["de", "fr", "es"]) ?? "en" }
    if random.below(2) == 0 { workout.ambient = bed() }
    workout.cues = rules(on: [.phase, .phase, .set, .workout], most: 3)
    workout.nodes = nodes(depth: 0, sets: nil, isTimed: false)
    var beats = MetronomeBuilder(random)
    workout.nodes = workout.nodes.map { beats.node($0) }
    var variations = VariationBuilder(random)
    workout.nodes = workout.nodes.map { variations.node($0, in: []) }
    var lengths = LengthBuilder(random)
    workout.nodes = workout.nodes.map { lengths.node($0) }
    var overtime = OvertimeBuilder(random)
    workout.nodes = workout.nodes.map { overtime.node($0) }
    var heartRates = HeartRateBuilder(random)
    workout.cues = heartRates.rules(workout.cues)
    workout.nodes = workout.nodes.map { heartRates.node($0) }
    var coaches = CoachBuilder(random)
    workout = coaches.workout(workout)
    let language = workout.voice.language
    if language != Voice().language, random.below(2) == 0 {
      workout.translations = [language: Dictionary(lastOf: workout.texts.map { ($0, "\($0) there") })]
    }
    return workout
  }

  private mutating func bed() -> Ambient {
    let fades: [Duration] = [.zero, .milliseconds(500), .milliseconds(1500), .seconds(5), .seconds(30)]
    return Ambient(
      sound: random.pick(["rain", "ocean", "drone"]) ?? "rain", fade: random.pick(fades) ?? .seconds(1),
      duck: random.below(3) == 0 ? .clear : -12)
  }

  // MARK: Nodes

  private mutating func nodes(depth: Int, sets: Int?, isTimed: Bool) -> [Node] {
    var nodes: [Node] = []
    for _ in 0...random.below(3) {
      nodesLeft -= 1
      let isGroup = depth < 4 && nodesLeft > 0 && random.below(depth == 0 ? 2 : 4) == 0
      nodes.append(
        isGroup
          ? .group(innerGroup(depth: depth, sets: sets, isTimed: isTimed))
          : .phase(phase(depth: depth, sets: sets, isTimed: isTimed)))
      if nodesLeft <= 0 { break }
    }
    return nodes
  }

  private mutating func innerGroup(depth: Int, sets: Int?, isTimed: Bool) -> SetGroup {
    var group = group(depth: depth + 1)
    if depth > 0, random.below(8) == 0 { group.skip = skip(sets: sets, isTimed: isTimed) }
    if random.below(12) == 0 { group.sides = sides() }
    return group
  }

  private mutating func skip(sets: Int?, isTimed: Bool) -> SkippedSets {
    switch random.below(3) {
    case 0: .numbers((0...random.below(2)).map { _ in 1 + random.below(sets ?? 4) })
    case 1 where !isTimed: .last
    default: .first
    }
  }

  private mutating func sides() -> Sides {
    let names = [nil, ["port", "starboard"], ["north", "east", "south"]]
    return Sides(random.pick(names) ?? nil, change: random.below(2) == 0 ? .seconds(random.below(9)) : nil)
  }

  private mutating func group(depth: Int) -> SetGroup {
    let repetition: Repetition =
      switch random.below(7) {
      case 0: .total(length(from: 1000, to: 240_000))
      case 1: .interval(sets: 1 + random.below(5), every: .fixed(length(from: 2000, to: 120_000)))
      case 2: .capped(sets: 1 + random.below(8), cap: length(from: 1000, to: 240_000))
      default: .sets(random.below(5) == 0 ? 1 : 1 + random.below(6))
      }
    var group = SetGroup(repetition, nodes: [])
    if random.below(4) == 0 { group.name = random.pick(["Round", "Block", "Circuit"]) }
    group.cues = rules(on: [.phase, .set], most: 2)
    group.nodes = nodes(depth: depth, sets: repetition.sets, isTimed: repetition.sets == nil)
    if random.below(5) == 0 { group.order = random.pick(SetOrder.allCases) ?? .shuffled }
    if random.below(6) == 0 { group.pick = 1 + random.below(group.nodes.count) }
    return group
  }

  private mutating func phase(depth: Int, sets: Int?, isTimed: Bool) -> Phase {
    let intensity = random.pick(Intensity.allCases) ?? .high
    var phase = Phase("?", random.below(3) == 0 ? intensity : .high, end(depth: depth, sets: sets, isTimed: isTimed))
    phase.name = values(inGroup: depth > 0) { $0.name() }
    if random.below(6) == 0 { phase.say = values(inGroup: depth > 0) { $0.text(inGroup: depth > 0) } }
    if depth > 0, random.below(6) == 0 { phase.skip = skip(sets: sets, isTimed: isTimed) }
    if random.below(10) == 0 {
      phase.sides = sides()
      if random.below(2) == 0 { phase.say = "{side}, hold" }
    }
    if phase.tempo != nil || random.below(5) == 0 { phase.reps = reps(inGroup: depth > 0, isTimed: isTimed) }
    if random.below(3) == 0 { phase.target = values(inGroup: depth > 0) { $0.target() }.map { Target($0) } }
    switch random.below(12) {
    case 0: phase.ambient = .silent
    case 1: phase.ambient = .bed(bed())
    default: break
    }
    phase.cues = rules(on: [.phase], most: 1)
    return phase
  }

  private mutating func end(depth: Int, sets: Int?, isTimed: Bool) -> PhaseEnd {
    let kind = random.below(12)
    if kind < 2 {
      let cap: Duration? = random.below(2) == 0 ? length(from: 1000, to: 120_000) : nil
      return .open(cap: cap)
    }
    if kind == 4, let tempo = Tempo(random.pick(["3-1-2-0", "0.5-0-0.5-0", "4-0-2-1"]) ?? "2-0-2-0") {
      return .after(.tempo(tempo))
    }
    if depth > 0, kind == 2, let sets { return .after(.perSet((0..<sets).map { _ in phaseLength() })) }
    if depth > 0, kind == 3 {
      let growth = Duration.milliseconds(random.below(5000))
      return .after(.progression(from: phaseLength(), by: isTimed || random.below(2) == 0 ? growth : .zero - growth))
    }
    return .after(.fixed(phaseLength()))
  }

  /// One value, or a list of several.
  private mutating func values(inGroup: Bool, _ value: (inout WorkoutBuilder) -> String) -> PerSet<String> {
    guard inGroup, random.below(5) == 0 else { return PerSet(value(&self)) }
    return PerSet(list: (0...(1 + random.below(3))).map { _ in value(&self) }) ?? "?"
  }

  private mutating func reps(inGroup: Bool, isTimed: Bool) -> Reps {
    switch random.below(4) {
    case 0 where inGroup: .progression(from: 1 + random.below(12), by: isTimed ? random.below(3) : random.below(5) - 2)
    case 1 where inGroup: .perSet(PerSet(list: (0...random.below(4)).map { _ in 1 + random.below(20) }) ?? PerSet(1))
    default: .perSet(PerSet(1 + random.below(20)))
    }
  }

  /// Mostly usual lengths; occasionally zero, almost zero, or exactly the length of a count.
  private mutating func phaseLength() -> Duration {
    if isOddlyTimed {
      switch random.below(8) {
      case 0: return .zero
      case 1: return .milliseconds(1 + random.below(50))
      case 2: return .nanoseconds(1 + random.below(4_000_000_000))
      case 3: return .milliseconds(2500 + random.below(2000))
      case 4: return .milliseconds(random.below(20_000))
      default: break
      }
    }
    return random.below(3) == 0 ? .seconds(2 + random.below(12)) : .seconds(5 * (1 + random.below(18)))
  }

  /// A length in whole milliseconds or seconds.
  private mutating func length(from least: Int, to most: Int) -> Duration {
    let milliseconds = least + random.below(most - least)
    return .milliseconds(isOddlyTimed ? milliseconds : max(1000, milliseconds / 1000 * 1000))
  }
}

// MARK: Words

extension WorkoutBuilder {
  private static let longName =
    "Slow and controlled single-leg Romanian deadlift with a pause at the bottom of each repetition"

  private mutating func name() -> String {
    let names = ["Work", "Rest", "Push-ups", "Plank", "Run", "12 squats", "Warm up", "★★★"]
    return random.below(12) == 0 ? Self.longName : random.pick(names) ?? "Work"
  }

  private mutating func target() -> String {
    random.pick([
      "95%", "ramp 50-75% 90rpm", "5:30/km pace", "Z2 HR", "ramp 110-150bpm", "120-140bpm 90rpm", "as you like",
    ]) ?? "Z4"
  }

  /// Words for a cue or a phase; the workout's own check finds placeholders that have no meaning in their place.
  private mutating func text(inGroup: Bool, forCue: Bool = false) -> String {
    var texts = [
      "Go", "Breathe in, breathe out", "{next} next", "{elapsed} gone", "{remaining} left", "{workout}", "{target}",
      "{next target}",
    ]
    if inGroup { texts += ["Set {set}", "Set {set} of {sets}", "Then {next set}", "Round {set@Round}"] }
    if forCue { texts += ["{phase}", "{phase}, then {next}", "{reps}", Self.longName] }
    return random.pick(texts) ?? "Go"
  }
}

// MARK: Rules

extension WorkoutBuilder {
  private mutating func rules(on anchors: [Anchor], most: Int) -> [CueRule] {
    guard rulesLeft > 0, random.below(2) == 0 else { return [] }
    var rules: [CueRule] = []
    for _ in 0..<(1 + random.below(most)) where rulesLeft > 0 {
      rulesLeft -= 1
      rules.append(rule(on: random.pick(anchors) ?? .phase))
    }
    return rules
  }

  private mutating func rule(on anchor: Anchor) -> CueRule {
    var rule = CueRule(on: anchor, at: moment())
    switch random.below(7) {
    case 0, 1: rule.sound = sound()
    case 2:
      (rule.sound, rule.say) = (sound(), try? CueText(text(inGroup: anchor == .set, forCue: true)))
    case 3 where isSingle(rule.at):
      rule.count = random.below(8) == 0 ? 10 : 1 + random.below(4)
      if random.below(3) == 0 { rule.sound = sound() }
    default: rule.say = try? CueText(text(inGroup: anchor == .set, forCue: true))
    }
    if rule.speaks, random.below(8) == 0 {
      rule.voice = VoiceChange(rate: 80 + random.below(371), pitch: random.below(2) == 0 ? 30 : nil)
    }
    if rule.count == nil, random.below(3) == 0 { rule.align = .end }
    if random.below(5) == 0 { rule.cueClass = random.pick(CueClass.allCases) }
    rule.condition = condition(for: anchor, isCount: rule.count != nil)
    if isSingle(rule.at), random.below(6) == 0 {
      rule.further = (0...random.below(2)).map { _ in moment() }.filter(isSingle)
    }
    return rule
  }

  private func isSingle(_ moment: Moment) -> Bool {
    switch moment {
    case .start, .end, .half, .part: true
    case .every, .random: false
    }
  }

  private mutating func sound() -> CueSound {
    CueSound(
      (random.pick(BuiltInSound.allCases) ?? .bell).rawValue, strikes: random.below(4) == 0 ? 1 + random.below(3) : 1,
      spacing: random.below(6) == 0 ? .milliseconds(100 + random.below(3000)) : CueSound.standardSpacing)
  }

  private mutating func moment() -> Moment {
    let offset = Duration.milliseconds(random.below(3) == 0 ? 0 : 100 * random.below(80))
    switch random.below(9) {
    case 0, 1: return .start(offset: offset)
    case 2, 3, 4: return .end(offset: .zero - offset)
    case 5 where random.below(2) == 0: return .part(percent: random.below(101), offset: .zero - offset / 4)
    case 5: return .half(offset: random.below(3) == 0 ? .zero - offset : .zero)
    case 6: return .every(random.below(3) == 0 ? .seconds(1) : length(from: 1000, to: 60_000))
    case 7: return .random(1 + random.below(4))
    default: return .start(offset: .seconds(random.below(30)))
    }
  }

  private mutating func setCondition() -> SetCondition? {
    switch random.below(8) {
    case 0: .numbers([1 + random.below(4), 1 + random.below(4)])
    case 1: .every(1 + random.below(3), from: 1 + random.below(3))
    default: random.pick(SetCondition.words.map(\.condition))
    }
  }

  private mutating func condition(for anchor: Anchor, isCount: Bool) -> Condition {
    var condition = Condition()
    guard random.below(2) == 0 else { return condition }
    switch random.below(9) {
    case 0: condition.longerThan = .seconds(random.below(30))
    case 1: condition.atLeast = .seconds(random.below(30))
    case 2: if anchor != .workout { condition.set = setCondition() }
    case 3: condition.before = .end(offset: .zero - .seconds(random.below(20)))
    case 4: condition.after = .start(offset: .seconds(random.below(20)))
    case 5: if anchor == .set { condition.severalPhases = random.below(3) > 0 }
    case 6: if !isCount { condition.counted = random.below(3) > 0 }
    case 7: if anchor == .phase { condition.endsSet = random.below(2) == 0 }
    default:
      if anchor == .phase { condition.intensityChanges = random.below(3) > 0 }
      if anchor != .set, random.below(2) == 0 { condition.intensity = random.pick([[.high], [.low, .rest]]) }
    }
    return condition
  }
}
