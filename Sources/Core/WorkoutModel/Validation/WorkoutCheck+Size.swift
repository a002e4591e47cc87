/// Checks how deep and how large a workout is.
extension WorkoutCheck {
  /// Whether the other checks may walk all of the workout; reports what is too deep or one too many.
  ///
  /// It stops there: an array in code may hold one group a thousand times, and that a thousand such arrays.
  mutating func checkSize() -> Bool {
    var (nodes, rules) = (0, 0)
    let root = FieldPath.root
    return checkSize(of: workout.cues, at: root, &rules)
      && workout.nodes.indices.allSatisfy { index in
        checkSize(of: workout.nodes[index], at: root.key("phases").index(index), depth: 0, &nodes, &rules)
      }
  }

  private mutating func checkSize(
    of node: Node, at path: FieldPath, depth: Int, _ nodes: inout Int, _ rules: inout Int
  ) -> Bool {
    nodes += 1
    guard nodes <= Limits.nodes else {
      report(path, "is one phase or group too many: at most \(Limits.nodes)")
      return false
    }
    guard checkSize(of: node.cues, at: path, &rules) else { return false }
    guard case .group(let group) = node else { return true }
    guard depth < Limits.groupDepth else {
      report(path, "set groups nest deeper than \(Limits.groupDepth)")
      return false
    }
    for (index, inner) in group.nodes.enumerated() {
      let path = path.key("phases").index(index)
      guard checkSize(of: inner, at: path, depth: depth + 1, &nodes, &rules) else { return false }
    }
    guard let between = group.between else { return true }
    return checkSize(of: between, at: path.key("between"), depth: depth + 1, &nodes, &rules)
  }

  private mutating func checkSize(of rules: [CueRule], at path: FieldPath, _ count: inout Int) -> Bool {
    count += rules.count
    if count <= Limits.cueRules { return true }
    let index = rules.count - (count - Limits.cueRules)
    report(path.key("cues").index(index), "is one cue rule too many: at most \(Limits.cueRules)")
    return false
  }
}
