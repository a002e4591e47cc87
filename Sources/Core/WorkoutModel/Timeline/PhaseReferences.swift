/// The phases of a workout that others are as long as.
struct PhaseReferences {
  /// The names of such phases, numbered in the order in which they are used.
  private(set) var measures: [String: Int] = [:]
  /// The names of phases whose length the user decides, and of those whose length is drawn.
  private var users: Set<String> = []
  private var drawn: Set<String> = []
  /// The names of the phases in the language of the voice, by what is compared.
  private var shown: [String: String] = [:]

  init(_ workout: Workout) {
    let phases = workout.placedNodes.compactMap { if case .phase(let phase) = $0.node { phase } else { nil } }
    for phase in phases {
      switch phase.end {
      case .after(.relative(let length)):
        if measures[length.name.inEnglish] == nil { measures[length.name.inEnglish] = measures.count }
      case .after(.random): drawn.formUnion(phase.comparedNames)
      case .open: users.formUnion(phase.comparedNames)
      case .after: break
      }
      if phase.overtime != nil { users.formUnion(phase.comparedNames) }
    }
    if measures.isEmpty { return }
    shown = Dictionary(firstOf: phases.flatMap { zip($0.comparedNames, $0.name.values) })
    var followers: [String: [Phase]] = [:]
    for phase in phases {
      if case .after(.relative(let length)) = phase.end { followers[length.name.inEnglish, default: []].append(phase) }
    }
    users = Self.closure(of: users, under: followers)
    drawn = Self.closure(of: drawn, under: followers)
  }

  /// The names, and those of all phases that are as long as one of them, directly or by others.
  private static func closure(of names: Set<String>, under followers: [String: [Phase]]) -> Set<String> {
    var (closure, pending) = (names, Array(names))
    while let name = pending.popLast() {
      for phase in followers[name] ?? [] {
        for follower in phase.comparedNames where closure.insert(follower).inserted { pending.append(follower) }
      }
    }
    return closure
  }

  func dependsOnUser(_ phase: Phase) -> Bool {
    if case .after(.relative(let length)) = phase.end { users.contains(length.name.inEnglish) } else { false }
  }

  /// Why the length of a phase differs from run to run; `nil` if it doesn't, or if the user ends it.
  func varyingLength(of phase: Phase) -> VaryingLength? {
    switch phase.end {
    case .after(.random(let length)): return .random(length)
    case .after(.relative(var length)):
      let dependsOnUser = users.contains(length.name.inEnglish)
      guard dependsOnUser || drawn.contains(length.name.inEnglish) else { return nil }
      length.name = shown[length.name.inEnglish] ?? length.name
      return .relative(length, dependsOnUser: dependsOnUser)
    case .after, .open: return nil
    }
  }
}

extension Phase {
  /// Its names as they are compared.
  package var comparedNames: [String] { written.name.values.map { $0.inEnglish } }
}
