extension Timeline {
  /// The first segment, or `nil` if the workout has no length.
  public func first() -> Cursor? { Walk(layout).cursor }

  /// The next segment if this one ends at `position`; `nil` at the end of the workout.
  ///
  /// `lasting` is the time that it took, if the user has left it before that position.
  public func next(after cursor: Cursor, endedAt position: Duration, lasting: Duration? = nil) -> Cursor? {
    var walk = Walk(layout, from: cursor)
    walk.advance(endedAt: position.withinCentury, lasting: lasting?.withinCentury)
    return walk.cursor
  }

  /// The next phase if this one ends at `position`: the next segment that isn't overtime.
  package func nextPhase(after cursor: Cursor, endedAt position: Duration) -> Cursor? {
    next(after: cursor, endedAt: position).flatMap {
      isOvertime($0.id) ? next(after: $0, endedAt: $0.start) : $0
    }
  }

  /// The segment that follows at the end of this one; a segment that the user ends lasts `openLength`, if no limit of
  /// the clock is earlier.
  ///
  /// The limit around an open segment may be far away: what follows when the user ends it is the next segment of the
  /// round, not the one after the limit.
  public func following(_ cursor: Cursor, openLength: Duration = .zero) -> Cursor? {
    let isOpen = endsByUser(cursor.id) && !cursor.isEndedByUser
    guard isOpen || (openLength > .zero && isSurprise(cursor.id)) else {
      return next(after: cursor, endedAt: cursor.end ?? cursor.start)
    }
    // Nobody plans for overtime.
    let end = cursor.start + (isOvertime(cursor.id) ? .zero : openLength.withinCentury)
    return next(after: cursor, endedAt: cursor.end.map { min($0, end) } ?? end)
  }

  /// The segment at a moment of the plan, or `nil` outside the plan.
  package func cursor(at position: Duration) -> Cursor? {
    guard position >= .zero, position <= Limits.totalLength else { return nil }
    if let total, position >= total { return nil }
    var walk = Walk(layout)
    while !walk.isOver, let end = walk.end, end <= position { walk.advance(endedAt: end) }
    return walk.cursor
  }
}

extension Timeline.SetSpan {
  /// Creates a set of a group for a preview or a test.
  public init(name: String? = nil, set: Int, sets: Int?, start: Duration, end: Duration?, isLast: Bool = false) {
    self.init(
      group: 1, name: name, template: nil, set: set, sets: sets, phases: 1, start: start, end: end, limit: nil,
      isCapped: false, isLast: isLast, endsByUser: end == nil, isEndHidden: false, isCut: false)
  }
}

extension Timeline {
  /// The first segment of a set, counted from 1, of the innermost group of several sets around a cursor, or otherwise
  /// of the next such group; `nil` if there is no such set.
  ///
  /// It begins as planned from the start of the group. A set after that of the cursor doesn't begin before
  /// `earliest`: phases that only the user ends take no time in the plan, while the group's clock continues.
  package func cursor(ofSet set: Int, around cursor: Cursor, notBefore earliest: Duration) -> Cursor? {
    let groups = cursor.frames.indices.dropFirst()
    guard let index = groups.last(where: { layout.group(cursor.frames[$0].group).sets != 1 }) else {
      var here = cursor
      // What is as long as an open phase takes what it has taken by then.
      if cursor.end == nil { here.end(at: earliest) }
      let next = next(after: here, endedAt: here.end ?? earliest)
      return next.flatMap { self.cursor(ofSet: set, around: $0, notBefore: earliest) }
    }
    var walk = Walk(layout, from: cursor)
    walk.enter(set: set - 1, atDepth: index, notBefore: earliest)
    return walk.cursor
  }

  /// The first segment of the innermost set around a cursor, from where that set began.
  package func start(ofSetAround cursor: Cursor) -> Cursor? {
    var walk = Walk(layout, from: cursor)
    walk.restartSet()
    return walk.cursor
  }

  /// The planned start and end of a set around a cursor.
  public struct SetSpan: Equatable, Sendable {
    /// The group's node.
    package let group: Int
    /// The group's name, if it has one.
    public let name: String?
    /// The name as in the file, if `name` is in a language instead.
    package let template: String?
    /// The set, counted from 1.
    public let set: Int
    /// The number of sets; `nil` if time ends the group.
    public let sets: Int?
    /// The number of phases in the group, at any depth.
    package let phases: Int
    /// The start of the set in the plan.
    public let start: Duration
    /// The end of the set; `nil` if only the user ends it.
    public package(set) var end: Duration?
    /// The group's time, the time up to its cap, or the interval of the set, whichever applies.
    package let limit: Range<Duration>?
    /// Whether the limit is a cap, before which the sets are to be done as fast as possible.
    package let isCapped: Bool
    /// Whether it is the last set of the group, as planned.
    public let isLast: Bool
    /// Whether the length of the set depends on the user; `end` is the latest end then.
    package let endsByUser: Bool
    /// Whether nobody is to know the end, because it tells when a surprise phase ends.
    package let isEndHidden: Bool
    /// Whether time cuts it off, as `cuts(around:extended:)` tells of a segment that isn't extended.
    package let isCut: Bool

    /// Whether a text of the workout means this group; names are compared in English.
    package func isNamed(_ other: String) -> Bool { (template ?? name)?.inEnglish == other.inEnglish }
  }

  /// The sets around a cursor, innermost first; the last is the workout itself, as a group of one set.
  package func sets(around cursor: Cursor) -> [SetSpan] {
    zip(cursor.frames, layout.outlooks(around: cursor)).reversed().map { frame, outlook in
      let group = layout.group(frame.group)
      return SetSpan(
        group: frame.group, name: group.name, template: group.template, set: frame.set + 1, sets: group.sets,
        phases: group.phases, start: frame.setStart, end: outlook.set, limit: limit(of: frame, group),
        isCapped: group.pace.cap != nil,
        isLast: group.sets.map { frame.set == $0 - 1 } ?? (outlook.set == outlook.group),
        endsByUser: group.endsByUser(set: frame.set), isEndHidden: outlook.isHidden, isCut: outlook.isCut)
    }
  }

  /// Whether time cuts off each of the sets around a cursor, in the order of `sets(around:)`.
  ///
  /// A set is cut off where its phases would last beyond the time of its group, or of a group around that. Where its
  /// phases depend on the user, its group's time is its planned end.
  /// `extended` is the time by which the user has made the phase of the cursor longer.
  package func cuts(around cursor: Cursor, extended: Duration = .zero) -> [Bool] {
    layout.outlooks(around: cursor, extended: extended).reversed().map { $0.isCut }
  }

  /// The sets of the groups around a cursor, outermost first, without the workout itself.
  package func groups(around cursor: Cursor) -> [SetSpan] { sets(around: cursor).dropLast().reversed() }

  /// The number, counted from 1, of the set of `group` that begins with `following`; `nil` if the current set
  /// continues or is the last.
  package func set(of group: Int, after cursor: Cursor, before following: Cursor?) -> Int? {
    guard let following, let index = cursor.frames.firstIndex(where: { $0.group == group }),
      following.frames.indices.contains(index), following.frames[index].group == group,
      zip(cursor.frames, following.frames).prefix(index).allSatisfy({ $0.set == $1.set }),
      following.frames[index].set != cursor.frames[index].set
    else { return nil }
    return following.frames[index].set + 1
  }

  /// Whether the segment of a cursor is the last one of a set of its innermost group, where `following` comes next.
  /// `false` outside groups.
  package func endsSet(_ cursor: Cursor, before following: Cursor?) -> Bool {
    guard cursor.depth > 0 else { return false }
    guard let following, following.depth >= cursor.depth else { return true }
    return zip(cursor.frames, following.frames).contains { $0.group != $1.group || $0.set != $1.set }
  }

  /// Whether the nodes of each of the sets around a cursor are over, in the order of `sets(around:)`: what lies between
  /// two sets, or the rest of an interval, is all that is left of the set.
  package func areNodesOver(around cursor: Cursor) -> [Bool] {
    cursor.frames.indices.reversed().map { depth in
      let frame = cursor.frames[depth]
      let group = layout.group(frame.group)
      let sequence = sequence(of: group, in: cursor.frames[...depth])
      return group.areNodesOver(at: group.position(of: frame.child, in: sequence), of: sequence, inSet: frame.set)
    }
  }

  private func limit(of frame: Cursor.Frame, _ group: LayoutGroup) -> Range<Duration>? {
    if group.hasIntervals { return frame.setLimit.map { frame.setStart..<max($0, frame.setStart) } }
    return group.isLimited ? frame.groupLimit.map { frame.groupStart..<max($0, frame.groupStart) } : nil
  }

  /// The children of the set in the last frame, if they differ from the order of the file.
  func sequence(of group: LayoutGroup, in frames: ArraySlice<Cursor.Frame>) -> [Int]? {
    group.draw == nil ? nil : group.sequence(inSets: frames.dropFirst().map { $0.set })
  }
}
