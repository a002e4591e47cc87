import WorkoutModel

/// Queries about the laid-out phases.
extension ReferenceLayout {
  /// The extent of one phase.
  func extent(of place: Int) -> Extent {
    var extent = Extent()
    extent.add(phases[place].start, phases[place].end, isOpen: phases[place].isOpen, place: place)
    return extent
  }

  /// Whether no set of the same group follows a set in the layout.
  func isLast(_ set: SetID) -> Bool {
    if let count = groups[set.group]?.repetition.sets { return set.sets.last == count - 1 }
    // Sets of zero length are left out.
    return (1...3).allSatisfy { extents[set.advanced(by: $0)] == nil }
  }

  /// The maximum number of phases in a set of a group, at any depth, once for each side.
  func phaseCount(of group: Int) -> Int {
    func count(_ nodes: [Node]) -> Int {
      nodes.reduce(0) { sum, node in
        switch node {
        case .phase(let phase): sum + sides(phase.sides)
        case .group(let group): sum + count(of: group) * sides(group.sides)
        }
      }
    }
    func count(of group: SetGroup) -> Int {
      let gaps = group.nodes.count - (group.repetition.sets == 1 ? 1 : 0)
      return count(group.nodes) + count(group.between.map { [$0] } ?? []) * gaps
    }
    func sides(_ sides: Sides?) -> Int { sides.map { $0.names?.count ?? 2 } ?? 1 }
    guard let group = groups[group] else { return 0 }
    return count(of: group)
  }
}

/// The name and words of a phase in its set, as the description of the workout file specifies.
extension ReferenceLayout.LaidPhase {
  private func value<Value>(_ list: PerSet<Value>) -> Value { list.value(inSets: id.sets, of: names) }

  var name: String {
    let name = value(phase.name)
    guard let side else { return name }
    let parts = name.split(separator: "{side}", omittingEmptySubsequences: false)
    return parts.count > 1 ? parts.joined(separator: side) : name + ", " + side
  }

  var say: String? {
    guard let says = phase.say else { return nil }
    let say = value(says)
    guard let side else { return say }
    return say.split(separator: "{side}", omittingEmptySubsequences: false).joined(separator: side)
  }

  var reps: Int? {
    if case .perSet(let counts) = phase.reps { return value(counts) }
    return Self.reps(of: phase, inSet: id.sets.last ?? 0)
  }

  var target: Target? { phase.target.map(value) }

  static func reps(of phase: Phase, inSet set: Int) -> Int? {
    switch phase.reps {
    case .perSet(let counts): counts.values[set % counts.values.count]
    case .progression(let from, let growth): (0..<set).reduce(from) { count, _ in count + growth }
    case nil: nil
    }
  }
}

extension PerSet {
  /// The value by the sets of the innermost group, or of the innermost one of a name.
  func value(inSets sets: [Int], of names: [String?]) -> Value {
    var set = sets.last ?? 0
    if let wanted = group {
      for (name, number) in zip(names, sets) where name == wanted { set = number }
    }
    return values[set % values.count]
  }
}
