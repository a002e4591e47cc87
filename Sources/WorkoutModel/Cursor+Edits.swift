extension Cursor {
  /// Ends the segment at `position`, because the user says so.
  public mutating func end(at position: Duration) { end = max(position, start) }
}

extension Timeline {
  /// Whether the user decides when a segment ends; the rest of an interval is the clock's.
  public func isUsers(_ id: SegmentID) -> Bool {
    if case .open = layout.leaf(id.node).length { return true }
    return false
  }

  /// Whether a segment comes before another in the plan.
  public func precedes(_ a: SegmentID, _ b: SegmentID) -> Bool {
    // Nodes are numbered in the order of the file, so only sets of common groups can turn two nodes round.
    for (group, sets) in zip(zip(groups(around: a.node), groups(around: b.node)), zip(a.sets, b.sets)) {
      guard group.0 == group.1 else { break }
      if sets.0 != sets.1 { return sets.0 < sets.1 }
    }
    return a.node < b.node
  }

  /// The groups around a node, outermost first, the workout left out.
  private func groups(around node: Int) -> [Int] {
    var groups: [Int] = []
    var current = 0
    while case .group(let group) = layout.nodes[current] {
      guard let child = group.children.last(where: { $0 <= node }) else { break }
      if child == node { break }
      groups.append(child)
      current = child
    }
    return groups
  }
}
