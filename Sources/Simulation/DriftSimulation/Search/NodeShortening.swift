import WorkoutModel

/// Shortens workouts, one step at a time.
enum NodeShortening {
  private static let shortestPhase = Duration.seconds(2)

  /// All lists that are one step shorter: without one node, with half the sets, or with half the time of a phase.
  static func shorter(_ nodes: [Node]) -> [[Node]] {
    var lists: [[Node]] = []
    if nodes.count > 1 {
      for index in nodes.indices {
        var list = nodes
        list.remove(at: index)
        lists.append(list)
      }
    }
    for index in nodes.indices {
      for node in shorter(nodes[index]) {
        var list = nodes
        list[index] = node
        lists.append(list)
      }
    }
    return lists
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
      var shorter: [Node] = fewer(group.cues).map { cues in
        var smaller = group
        smaller.cues = cues
        return .group(smaller)
      }
      if let repetition = group.repetition.halved {
        var smaller = group
        smaller.repetition = repetition
        shorter.append(.group(smaller))
      }
      for change in simplifications {
        var smaller = group
        change(&smaller)
        if smaller != group { shorter.append(.group(smaller)) }
      }
      for nodes in self.shorter(group.nodes) {
        var smaller = group
        smaller.nodes = nodes
        shorter.append(.group(smaller))
      }
      return shorter
    }
  }
}

extension NodeShortening {
  /// All workouts that are one step simpler: in their nodes, without a rule, without a bed, or in the language and
  /// style with the fewest words.
  static func simpler(_ workout: Workout) -> [Workout] {
    var simpler: [Workout] = []
    func add(_ change: (inout Workout) -> Void) {
      var other = workout
      change(&other)
      if other != workout { simpler.append(other) }
    }
    for nodes in shorter(workout.nodes) { add { $0.nodes = nodes } }
    for cues in fewer(workout.cues) { add { $0.cues = cues } }
    add { $0.ambient = nil }
    add { $0.coach = .off }
    add { $0.voice = Voice() }
    add { $0.without = [] }
    add { ($0.style, $0.without) = (.silent, []) }
    return simpler
  }

  private static func fewer(_ cues: [CueRule]) -> [[CueRule]] {
    cues.indices.map { index in
      var fewer = cues
      fewer.remove(at: index)
      return fewer
    }
      + cues.indices.filter { !cues[$0].further.isEmpty }.map { index in
        var simpler = cues
        simpler[index].further = []
        return simpler
      }
      + cues.indices.filter { cues[$0].condition != Condition() }.map { index in
        var simpler = cues
        simpler[index].condition = Condition()
        return simpler
      }
  }

  private static func simpler(_ phase: Phase) -> [Phase] {
    var simpler: [Phase] = []
    func add(_ change: (inout Phase) -> Void) {
      var other = phase
      change(&other)
      if other != phase { simpler.append(other) }
    }
    for cues in fewer(phase.cues) { add { $0.cues = cues } }
    switch phase.end {
    case .after(.fixed(let length)):
      if length >= shortestPhase * 2 { add { $0.end = .after(.fixed(.seconds(length.inNanoseconds / 2_000_000_000))) } }
      let whole = length.inNanoseconds / 1_000_000_000
      if whole > 0 { add { $0.end = .after(.fixed(.seconds(whole))) } }
    case .after(.perSet(let lengths)): add { $0.end = .after(.fixed(lengths.max() ?? .zero)) }
    case .after(.progression(let from, _)): add { $0.end = .after(.fixed(from)) }
    case .after(.track): break
    case .after(.tempo(let tempo)): add { $0.end = .after(.fixed(tempo.length)) }
    case .after(.random(let length)): add { $0.end = .after(.fixed(length.longest)) }
    case .after(.relative): add { $0.end = .after(.fixed(shortestPhase * 2)) }
    case .open(let cap, let atLeast, let until):
      if until != nil { add { $0.end = .open(cap: cap, atLeast: atLeast) } }
      if atLeast != nil { add { $0.end = .open(cap: cap, until: until) } }
      if let cap, cap >= shortestPhase * 2, atLeast == nil {
        add { $0.end = .open(cap: .seconds(cap.inNanoseconds / 2_000_000_000), until: until) }
      }
    }
    add { $0.reps = nil }
    add { $0.say = nil }
    add { $0.skip = nil }
    add { $0.sides?.change = nil }
    add { $0.sides = nil }
    add { $0.metronome = nil }
    add { $0.metronome?.accent = nil }
    add { $0.metronome = $0.metronome?.inSet(0) }
    add { $0.coach = nil }
    add { $0.target = nil }
    add { $0.notes = nil }
    add { $0.ambient = .inherited }
    add { $0.name = "Work" }
    return simpler
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
