import WorkoutModel

/// What runs in a set: the nodes that it doesn't skip, and between two of them, or before another set with any, the
/// node between them.
extension ReferenceLayout {
  func children(of group: NumberedGroup, inSets sets: [Int]) -> [NumberedGroup.Child] {
    let set = sets.last ?? 0
    let places = group.places(inSets: sets, seed: seed)
    let running = Set(places.filter { lasts(group.runs[$0], inSet: set, of: group) })
    let isFollowed = group.group.between != nil && hasNodes(group, after: sets)
    var children: [NumberedGroup.Child] = []
    for (index, place) in places.enumerated() {
      children += group.runs[place].filter { !Self.isSkipped($0.skip, set, of: group.sets) }
      guard running.contains(place), isFollowed || places[(index + 1)...].contains(where: running.contains) else {
        continue
      }
      children += group.gaps[place].filter { !Self.isSkipped($0.skip, set, of: group.sets) }
    }
    return children
  }

  /// Whether any later set has a node that lasts some time. Time decides how many sets there are without a number.
  private func hasNodes(_ group: NumberedGroup, after sets: [Int]) -> Bool {
    guard let count = group.sets else { return true }
    let set = sets.last ?? 0
    return ((set + 1)..<max(set + 1, count)).contains { later in
      group.places(inSets: sets.dropLast() + [later], seed: seed).contains { place in
        lasts(group.runs[place], inSet: later, of: group)
      }
    }
  }

  /// Whether the user determines the length of a set, whatever is drawn.
  func endsByUser(_ group: NumberedGroup, set: Int) -> Bool {
    guard group.rest == nil else { return false }
    if group.runs.joined().contains(where: { endsByUser($0, in: group, set: set) }) { return true }
    guard group.gaps.joined().contains(where: { endsByUser($0, in: group, set: set) }) else { return false }
    if group.given == nil {
      return min(group.group.pick ?? group.runs.count, group.runs.count) > 1 || set + 1 < group.sets ?? .max
    }
    let running = group.runs.count { lasts($0, inSet: set, of: group) }
    return running > 1 || running == 1 && hasNodes(group, after: [set])
  }

  private func endsByUser(_ child: NumberedGroup.Child, in group: NumberedGroup, set: Int) -> Bool {
    if Self.isSkipped(child.skip, set, of: group.sets) { return false }
    switch child {
    case .phase(let run):
      switch run.phase.end {
      case .open: return true
      case .after(.relative(let other)): return usersNames.contains(other.name.inEnglish)
      case .after: return false
      }
    case .group(let inner):
      return inner.total == nil && (0..<(inner.sets ?? 1)).contains { endsByUser(inner, set: $0) }
    }
  }

  private func lasts(_ runs: [NumberedGroup.Child], inSet set: Int, of group: NumberedGroup) -> Bool {
    runs.contains { !Self.isSkipped($0.skip, set, of: group.sets) && lasts($0, inSet: set) }
  }

  private func lasts(_ child: NumberedGroup.Child, inSet set: Int) -> Bool {
    switch child {
    case .phase(let run): return length(of: run.phase, inSet: set) != .zero
    case .group(let inner): return lasts(inner)
    }
  }

  // The optimiser of Swift 6.3 fails where this is part of its caller.
  @inline(never)
  private func lasts(_ group: NumberedGroup) -> Bool {
    if group.total != nil || group.rest != nil { return true }
    if group.cap == .zero { return false }
    return (0..<(group.sets ?? 0)).contains { set in
      group.places(inSets: [set], seed: seed).contains { lasts(group.runs[$0], inSet: set, of: group) }
    }
  }
}

extension NumberedGroup.Child {
  /// The sets that leave it out.
  fileprivate var skip: SkippedSets? {
    switch self {
    case .phase(let run): run.phase.skip
    case .group(let inner): inner.group.skip
    }
  }
}
