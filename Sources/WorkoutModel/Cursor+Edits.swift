extension Cursor {
  /// Ends the segment at `position`, because the user says so.
  public mutating func end(at position: Duration) { end = max(position, start) }
}

extension Timeline {
  /// Whether a cursor, which may come from somewhere else, stands in this timeline.
  public func holds(_ cursor: Cursor) -> Bool {
    guard let root = cursor.frames.first, root.group == 0 else { return false }
    for (index, frame) in cursor.frames.enumerated() {
      guard layout.nodes.indices.contains(frame.group), case .group(let group) = layout.nodes[frame.group],
        group.children.indices.contains(frame.child), frame.set >= 0, frame.set < group.sets ?? .max
      else { return false }
      let next = index + 1 < cursor.frames.count ? cursor.frames[index + 1].group : cursor.leaf
      guard group.children[frame.child] == next else { return false }
    }
    guard case .leaf = layout.nodes[cursor.leaf] else { return false }
    return true
  }

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
