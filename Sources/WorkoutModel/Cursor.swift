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

  /// The segment it stands in.
  public var segment: Segment { Segment(id: id, start: start, end: end) }

  /// How many groups enclose it, the workout itself not counted.
  public var depth: Int { frames.count - 1 }

  /// The set of the innermost group, counted from 1, or `nil` outside all groups.
  public var set: Int? { frames.count > 1 ? frames[frames.count - 1].set + 1 : nil }

  /// Makes this segment longer, or shorter down to `earliest`; all that follows shifts by as much.
  ///
  /// The law: whatever lay behind the segment's end lies later by exactly the returned length, the cuts of the clock
  /// among it.
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
    return walk.enter(0, at: .zero) ? walk.cursor : nil
  }

  /// The segment that follows, when this one ends at `position`; `nil` at the end of the workout.
  public func next(after cursor: Cursor, endedAt position: Duration) -> Cursor? {
    var walk = Walk(layout: layout, frames: cursor.frames)
    return walk.advance(at: position) ? walk.cursor : nil
  }

  /// The segment that holds a moment of the plan, or `nil` outside the plan.
  public func cursor(at position: Duration) -> Cursor? {
    guard position >= .zero, position <= Limits.totalLength else { return nil }
    if let total, position >= total { return nil }
    var walk = Walk(layout: layout)
    return walk.descend(to: position) ? walk.cursor : nil
  }
}
