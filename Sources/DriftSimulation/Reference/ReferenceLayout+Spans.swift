import WorkoutModel

/// What the reference asks of the phases that it has laid out.
extension ReferenceLayout {
  /// From the beginning of the first of some phases to the end of the last.
  func span(of places: [Int]) -> PlanSpan {
    guard let first = places.first, let last = places.last else { return PlanSpan(start: .zero, end: .zero) }
    return PlanSpan(start: phases[first].start, end: phases[last].end)
  }

  /// Whether something in a span depends on the user, whatever is known of its end.
  func isOpen(_ places: [Int]) -> Bool { places.contains { phases[$0].isOpen } }

  /// Whether no set of the same group follows a set, as laid out.
  func isLast(_ set: SetID) -> Bool {
    if let count = groups[set.group]?.repetition.sets { return set.sets.last == count - 1 }
    // Sets that last no time aren't there, so not only the next one may follow.
    let outer = Array(set.sets.dropLast())
    return (1...3).allSatisfy { later in
      places[SetID(group: set.group, sets: outer + [(set.sets.last ?? 0) + later])] == nil
    }
  }

  /// How many phases the file has in a group, at any depth.
  func phaseCount(of group: Int) -> Int {
    func count(_ nodes: [Node]) -> Int {
      nodes.reduce(0) { sum, node in
        switch node {
        case .phase: sum + 1
        case .group(let group): sum + count(group.nodes)
        }
      }
    }
    return count(groups[group]?.nodes ?? [])
  }
}
