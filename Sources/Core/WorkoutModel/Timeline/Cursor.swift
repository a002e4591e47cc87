/// A position in a timeline that advances segment by segment.
///
/// A cursor records where each enclosing group and set began and where the clock ends it, so it stays valid when the
/// user ends phases early or extends them.
///
/// ```swift
/// if let cursor = timeline.cursor(at: .seconds(200)) {
///   show(timeline.phase(of: cursor.id).name, from: cursor.start)
/// }
/// ```
public struct Cursor: Equatable, Sendable, Codable {
  struct Frame: Equatable, Sendable, Codable {
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

  private struct Fields: Equatable, Sendable, Codable {
    var frames: [Frame]
    var took: [Int: Duration?]
    var leaf: Int
    var start: Duration
    var end: Duration?
    var isEndedByUser = false
  }

  /// Shared by all copies, because plans, states and reports hold many.
  private final class Content: Sendable {
    let fields: Fields
    let id: SegmentID

    init(_ fields: Fields) {
      self.fields = fields
      id = SegmentID(node: fields.leaf, sets: fields.frames.dropFirst().map(\.set))
    }
  }

  private var content: Content

  init(frames: [Frame], took: [Int: Duration?], leaf: Int, start: Duration, end: Duration?) {
    content = Content(Fields(frames: frames, took: took, leaf: leaf, start: start, end: end))
  }

  private mutating func change(_ change: (inout Fields) -> Void) {
    var fields = content.fields
    change(&fields)
    content = Content(fields)
  }

  /// The workout first, the innermost group last.
  var frames: [Frame] {
    get { content.fields.frames }
    set { change { $0.frames = newValue } }
  }

  /// What the last phase of each measured name took; `nil` if that is unknown before it ends.
  package var took: [Int: Duration?] { content.fields.took }
  var leaf: Int { content.fields.leaf }

  /// The start of the segment in the plan.
  public var start: Duration { content.fields.start }
  /// The end of the segment; `nil` if only the user ends it.
  public internal(set) var end: Duration? {
    get { content.fields.end }
    set { change { $0.end = newValue } }
  }
  /// Whether the user has said when it ends.
  public var isEndedByUser: Bool { content.fields.isEndedByUser }

  /// The node of the phase.
  public var node: Int { leaf }

  /// The ID of the segment.
  public var id: SegmentID { content.id }

  /// The segment at the cursor.
  public var segment: Segment { Segment(id: id, start: start, end: end) }

  /// The length of the segment; `nil` if only the user ends it.
  public var length: Duration? { end.map { $0 - start } }

  /// Whether the clock ends a group or a set around it.
  package var isLimited: Bool { frames.last?.setLimit != nil }

  /// The number of enclosing groups, without the workout itself.
  public var depth: Int { frames.count - 1 }

  /// The set of the innermost group, counted from 1, or `nil` outside all groups.
  public var set: Int? { frames.count > 1 ? frames[frames.count - 1].set + 1 : nil }

  /// Extends this segment, or shortens it down to `earliest`.
  ///
  /// Everything after the segment's end moves by exactly the returned length, including the limits of the clock.
  public mutating func extend(by amount: Duration, notBefore earliest: Duration) -> Duration {
    guard let end else { return .zero }
    let moved = max(end + amount, earliest, start) - end
    change { fields in
      fields.end = end + moved
      for index in fields.frames.indices {
        fields.frames[index].groupLimit = fields.frames[index].groupLimit.map { $0 + moved }
        fields.frames[index].setLimit = fields.frames[index].setLimit.map { $0 + moved }
      }
    }
    return moved
  }
}

extension Cursor {
  /// A time that a clock around a segment has run while the user was elsewhere: the limits of the groups from the
  /// outermost through `depth` come that much earlier, the last one's own if it `isGroups`, or that of its set.
  package struct LimitShift: Equatable, Sendable, Codable {
    let depth: Int
    let isGroups: Bool
    let by: Duration
  }

  /// Moves limits of the clock earlier; those inside them are cut by them, and so is this segment.
  package mutating func move(_ shift: LimitShift) {
    change { fields in
      var outer: Duration?
      for index in fields.frames.indices {
        var frame = fields.frames[index]
        let movesSet = index < shift.depth || (index == shift.depth && !shift.isGroups)
        frame.groupLimit = Self.earlier(frame.groupLimit.map { index <= shift.depth ? $0 - shift.by : $0 }, outer)
        frame.setLimit = Self.earlier(frame.setLimit.map { movesSet ? $0 - shift.by : $0 }, frame.groupLimit)
        outer = frame.setLimit
        fields.frames[index] = frame
      }
      if fields.end != nil { fields.end = Self.earlier(fields.end, outer) }
    }
  }

  private static func earlier(_ a: Duration?, _ b: Duration?) -> Duration? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }

  /// Whether both are at the same place of the same plan.
  public static func == (a: Cursor, b: Cursor) -> Bool {
    a.content === b.content || a.content.fields == b.content.fields
  }

  /// Decodes the fields of a cursor.
  public init(from decoder: any Decoder) throws { content = Content(try Fields(from: decoder)) }

  /// Encodes the fields of the cursor.
  public func encode(to encoder: any Encoder) throws { try content.fields.encode(to: encoder) }
}

extension Cursor: CustomReflectable {
  /// The fields, so that a printed cursor tells where it is.
  public var customMirror: Mirror { Mirror(reflecting: content.fields) }
}

extension Cursor {
  /// Ends the segment at `position` by the user's action.
  public mutating func end(at position: Duration) {
    change { ($0.end, $0.isEndedByUser) = (max(position, $0.start), true) }
  }
}
