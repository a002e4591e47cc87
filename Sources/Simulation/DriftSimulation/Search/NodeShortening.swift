import WorkoutModel

/// Shortens workouts, one step at a time.
enum NodeShortening {
  private static let shortestPhase = Duration.seconds(2)

  /// All lists that are one step shorter: without one node, with half the sets, or with half the time of a phase.
  static func shorter(_ nodes: [Node]) -> [[Node]] {
    var lists = Variants(of: nodes)
    if nodes.count > 1 {
      for index in nodes.indices { lists.add { $0.remove(at: index) } }
    }
    for index in nodes.indices {
      for node in shorter(nodes[index]) { lists.add { $0[index] = node } }
    }
    return lists.all
  }

  /// The changes that simplify a group, each without effect if the group lacks the feature.
  private static let simplifications: [@Sendable (inout SetGroup) -> Void] = [
    { $0.name = nil }, { $0.pick = nil }, { $0.order = .given }, { $0.skip = nil }, { $0.sides?.change = nil },
    { $0.sides = nil }, { $0.between = nil }, { $0.metronome = nil }, { $0.metronome?.accent = nil },
    { $0.coach = nil },
    { $0.metronome = $0.metronome?.inSet(0) },
    { if case .capped(let sets, _) = $0.repetition { $0.repetition = .sets(sets) } },
    { if case .totalInterval(let time, _) = $0.repetition { $0.repetition = .total(time) } },
    { group in
      guard case .interval(let sets, let every) = group.repetition else { return }
      group.repetition = .interval(sets: sets, every: .fixed(every.length(inSet: 0)))
    },
  ]

  private static func shorter(_ node: Node) -> [Node] {
    switch node {
    case .phase(let phase): return simpler(phase).map { .phase($0) }
    case .group(let group):
      var groups = Variants(of: group)
      for cues in fewer(group.cues) { groups.add { $0.cues = cues } }
      if let repetition = group.repetition.halved { groups.add { $0.repetition = repetition } }
      for change in simplifications { groups.add(change) }
      for nodes in shorter(group.nodes) { groups.add { $0.nodes = nodes } }
      return groups.all.map { .group($0) }
    }
  }
}

extension NodeShortening {
  /// All workouts that are one step simpler: in their nodes, without a rule, without a bed, or in the language and
  /// style with the fewest words.
  static func simpler(_ workout: Workout) -> [Workout] {
    var workouts = Variants(of: workout)
    for nodes in shorter(workout.nodes) { workouts.add { $0.nodes = nodes } }
    for cues in fewer(workout.cues) { workouts.add { $0.cues = cues } }
    workouts.add { $0.ambient = nil }
    workouts.add { $0.coach = .off }
    workouts.add { $0.voice = Voice() }
    workouts.add { $0.without = [] }
    workouts.add { ($0.style, $0.without) = (.silent, []) }
    return workouts.all
  }

  private static func fewer(_ cues: [CueRule]) -> [[CueRule]] {
    var lists = Variants(of: cues)
    for index in cues.indices { lists.add { $0.remove(at: index) } }
    for index in cues.indices { lists.add { $0[index].further = [] } }
    for index in cues.indices { lists.add { $0[index].condition = Condition() } }
    return lists.all
  }

  private static func simpler(_ phase: Phase) -> [Phase] {
    var phases = Variants(of: phase)
    for cues in fewer(phase.cues) { phases.add { $0.cues = cues } }
    switch phase.end {
    case .after(.fixed(let length)):
      let whole = length.inNanoseconds / 1_000_000_000
      if length >= shortestPhase * 2 { phases.add { $0.end = .after(.fixed(.seconds(whole / 2))) } }
      if whole > 0 { phases.add { $0.end = .after(.fixed(.seconds(whole))) } }
    case .after(.perSet(let lengths)): phases.add { $0.end = .after(.fixed(lengths.max() ?? .zero)) }
    case .after(.progression(let from, _)): phases.add { $0.end = .after(.fixed(from)) }
    case .after(.track): break
    case .after(.tempo(let tempo)): phases.add { $0.end = .after(.fixed(tempo.length)) }
    case .after(.random(let length)): phases.add { $0.end = .after(.fixed(length.longest)) }
    case .after(.relative): phases.add { $0.end = .after(.fixed(shortestPhase * 2)) }
    case .open(let cap, let atLeast, let until):
      if until != nil { phases.add { $0.end = .open(cap: cap, atLeast: atLeast) } }
      if atLeast != nil { phases.add { $0.end = .open(cap: cap, until: until) } }
      if let cap, cap >= shortestPhase * 2, atLeast == nil {
        phases.add { $0.end = .open(cap: .seconds(cap.inNanoseconds / 2_000_000_000), until: until) }
      }
    }
    phases.add { $0.overtime = nil }
    phases.add { $0.stages = [] }
    phases.add { $0.reps = nil }
    phases.add { $0.say = nil }
    phases.add { $0.skip = nil }
    phases.add { $0.sides?.change = nil }
    phases.add { $0.sides = nil }
    phases.add { $0.metronome = nil }
    phases.add { $0.metronome?.accent = nil }
    phases.add { $0.metronome = $0.metronome?.inSet(0) }
    phases.add { $0.coach = nil }
    phases.add { $0.target = nil }
    phases.add { $0.notes = nil }
    phases.add { $0.ambient = .inherited }
    phases.add { $0.name = "Work" }
    return phases.all
  }
}

/// The changed copies of a value, without those that a change has left as it was.
struct Variants<Value: Equatable> {
  private let original: Value
  private(set) var all: [Value] = []

  init(of original: Value) { self.original = original }

  mutating func add(_ change: (inout Value) -> Void) {
    var variant = original
    change(&variant)
    if variant != original { all.append(variant) }
  }
}

extension SetInterval {
  fileprivate func first(_ sets: Int) -> SetInterval {
    if case .perSet(let lengths) = self { .perSet(Array(lengths.prefix(sets))) } else { self }
  }
}

extension Repetition {
  fileprivate var halved: Repetition? {
    switch self {
    case .sets(let count): count > 1 ? .sets(count / 2) : nil
    case .capped(let count, let cap): count > 1 ? .capped(sets: count / 2, cap: cap) : nil
    case .interval(let count, let every): count > 1 ? .interval(sets: count / 2, every: every.first(count / 2)) : nil
    case .totalInterval(let length, let every):
      length >= .seconds(20) ? .totalInterval(total: .seconds(length.inNanoseconds / 2_000_000_000), every: every) : nil
    case .total(let length): length >= .seconds(20) ? .total(.seconds(length.inNanoseconds / 2_000_000_000)) : nil
    }
  }
}
