/// A place in a timeline that walks forward segment by segment.
///
/// A cursor holds where each enclosing group and set began and where the clock cuts it, so it stays true when the user
/// ends phases early or makes them longer.
public struct Cursor: Equatable, Sendable, Codable {
  /// A group that the cursor is in.
  struct Frame: Equatable, Sendable, Codable {
    /// The group's node.
    var group: Int
    /// Which of its children.
    var child: Int
    /// Which set, counted from 0.
    var set: Int
    var groupStart: Duration
    var setStart: Duration
    /// Where the clock ends the group, for itself or for one around it.
    var groupLimit: Duration?
    /// Where the clock ends the set.
    var setLimit: Duration?
  }

  /// The workout first, the innermost group last.
  var frames: [Frame]
  var leaf: Int

  /// Where the segment begins, in the plan.
  public internal(set) var start: Duration
  /// Where it ends; `nil` where only the user ends it.
  public internal(set) var end: Duration?

  /// The phase, by its place in the file.
  public var node: Int { leaf }

  /// The segment's name.
  public var id: SegmentID { SegmentID(node: leaf, sets: frames.dropFirst().map(\.set)) }

  /// The segment at the cursor.
  public var segment: Segment { Segment(id: id, start: start, end: end) }

  /// How many groups enclose it, the workout itself not counted.
  public var depth: Int { frames.count - 1 }

  /// The set of the innermost group, counted from 1, or `nil` outside all groups.
  public var set: Int? { frames.count > 1 ? frames[frames.count - 1].set + 1 : nil }

  /// Makes this segment longer, or shorter down to `earliest`; all that follows shifts by as much.
  ///
  /// The law: everything after the segment's end moves later by exactly the returned length, including the cuts of the
  /// clock.
  public mutating func extend(by amount: Duration, notBefore earliest: Duration) -> Duration {
    guard let end else { return .zero }
    let moved = max(end + amount, earliest, start) - end
    self.end = end + moved
    for index in frames.indices {
      frames[index].groupLimit = frames[index].groupLimit.map { $0 + moved }
      frames[index].setLimit = frames[index].setLimit.map { $0 + moved }
    }
    return moved
  }
}

extension Timeline {
  /// The first segment, or `nil` where nothing lasts any time.
  public func first() -> Cursor? {
    var walk = Walk(layout: layout)
    return walk.enter(0, at: .zero)
  }

  /// The segment that follows, when this one ends at `position`; `nil` at the end of the workout.
  public func next(after cursor: Cursor, endedAt position: Duration) -> Cursor? {
    var walk = Walk(layout: layout, frames: cursor.frames)
    return walk.advance(at: position)
  }

  /// The segment that holds a moment of the plan, or `nil` outside the plan.
  public func cursor(at position: Duration) -> Cursor? {
    guard position >= .zero, position <= Limits.totalLength else { return nil }
    if let total, position >= total { return nil }
    var walk = Walk(layout: layout)
    return walk.descend(to: position)
  }
}

extension Timeline {
  /// The first segment of a set, counted from 1, of the innermost group of several sets around a cursor, or of the next
  /// such group where there is none around it; `nil` where there is no such set.
  ///
  /// It begins as planned from where the group began, but a later set than that of the cursor not before `earliest`:
  /// what only the user ends takes no time in the plan, and the clock of the group goes on.
  public func cursor(ofSet set: Int, around cursor: Cursor, notBefore earliest: Duration) -> Cursor? {
    let groups = cursor.frames.indices.dropFirst()
    guard let index = groups.last(where: { layout.group(cursor.frames[$0].group).sets != 1 }) else {
      let next = next(after: cursor, endedAt: cursor.end ?? max(cursor.start, earliest))
      return next.flatMap { self.cursor(ofSet: set, around: $0, notBefore: earliest) }
    }
    var walk = Walk(layout: layout, frames: Array(cursor.frames[...index]))
    return walk.enter(set: set - 1, notBefore: earliest)
  }

  /// When a set around a cursor begins and, as planned from there, ends.
  public struct SetSpan: Equatable, Sendable {
    /// The group's node.
    public let group: Int
    /// The group's name, if it has one.
    public let name: String?
    /// The set, counted from 1.
    public let set: Int
    /// How many sets the group has; `nil` where the time decides.
    public let sets: Int?
    /// How many phases the group has in the file, at any depth.
    public let phases: Int
    /// When the set begins, in the plan.
    public let start: Duration
    /// `nil` where only the user ends it.
    public let end: Duration?
    /// The group's time or the time up to its cap, or the interval of the set, whichever the group has.
    public let limit: Range<Duration>?
    /// Whether no set of the group follows, as planned.
    public let isLast: Bool
    /// Whether the length of the set depends on when the user says done, so that `end` is only the latest one.
    public let isUsers: Bool
  }

  /// The sets around a cursor, innermost first; the last is the workout itself, as a group of one set.
  public func sets(around cursor: Cursor) -> [SetSpan] {
    var spans: [SetSpan] = []
    spans.reserveCapacity(cursor.frames.count)
    var end = cursor.end
    for (depth, frame) in cursor.frames.enumerated().reversed() {
      let group = layout.group(frame.group)
      let sequence = sequence(of: group, in: cursor.frames[...depth])
      let rest = group.length(set: frame.set, after: frame.child, of: sequence).map { Duration.nanoseconds($0) }
      var setEnd = sum(end, rest)
      if let limit = frame.setLimit {
        // The rest of an interval fills its set; elsewhere a limit only cuts.
        setEnd = group.every != nil ? limit : min(setEnd ?? limit, limit)
      }
      let later = group.length(setsAfter: frame.set).map { Duration.nanoseconds($0) }
      var groupEnd = sum(setEnd, later)
      if let limit = frame.groupLimit {
        groupEnd = group.total != nil ? limit : min(groupEnd ?? limit, limit)
      }
      let isLast = group.sets.map { frame.set == $0 - 1 } ?? (setEnd == groupEnd)
      spans.append(
        SetSpan(
          group: frame.group, name: group.name, set: frame.set + 1, sets: group.sets, phases: group.phases,
          start: frame.setStart, end: setEnd,
          limit: limit(of: frame, group), isLast: isLast, isUsers: group.isUsers(set: frame.set)))
      end = groupEnd
    }
    return spans
  }

  /// The number of the set, counted from 1, of a group around a cursor that begins with `following`; `nil` where the
  /// set of the cursor goes on, or no further one comes.
  public func set(of group: Int, after cursor: Cursor, before following: Cursor?) -> Int? {
    guard let following, let index = cursor.frames.firstIndex(where: { $0.group == group }),
      following.frames.indices.contains(index), following.frames[index].group == group,
      zip(cursor.frames, following.frames).prefix(index).allSatisfy({ $0.set == $1.set }),
      following.frames[index].set != cursor.frames[index].set
    else { return nil }
    return following.frames[index].set + 1
  }

  /// Whether the segment of a cursor is the last one laid out of a set of its innermost group; `following` comes after
  /// it. `false` outside all groups.
  public func endsSet(_ cursor: Cursor, before following: Cursor?) -> Bool {
    guard cursor.depth > 0 else { return false }
    guard let following, following.depth >= cursor.depth else { return true }
    return zip(cursor.frames, following.frames).contains { $0.group != $1.group || $0.set != $1.set }
  }

  private func limit(of frame: Cursor.Frame, _ group: LayoutGroup) -> Range<Duration>? {
    if group.every != nil { return frame.setLimit.map { frame.setStart..<max($0, frame.setStart) } }
    return group.isLimited ? frame.groupLimit.map { frame.groupStart..<max($0, frame.groupStart) } : nil
  }

  /// The children of the set that the last frame is in, where they aren't those of the file in their order.
  private func sequence(of group: LayoutGroup, in frames: ArraySlice<Cursor.Frame>) -> [Int]? {
    group.draw == nil ? nil : group.sequence(inSets: frames.dropFirst().map(\.set))
  }

  private func sum(_ a: Duration?, _ b: Duration?) -> Duration? {
    guard let a, let b else { return nil }
    return a + b
  }
}

extension Cursor {
  /// Ends the segment at `position`, because the user says so.
  public mutating func end(at position: Duration) { end = max(position, start) }
}

extension Timeline {
  /// Whether a cursor, which may come from elsewhere, is valid in this timeline.
  public func holds(_ cursor: Cursor) -> Bool {
    guard let root = cursor.frames.first, root.group == 0 else { return false }
    for (index, frame) in cursor.frames.enumerated() {
      guard layout.nodes.indices.contains(frame.group), case .group(let group) = layout.nodes[frame.group],
        group.children.indices.contains(frame.child), frame.set >= 0, frame.set < group.sets ?? .max
      else { return false }
      let next = index + 1 < cursor.frames.count ? cursor.frames[index + 1].group : cursor.leaf
      guard group.children[frame.child] == next else { return false }
      let sequence = sequence(of: group, in: cursor.frames[...index])
      guard sequence?.contains(frame.child) ?? true else { return false }
    }
    guard case .leaf = layout.nodes[cursor.leaf] else { return false }
    return true
  }

  /// Whether the user decides when a segment ends; the rest of an interval is the clock's.
  public func isUsers(_ id: SegmentID) -> Bool { layout.leaf(id.node).isUsers }

  /// Whether a segment comes before another in the plan.
  public func precedes(_ a: SegmentID, _ b: SegmentID) -> Bool {
    let (pathA, pathB) = (layout.path(to: a.node), layout.path(to: b.node))
    for (depth, (nodeA, nodeB)) in zip(pathA, pathB).enumerated() {
      if nodeA != nodeB { return isBefore(nodeA, nodeB, inSets: a.sets.prefix(depth)) }
      guard depth < a.sets.count, depth < b.sets.count else { return false }
      if a.sets[depth] != b.sets[depth] { return a.sets[depth] < b.sets[depth] }
    }
    return false
  }

  /// Whether one child of a group comes before another in a set.
  private func isBefore(_ a: Int, _ b: Int, inSets sets: ArraySlice<Int>) -> Bool {
    let group = layout.group(layout.parents[a])
    guard let sequence = group.sequence(inSets: sets) else { return a < b }
    let places = [a, b].map { node in
      group.children.firstIndex(of: node).map { group.position(of: $0, in: sequence) } ?? 0
    }
    return places[0] < places[1]
  }
}
