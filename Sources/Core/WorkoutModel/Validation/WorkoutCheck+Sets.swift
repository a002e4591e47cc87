/// Checks common properties of phases and groups: skipped sets and sides.
extension WorkoutCheck {
  mutating func checkSkip(_ skip: SkippedSets?, _ path: FieldPath, in groups: [EnclosingGroup]) {
    guard let skip else { return }
    guard let group = groups.last else {
      return report(path, "no set group is around this, so there is no set to be left out of")
    }
    switch skip {
    case .first: break
    case .last:
      guard group.isTimed else { return }
      report(path, "the last set of a group with \"for\" is unknown; \"first\" and numbers are allowed")
    case .numbers(let numbers):
      if numbers.isEmpty { report(path, "must name at least one set") }
      let range = 1...(group.repetition?.sets.map { max(1, $0) } ?? Limits.sets.upperBound)
      for (index, number) in numbers.enumerated() {
        checkRange(number, range, numbers.count == 1 ? path : path.index(index))
      }
    }
  }

  mutating func checkSides(_ sides: Sides?, at path: FieldPath) {
    guard let sides else { return }
    checkRange(sides.change, Limits.phaseLength, path.key("change"))
    guard let names = sides.names else { return }
    let path = path.key("sides")
    if !Limits.sides.contains(names.count) {
      report(path, "must have \(Limits.sides.lowerBound)…\(Limits.sides.upperBound) sides, has \(names.count)")
    }
    for (index, name) in names.enumerated() { checkLength(name, Limits.text, path.index(index)) }
  }

  /// Checks that sides don't produce too many nodes.
  mutating func checkRuns(of nodes: [Node], at path: FieldPath) {
    guard nodes.reduce(0, { $0 + $1.countRuns() }) > Limits.nodes else { return }
    for (index, node) in nodes.enumerated() where node.countRuns() > Limits.nodes {
      if case .group(let group) = node, group.sides == nil {
        let path = path.index(index)
        if group.between != nil, group.nodes.reduce(0, { $0 + $1.countRuns() }) <= Limits.nodes {
          let message = "makes more than \(Limits.nodes) phases and groups, as it follows each of the others"
          return report(path.key("between"), message)
        }
        return checkRuns(of: group.nodes, at: path.key("phases"))
      }
      if node.sides != nil {
        return report(
          path.index(index).key("sides"), "make more than \(Limits.nodes) phases and groups of those in the file")
      }
    }
    // If there are too many nodes without sides, another check reports the first one too many.
    guard nodes.containsAnywhere({ $0.sides != nil || $0.between != nil }) else { return }
    report(path, "come to more than \(Limits.nodes) phases and groups with their sides and what is between them")
  }
}
