extension Timeline {
  /// Whether time cuts off each of the sets around a cursor, in the order of `sets(around:)`.
  ///
  /// A set is cut off where its phases would last beyond the time of its group, or of a group around that. Where its
  /// phases depend on the user, its group's time is its planned end. The end of an interval cuts no set off, nor does
  /// a time just at which the user has ended its last phase.
  /// `extended` is the time by which the user has made the phase of the cursor longer.
  public func cuts(around cursor: Cursor, extended: Duration = .zero) -> [Bool] {
    var cuts: [Bool] = []
    var end = uncutEnd(of: cursor, extended)
    for (depth, frame) in cursor.frames.enumerated().reversed() {
      let group = layout.group(frame.group)
      let setEnd: Duration?
      if let every = group.interval(ofSet: frame.set) {
        // Where the interval ends with its group or one around it, its own length tells whether it is whole.
        let isWhole = frame.setLimit != frame.groupLimit
        setEnd = isWhole ? frame.setLimit : frame.setStart + .nanoseconds(every) + extended
      } else if layout.isVarying {
        // Nothing cuts a set off that has no limit.
        setEnd = frame.groupLimit.flatMap { uncutEnd(ofSet: depth, around: cursor, extended, orLaterThan: $0) }
      } else {
        let sequence = sequence(of: group, in: cursor.frames[...depth])
        setEnd = sum(end, group.length(ofSet: frame.set, after: frame.child, sequence).map { .nanoseconds($0) })
      }
      cuts.append(frame.groupLimit.map { limit in setEnd.map { $0 > limit } ?? true } ?? false)
      end = sum(setEnd, group.length(setsAfter: frame.set).map { .nanoseconds($0) })
      if let own = group.total ?? group.pace.cap {
        let outer = depth > 0 ? cursor.frames[depth - 1].setLimit : nil
        let limit = frame.groupLimit == outer ? frame.groupStart + .nanoseconds(own) : frame.groupLimit
        end = group.total != nil ? limit : [end, limit].compactMap(\.self).min()
      }
    }
    return cuts
  }

  /// The end of a set around a cursor if neither its group nor those around that limit it, found by walking ahead up to
  /// its end, or to the end of the first segment that lasts longer than to `limit`.
  private func uncutEnd(
    ofSet depth: Int, around cursor: Cursor, _ extended: Duration, orLaterThan limit: Duration
  ) -> Duration? {
    var here = cursor
    var limits: (set: Duration?, group: Duration?) = (nil, nil)
    for index in cursor.frames.indices {
      let (frame, group) = (cursor.frames[index], layout.group(cursor.frames[index].group))
      // A limit is that of the group around it, or its own.
      let outer = index > 0 ? cursor.frames[index - 1].setLimit : nil
      let own = (group.total ?? group.pace.cap).flatMap { length in
        frame.groupLimit == outer ? frame.groupStart + .nanoseconds(length) : frame.groupLimit
      }
      limits.group = index <= depth ? nil : [limits.set, own].compactMap(\.self).min()
      let interval = group.interval(ofSet: frame.set).flatMap { every in
        frame.setLimit == frame.groupLimit ? frame.setStart + .nanoseconds(every) + extended : frame.setLimit
      }
      limits.set = index < depth ? nil : [limits.group, interval].compactMap(\.self).min()
      here.frames[index].groupLimit = limits.group
      here.frames[index].setLimit = limits.set
    }
    // The rest of an interval lasts as long as that.
    here.end = isRemainder(cursor.id) ? limits.set : uncutEnd(of: cursor, extended)
    if let limit = limits.set { here.end = here.end.map { min($0, limit) } ?? limit }
    while let end = here.end {
      guard end <= limit, let next = next(after: here, endedAt: end), next.isInside(Array(here.frames[...depth])),
        next.frames[depth].set == here.frames[depth].set
      else { return end }
      here = next
    }
    return nil
  }

  /// The end of a segment if no enclosing limit cuts it; `nil` if only the user ends it and hasn't done so.
  private func uncutEnd(of cursor: Cursor, _ extended: Duration) -> Duration? {
    guard let end = cursor.end, let limit = cursor.frames.last?.setLimit, end >= limit else { return cursor.end }
    if isRemainder(cursor.id) { return end }
    let leaf = layout.leaf(cursor.leaf)
    // What the user has ended is over just at the limit, unless that comes before its least time.
    if cursor.isEndedByUser, end >= cursor.start + (leaf.phase.atLeast ?? .zero) { return end }
    let whole = leaf.length(in: cursor.frames, after: cursor.took)
    return whole.map { max(end, cursor.start + .nanoseconds($0) + extended) }
  }
}
