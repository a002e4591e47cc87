extension Timeline {
  /// Whether an ID, which may come from elsewhere, is that of a run of a phase of this workout.
  package func contains(_ id: SegmentID) -> Bool {
    guard layout.nodes.indices.contains(id.node), case .leaf = layout.nodes[id.node] else { return false }
    var group = layout.parents[id.node]
    for set in id.sets.reversed() {
      guard group > 0, set >= 0, set < layout.group(group).sets ?? .max else { return false }
      group = layout.parents[group]
    }
    return group == 0
  }

  /// Whether the user ends a segment; the clock ends the rest of an interval.
  package func endsByUser(_ id: SegmentID) -> Bool { layout.leaf(id.node).endsByUser }

  /// Whether a segment is what a phase takes beyond its planned end.
  package func isOvertime(_ id: SegmentID) -> Bool { layout.isOvertime(id.node) }

  /// Why the length of a segment differs from run to run; `nil` if it doesn't, or if the user ends it.
  package func varyingLength(of id: SegmentID) -> VaryingLength? { layout.leaf(id.node).varying }

  /// Whether nobody is to know when a segment ends.
  package func isSurprise(_ id: SegmentID) -> Bool { layout.leaf(id.node).isSurprise }

  /// Whether another phase is as long as a segment takes.
  package func isMeasured(_ id: SegmentID) -> Bool { layout.measure(of: id) != nil }

  /// A segment as it was before the user extended it by a time and ended it.
  package func cursor(_ cursor: Cursor, extended: Duration) -> Cursor {
    var planned = cursor
    _ = planned.extend(by: .zero - extended, notBefore: cursor.start)
    guard cursor.isEndedByUser else { return planned }
    var walk = Walk(layout, from: planned)
    walk.restartPhase()
    return walk.cursor ?? planned
  }

  /// How far the clock of the innermost group, or interval, around both segments has run on since a session was at a
  /// position of `other`, where it is at a position of `cursor` now; `nil` if there is none, or it hasn't.
  package func clockShift(
    from cursor: Cursor, at position: Duration, to other: Cursor, at otherPosition: Duration
  ) -> Cursor.LimitShift? {
    var found: (depth: Int, isGroups: Bool, limits: (here: Duration?, there: Duration?))?
    for (depth, (here, there)) in zip(cursor.frames, other.frames).enumerated() {
      let group = layout.group(here.group)
      guard here.group == there.group, here.groupStart == there.groupStart else { break }
      if group.total != nil || group.pace.cap != nil { found = (depth, true, (here.groupLimit, there.groupLimit)) }
      guard here.set == there.set else { break }
      if group.interval(ofSet: here.set) != nil { found = (depth, false, (here.setLimit, there.setLimit)) }
    }
    guard let found, let here = found.limits.here, let there = found.limits.there else { return nil }
    let passed = (there - otherPosition) - (here - position)
    return passed > .zero ? Cursor.LimitShift(depth: found.depth, isGroups: found.isGroups, by: passed) : nil
  }

  /// Whether a segment comes before another in the plan.
  package func precedes(_ a: SegmentID, _ b: SegmentID) -> Bool {
    let (here, there) = (layout.path(to: a.node), layout.path(to: b.node))
    for (level, (node, other)) in zip(here, there).enumerated() {
      if node != other { return isBefore(node, other, inSets: a.sets.prefix(level)) }
      // A group has a set, and a phase none.
      guard level < min(a.sets.count, b.sets.count) else { break }
      if a.sets[level] != b.sets[level] { return a.sets[level] < b.sets[level] }
    }
    return false
  }

  /// Whether one child of a group comes before another in a set.
  private func isBefore(_ a: Int, _ b: Int, inSets sets: ArraySlice<Int>) -> Bool {
    let group = layout.group(layout.parents[a])
    guard let sequence = group.sequence(inSets: sets) else { return a < b }
    return group.position(of: group.place(of: a), in: sequence) < group.position(of: group.place(of: b), in: sequence)
  }
}
