extension Timeline {
  /// Whether a cursor, which may come from elsewhere, is valid in this timeline.
  public func holds(_ cursor: Cursor) -> Bool {
    guard let root = cursor.frames.first, root.group == 0 else { return false }
    for (index, frame) in cursor.frames.enumerated() {
      guard layout.nodes.indices.contains(frame.group), case .group(let group) = layout.nodes[frame.group],
        group.children.indices.contains(frame.child), frame.set >= 0, frame.set < group.sets ?? .max
      else { return false }
      let next = index + 1 < cursor.frames.count ? cursor.frames[index + 1].group : cursor.leaf
      guard group.children[frame.child].node == next else { return false }
      let sequence = sequence(of: group, in: cursor.frames[...index])
      guard sequence?.contains(frame.child) ?? true else { return false }
    }
    guard case .leaf = layout.nodes[cursor.leaf] else { return false }
    return true
  }

  /// Whether the user ends a segment; the clock ends the rest of an interval.
  public func isUsers(_ id: SegmentID) -> Bool { layout.leaf(id.node).isUsers }

  /// Why the length of a segment differs from run to run; `nil` if it doesn't, or if the user ends it.
  public func varyingLength(of id: SegmentID) -> VaryingLength? { layout.leaf(id.node).varying }

  /// Whether nobody is to know when a segment ends.
  public func isSurprise(_ id: SegmentID) -> Bool { layout.leaf(id.node).isSurprise }

  /// Whether a segment is the rest of an interval.
  public func isRemainder(_ id: SegmentID) -> Bool { layout.leaf(id.node).length == .remainder }

  /// Whether another phase is as long as a segment takes.
  public func isMeasured(_ id: SegmentID) -> Bool { layout.measure(of: id) != nil }

  /// A segment as it was before the user extended it by a time and ended it.
  public func cursor(_ cursor: Cursor, extended: Duration) -> Cursor {
    var planned = cursor
    _ = planned.extend(by: .zero - extended, notBefore: cursor.start)
    guard cursor.isEndedByUser else { return planned }
    var walk = Walk(layout: layout, frames: planned.frames, took: cursor.took)
    return walk.enter(cursor.leaf, at: cursor.start) ?? planned
  }

  /// Whether the clock of one group, or of one interval, runs in both segments, and hasn't ended the second at a
  /// position.
  package func shareClock(_ a: Cursor, _ b: Cursor, at position: Duration) -> Bool {
    guard let limit = b.frames.last?.setLimit, limit > position else { return false }
    for (first, second) in zip(a.frames, b.frames) {
      let group = layout.group(first.group)
      guard first.group == second.group, first.groupStart == second.groupStart else { return false }
      if group.total != nil || group.pace.cap != nil { return true }
      guard first.set == second.set else { return false }
      if group.interval(ofSet: first.set) != nil { return true }
    }
    return false
  }

  /// Whether a segment comes before another in the plan.
  public func precedes(_ a: SegmentID, _ b: SegmentID) -> Bool {
    // From the same depth up to where their paths part; each group of a path has a set.
    var depth = min(a.sets.count, b.sets.count)
    var here = (ancestor(of: a, at: depth), ancestor(of: b, at: depth))
    var parted: (Int, Int)?
    while here.0 != here.1 {
      parted = here
      here = (layout.parents[here.0], layout.parents[here.1])
      depth -= 1
    }
    let common = parted == nil ? depth : depth + 1
    for level in 0..<common where a.sets[level] != b.sets[level] { return a.sets[level] < b.sets[level] }
    return parted.map { isBefore($0, $1, inSets: a.sets.prefix(common)) } ?? false
  }

  /// The group around a segment, or its own phase, that lies within this number of groups.
  private func ancestor(of segment: SegmentID, at depth: Int) -> Int {
    (depth..<segment.sets.count).reduce(segment.node) { node, _ in layout.parents[node] }
  }

  /// Whether one child of a group comes before another in a set.
  private func isBefore(_ a: Int, _ b: Int, inSets sets: ArraySlice<Int>) -> Bool {
    let group = layout.group(layout.parents[a])
    guard let sequence = group.sequence(inSets: sets) else { return a < b }
    let places = [a, b].map { node in
      group.position(of: group.place(of: node), in: sequence)
    }
    return places[0] < places[1]
  }
}
