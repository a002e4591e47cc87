import TestSupport
import WorkoutModel

/// Makes workouts of every kind that have no problems, the same ones for the same seed.
struct RandomWorkoutFiles {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func workout() -> Workout {
    var workout = Workout(name: text(1...120), nodes: [])
    workout.description = optional { $0.text(0...300) }
    workout.author = optional { $0.text(0...40) }
    workout.tags = list(0...3) { $0.text(1...20) }
    workout.style = pick(Style.allCases)
    workout.without = workout.style.rules.compactMap(\.id).filter { _ in chance(20) }
    workout.voice = Voice(
      language: pick(["en", "pt-BR", "zh-Hant-TW", "de-DE-x-a1"]), variant: optional { $0.pick(["f3", "Mr serious"]) },
      rate: number(Limits.voiceRate), pitch: number(Limits.voicePitch))
    workout.recordings = optional { $0.pick(["voice", "my voice/en_1.b"]) }
    workout.ambient = optional { $0.ambient() }
    workout.sounds = ["clap": "sounds/clap.wav", text(1...10): "big ben/b_e-l.l 2.ogg"]
    workout.pronounce = chance(30) ? ["Qi": text(1...20), "x" + text(1...20): "chee"] : [:]
    workout.coach = pick([.off, .off, .standard, .on(every: duration(Limits.coachInterval))])
    workout.cues = list(0...3) { $0.rule(on: $0.pick(Anchor.allCases)) }
    workout.nodes = list(1...4) { $0.node(in: [], depth: 0) }
    workout.translations = translations(of: workout)
    return workout
  }

  /// Translations of some texts, and one of none.
  private mutating func translations(of workout: Workout) -> Translations {
    guard chance(30) else { return [:] }
    let some = workout.texts.filter { (1...300).contains($0.unicodeScalars.count) && chance(50) }
    let texts = Dictionary(some.map { ($0, text(1...20)) }, uniquingKeysWith: { first, _ in first })
    return [pick(["de", "pt-BR"]): texts, "fr": [text(1...20): "x"]]
  }

  private mutating func node(in groups: [SetGroup], depth: Int) -> Node {
    if depth < 4, chance(35) { return .group(group(in: groups, depth: depth)) }
    return .phase(phase(in: groups))
  }

  private mutating func group(in groups: [SetGroup], depth: Int) -> SetGroup {
    let sets = number(1...5)
    let repetition = pick([
      Repetition.sets(sets), .capped(sets: sets, cap: duration(.seconds(1)...Limits.totalLength)),
      .total(duration(.seconds(1)...Limits.totalLength)),
      .interval(sets: sets, every: interval(sets: sets)),
      .totalInterval(total: duration(.seconds(1)...Limits.totalLength), every: interval(sets: nil)),
    ])
    var group = SetGroup(repetition, name: optional { $0.pick(["Circuit", "Größe 💪", "a \"b\" \\c"]) }, nodes: [])
    group.cues = list(0...2) { $0.rule(on: $0.pick([.phase, .set]), isTimed: group.repetition.sets == nil) }
    if chance(20) { group.sides = sides() }
    if chance(20) { group.metronome = metronome(isTimed: group.repetition.sets == nil) }
    group.coach = coach()
    if let outer = groups.last { group.skip = skip(in: outer) }
    group.nodes = list(1...3) { $0.node(in: groups + [group], depth: depth + 1) }
    group.order = pick(SetOrder.allCases)
    if chance(30) { group.pick = number(1...group.nodes.count) }
    if chance(20) { group.between = node(in: groups + [group], depth: depth + 1) }
    return group
  }

  private mutating func interval(sets: Int?) -> SetInterval {
    let range = Duration.seconds(1)...Limits.phaseLength.upperBound
    return pick([
      .fixed(duration(range)), .perSet((0..<(sets ?? 2)).map { _ in duration(range) }),
      .progression(from: .seconds(number(100...200)), by: .seconds(number(sets == nil ? 0...9 : -9...9))),
    ])
  }

  private mutating func skip(in group: SetGroup) -> SkippedSets? {
    switch number(0...5) {
    case 0: .first
    case 1: group.repetition.sets == nil ? nil : .last
    case 2: .numbers(list(1...3) { $0.number(1...(group.repetition.sets ?? 100_000)) })
    default: nil
    }
  }

  /// One that changes from set to set, unless it is outside all sets, where it is unknown whether time ends them.
  private mutating func metronome(isTimed: Bool?) -> Metronome {
    let rate = BeatsPerMinute(millionths: Int64(number(1_000_000...300_000_000)))
    let growth = number(isTimed == true ? 0...9 : -9...9) * 1_500_000
    let growing: [Metronome.Pace] = [
      .perSet(PerSet(list: [rate, 66]) ?? PerSet(60)),
      .progression(from: 160, by: BeatsPerMinute(millionths: Int64(growth))),
    ]
    let steady: [Metronome.Pace] = [
      .perMinute(rate), .perMinute(180), .every(duration(.milliseconds(100)...Limits.phaseLength.upperBound)),
    ]
    let pace = pick(isTimed == nil ? steady : steady + growing)
    return Metronome(
      pace, sound: pick(["tick", "clap", "gong", "sounds/x.wav"]), accent: optional { $0.number(Limits.accent) },
      gain: Double(number(-60...24)) / 2)
  }

  private mutating func coach() -> Coach? {
    optional { $0.pick([.off, .standard, .on(every: $0.duration(Limits.coachInterval))]) }
  }

  private mutating func sides() -> Sides {
    Sides(optional { $0.list(2...8) { $0.text(1...20) } }, change: optional { $0.duration(Limits.phaseLength) })
  }

  /// A text, or a list of texts where there are sets for it.
  private mutating func texts(_ length: ClosedRange<Int>, in groups: [SetGroup]) -> PerSet<String> {
    let count = groups.isEmpty || chance(70) ? 1...1 : 2...4
    return PerSet(list: list(count) { $0.text(length) }, by: name(of: groups)) ?? "?"
  }

  /// The name of a group by whose sets a list goes, for some lists.
  private mutating func name(of groups: [SetGroup]) -> String? {
    let names = groups.compactMap(\.name)
    return names.isEmpty || chance(50) ? nil : pick(names)
  }

  private mutating func reps(in groups: [SetGroup]) -> Reps {
    guard let group = groups.last, chance(50) else { return .perSet(PerSet(number(Limits.reps))) }
    if chance(50) {
      return .perSet(PerSet(list: list(2...4) { $0.number(Limits.reps) }, by: name(of: groups)) ?? PerSet(1))
    }
    return .progression(from: number(100...200), by: group.repetition.sets == nil ? number(0...9) : number(-9...9))
  }

  private mutating func phase(in groups: [SetGroup]) -> Phase {
    let isTimed = groups.last.map { $0.repetition.sets == nil } ?? true
    var phase = Phase(texts(1...40, in: groups), pick(Intensity.allCases), end(sets: groups.last?.repetition.sets))
    if let group = groups.last { phase.skip = skip(in: group) }
    if chance(20) { phase.sides = sides() }
    if case .after(.tempo) = phase.end {
      phase.reps = .perSet(PerSet(number(1...500)))
    } else if chance(30) {
      phase.reps = reps(in: groups)
    }
    if phase.reps != nil, chance(50) { phase.say = "{reps} of these, then {next}" }
    if phase.sides != nil, chance(50) { phase.say = "Hold, {side}" }
    if let name = groups.first?.name, chance(50) { phase.say = PerSet("{set@\(name)} {set}") }
    phase.cues = list(0...2) { $0.rule(on: .phase, isTimed: isTimed, hasSets: !groups.isEmpty) }
    phase.ambient = pick([.inherited, .silent, .bed(ambient())])
    if phase.end == .after(.track) || chance(10) { phase.track = pick(["clap", "talks/one.mp3"]) }
    phase.notes = optional { $0.texts(0...300, in: groups) }
    if chance(20) { phase.target = texts(1...60, in: groups).map { Target($0) } }
    if chance(20) { phase.metronome = metronome(isTimed: groups.last.map { $0.repetition.sets == nil }) }
    phase.coach = coach()
    return phase
  }

  private static let tempo = Tempo("3-0.5-2-0")

  private mutating func until() -> Until {
    let levels: [(Signal, Target.Part)] = [
      (.heartRate, Target.Part(.beatsPerMinute, number(20...250) * 1000)),
      (.heartRate, Target.Part(.percentOfMaximumHeartRate, number(1000...300_000))),
      (.heartRate, Target.Part(.percentOfThresholdHeartRate, number(1000...300_000))),
      (.power, Target.Part(.watts, number(0...3000) * 1000)),
      (.power, Target.Part(.percentOfFTP, number(1000...300_000))),
      (.cadence, Target.Part(.revolutionsPerMinute, number(0...300) * 1000)),
    ]
    let (signal, level) = pick(levels)
    return Until(signal, pick(Until.Comparison.allCases), level, hold: duration(Limits.hold))
  }

  private mutating func end(sets: Int?) -> PhaseEnd {
    switch number(0...8) {
    case 0:
      let cap = optional { $0.duration(Limits.phaseLength) }
      let atLeast = optional { $0.duration(.zero...(cap ?? Limits.phaseLength.upperBound)) }
      return .open(cap: cap, atLeast: atLeast, until: cap.flatMap { _ in optional { $0.until() } })
    case 7:
      let shortest = duration(.zero...Limits.phaseLength.upperBound / 2)
      return .after(.random(RandomLength(shortest, shortest * 2, isSurprise: chance(50))))
    case 6: return Self.tempo.map { .after(.tempo($0)) } ?? .open()
    case 1: return .after(.track)
    case 2:
      guard let sets else { return .after(.fixed(.zero)) }
      return .after(.perSet((0..<sets).map { _ in duration(Limits.phaseLength) }))
    case 3:
      guard let sets else { return .after(.fixed(.nanoseconds(1))) }
      let from = duration(.zero...Limits.phaseLength.upperBound / 2)
      let step = from.wholeNanoseconds / sets
      return .after(.progression(from: from, by: .nanoseconds(chance(50) ? step : -step)))
    default: return .after(.fixed(duration(Limits.phaseLength)))
    }
  }

  private mutating func rule(on anchor: Anchor, isTimed: Bool = false, hasSets: Bool = true) -> CueRule {
    var rule = CueRule(on: anchor, at: moment(isFixed: false))
    rule.cueClass = optional { $0.pick(CueClass.allCases) }
    if chance(20) {
      rule.at = moment(isFixed: true)
      rule.count = number(Limits.count)
    } else {
      rule.align = pick(Alignment.allCases)
      rule.say = pick([
        CueText(pieces: [.words("Halfway, "), .placeholder(.remaining)]), CueText(pieces: [.words("é\n")]),
      ])
    }
    if chance(50) { rule.sound = CueSound(pick(["gong", "clap", "a/b.wav"]), strikes: number(1...9), gain: gain()) }
    if rule.speaks {
      rule.speechGain = rule.sound?.gain ?? gain()
      rule.voice = optional { VoiceChange(language: $0.pick(["de", nil]), rate: $0.number(80...450), pitch: 0) }
    }
    rule.condition.longerThan = optional { $0.duration(.zero...Limits.totalLength) }
    rule.condition.atLeast = optional { $0.duration(.zero...Limits.totalLength) }
    rule.condition.before = optional { $0.moment(isFixed: true) }
    rule.condition.after = optional { $0.moment(isFixed: true) }
    if anchor == .phase {
      rule.condition.intensity = optional { generator in generator.list(1...3) { $0.pick(Intensity.allCases) } }
      rule.condition.intensityChanges = optional { $0.chance(50) }
      rule.condition.endsSet = optional { $0.chance(50) }
    }
    if rule.count == nil { rule.condition.counted = optional { $0.chance(50) } }
    if anchor == .set { rule.condition.severalPhases = optional { $0.chance(50) } }
    if anchor != .workout, hasSets {
      rule.condition.set = optional {
        isTimed ? .first : $0.pick(SetCondition.words.map(\.condition) + [.numbers([2, 4]), .every(3, from: 2)])
      }
    }
    return rule
  }

  private mutating func moment(isFixed: Bool) -> Moment {
    let offset = chance(30) ? .zero : duration(.seconds(-100_000)...(.seconds(100_000)))
    switch number(0...(isFixed ? 2 : 4)) {
    case 0: return .start(offset: offset)
    case 1: return .end(offset: offset)
    case 2: return chance(50) ? .half(offset: offset) : .part(percent: number(0...100), offset: offset)
    case 3: return .every(duration(.seconds(1)...Limits.totalLength))
    default: return .random(number(Limits.randomMoments))
    }
  }

  private mutating func ambient() -> Ambient {
    Ambient(
      sound: pick(["rain", "clap", "bed/waves.flac"]), gain: gain(), fade: duration(Limits.phaseLength),
      duck: pick([-12, 0, -0.1, -60, -1e-7, .clear]))
  }

  private mutating func gain() -> Double { pick([0, -3, 24, 0.1, -59.999999999999, 1e-20]) }

  /// A duration, often a round one.
  private mutating func duration(_ range: ClosedRange<Duration>) -> Duration {
    let bounds = range.lowerBound.wholeNanoseconds...range.upperBound.wholeNanoseconds
    let unit = pick([1, 1000, 1_000_000, 500_000_000, 1_000_000_000, 60_000_000_000])
    let round = number(bounds) / unit * unit
    return .nanoseconds(bounds.contains(round) ? round : bounds.lowerBound)
  }

  private mutating func text(_ length: ClosedRange<Int>) -> String {
    let letters = Array("aZ09 äß💪\"\\/\n\t\u{1}\u{7F}\u{2028}é".unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<number(length) { text.append(pick(letters)) }
    return String(text)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...(elements.count - 1))] }

  private mutating func optional<Value>(_ make: (inout Self) -> Value) -> Value? { chance(50) ? make(&self) : nil }

  private mutating func list<Element>(_ count: ClosedRange<Int>, _ make: (inout Self) -> Element) -> [Element] {
    var list: [Element] = []
    for _ in 0..<number(count) { list.append(make(&self)) }
    return list
  }
}
