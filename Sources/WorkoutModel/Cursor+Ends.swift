extension Timeline {
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
    /// Whether no set of the group follows, as planned.
    public let isLast: Bool
    /// Whether the length of the set depends on when the user says done, so that `end` is only the latest one.
    public let isUsers: Bool
  }

  /// The sets around a cursor, innermost first; the last is the workout itself, as a group of one set.
  public func sets(around cursor: Cursor) -> [SetSpan] {
    var spans: [SetSpan] = []
    var end = cursor.end
    for frame in cursor.frames.reversed() {
      let group = layout.group(frame.group)
      let rest = group.length(set: frame.set, after: frame.child).map { Duration.nanoseconds($0) }
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
          start: frame.setStart, end: setEnd, isLast: isLast, isUsers: group.isUsers(set: frame.set)))
      end = groupEnd
    }
    return spans
  }

  /// Whether the segment of a cursor is the last one laid out of a set of its innermost group; `following` comes after
  /// it. `false` outside all groups.
  public func endsSet(_ cursor: Cursor, before following: Cursor?) -> Bool {
    guard cursor.depth > 0 else { return false }
    guard let following, following.depth >= cursor.depth else { return true }
    return zip(cursor.frames, following.frames).contains { $0.group != $1.group || $0.set != $1.set }
  }

  private func sum(_ a: Duration?, _ b: Duration?) -> Duration? {
    guard let a, let b else { return nil }
    return a + b
  }
}
