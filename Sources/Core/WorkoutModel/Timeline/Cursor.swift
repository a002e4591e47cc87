/// A position in a timeline that advances segment by segment.
///
/// A cursor records where each enclosing group and set began and where the clock ends it, so it stays valid when the
/// user ends phases early or extends them.
///
/// ```swift
/// if let cursor = timeline.first() { report(cursor.start) }
/// ```
public struct Cursor: Equatable, Sendable {
  struct Frame: Equatable, Sendable {
    var group: Int
    var child: Int
    /// The set, counted from 0.
    var set: Int
    var groupStart: Duration
    var setStart: Duration
    /// The time at which the clock ends the group, by its own limit or that of an enclosing group.
    var groupLimit: Duration?
    /// The time at which the clock ends the set.
    var setLimit: Duration?
  }

  /// The workout first, the innermost group last.
  var frames: [Frame]
  /// What the last phase of each measured name took; `nil` if that is unknown before it ends.
  package let took: [Int: Duration?]
  let leaf: Int
  /// The start of the segment in the plan.
  public let start: Duration
  /// The end of the segment; `nil` if only the user ends it.
  public internal(set) var end: Duration?
  /// Whether the user has said when it ends.
  package private(set) var isEndedByUser = false

  /// The node of the phase.
  package var node: Int { leaf }

  /// The ID of the segment.
  package var id: SegmentID { SegmentID(node: leaf, sets: frames.dropFirst().map { $0.set }) }

  /// The segment at the cursor.
  public var segment: Segment { Segment(id: id, start: start, end: end) }

  /// The length of the segment; `nil` if only the user ends it.
  public var length: Duration? { end.map { $0 - start } }

  /// Whether the clock ends a group or a set around it.
  package var isLimited: Bool { frames.last?.setLimit != nil }

  /// The number of enclosing groups, without the workout itself.
  package var depth: Int { frames.count - 1 }

  /// The set of the innermost group, counted from 1, or `nil` outside all groups.
  public var set: Int? { frames.count > 1 ? frames[frames.count - 1].set + 1 : nil }

  /// Extends this segment, or shortens it down to `earliest`.
  ///
  /// Everything after the segment's end moves by exactly the returned length, including the limits of the clock.
  package mutating func extend(by amount: Duration, notBefore earliest: Duration) -> Duration {
    guard let end else { return .zero }
    let moved = max(end + amount, earliest, start) - end
    self.end = end + moved
    for index in frames.indices {
      frames[index].groupLimit = frames[index].groupLimit.map { $0 + moved }
      frames[index].setLimit = frames[index].setLimit.map { $0 + moved }
    }
    return moved
  }

  /// Ends the segment at `position` by the user's action.
  package mutating func end(at position: Duration) { (end, isEndedByUser) = (max(position, start), true) }
}

extension Cursor {
  /// A time that a clock around a segment has run while the user was elsewhere: the limits of the groups from the
  /// outermost through `depth` come that much earlier, the last one's own if it `isGroups`, or that of its set.
  package struct LimitShift: Equatable, Sendable {
    let depth: Int
    let isGroups: Bool
    let by: Duration
  }

  /// Moves limits of the clock earlier; those inside them are cut by them, and so is this segment.
  package mutating func move(_ shift: LimitShift) {
    var outer: Duration?
    for index in frames.indices {
      let frame = frames[index]
      let movesSet = index < shift.depth || (index == shift.depth && !shift.isGroups)
      let groupLimit = frame.groupLimit.map { index <= shift.depth ? $0 - shift.by : $0 }
      frames[index].groupLimit = Walk.earlier(groupLimit, outer)
      let setLimit = frame.setLimit.map { movesSet ? $0 - shift.by : $0 }
      outer = Walk.earlier(setLimit, frames[index].groupLimit)
      frames[index].setLimit = outer
    }
    if end != nil { end = Walk.earlier(end, outer) }
  }
}
