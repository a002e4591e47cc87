/// The phases of a workout that others are as long as.
struct PhaseReferences {
  /// The names of such phases, numbered in the order in which they are used.
  private(set) var measures: [String: Int] = [:]
  /// The names of phases whose length the user decides, and of those whose length is drawn.
  private var users: Set<String> = []
  private var drawn: Set<String> = []

  init(_ workout: Workout) {
    let phases = workout.placedNodes.compactMap { if case .phase(let phase) = $0.node { phase } else { nil } }
    for phase in phases {
      switch phase.end {
      case .after(.relative(let length)):
        if measures[length.name] == nil { measures[length.name] = measures.count }
      case .after(.random): drawn.formUnion(phase.name.values)
      case .open: users.formUnion(phase.name.values)
      case .after: break
      }
    }
    if measures.isEmpty { return }
    // What is as long as such a phase is one itself.
    var count = -1
    while count != users.count + drawn.count {
      count = users.count + drawn.count
      for phase in phases {
        guard case .after(.relative(let length)) = phase.end else { continue }
        if users.contains(length.name) { users.formUnion(phase.name.values) }
        if drawn.contains(length.name) { drawn.formUnion(phase.name.values) }
      }
    }
  }

  func dependsOnUser(_ phase: Phase) -> Bool {
    if case .after(.relative(let length)) = phase.end { users.contains(length.name) } else { false }
  }

  /// Why the length of a phase differs from run to run; `nil` if it doesn't, or if the user ends it.
  func varyingLength(of phase: Phase) -> VaryingLength? {
    switch phase.end {
    case .after(.random(let length)): return .random(length)
    case .after(.relative(let length)):
      let dependsOnUser = users.contains(length.name)
      return dependsOnUser || drawn.contains(length.name) ? .relative(length, dependsOnUser: dependsOnUser) : nil
    case .after, .open: return nil
    }
  }
}
