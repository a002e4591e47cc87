extension Timeline {
  /// Whether time cuts off each of the sets around a cursor, in the order of `sets(around:)`.
  ///
  /// A set is cut off where its phases would last beyond the time of its group, or of a group around that. Where its
  /// phases depend on the user, its group's time is its planned end. The end of an interval cuts no set off, nor does
  /// a time just at which the user has ended its last phase.
  /// `extended` is the time by which the user has made the phase of the cursor longer.
  public func cuts(around cursor: Cursor, extended: Duration = .zero) -> [Bool] {
    zip(cursor.frames.indices, layout.outlooks(around: cursor)).reversed().map { depth, outlook in
      let frame = cursor.frames[depth]
      guard let limit = frame.groupLimit else { return false }
      // Where the interval ends with its group or one around it, its own length tells whether it is whole.
      if let interval = interval(of: frame, extended) { return interval > limit }
      if let end = outlook.set, end < limit { return false }
      return lasts(setAt: depth, around: cursor, extended, longerThan: limit)
    }
  }

  /// The end of the interval of a set, whatever cuts it off.
  private func interval(of frame: Cursor.Frame, _ extended: Duration) -> Duration? {
    layout.group(frame.group).interval(ofSet: frame.set).flatMap { every in
      frame.setLimit == frame.groupLimit ? frame.setStart + .nanoseconds(every) + extended : frame.setLimit
    }
  }

  /// Whether a set around a cursor would last beyond `limit` if neither its group nor those around that limited it.
  private func lasts(
    setAt depth: Int, around cursor: Cursor, _ extended: Duration, longerThan limit: Duration
  ) -> Bool {
    var walk = Walk(layout, from: cursor)
    var inner: Duration?
    for index in cursor.frames.indices {
      let (frame, group) = (cursor.frames[index], layout.group(cursor.frames[index].group))
      // A limit is that of the group around it, or its own.
      let outer = index > 0 ? cursor.frames[index - 1].setLimit : nil
      let own = (group.total ?? group.pace.cap).flatMap { length in
        frame.groupLimit == outer ? frame.groupStart + .nanoseconds(length) : frame.groupLimit
      }
      walk.frames[index].groupLimit = index <= depth ? nil : [inner, own].compactMap(\.self).min()
      inner = [walk.frames[index].groupLimit, index < depth ? nil : interval(of: frame, extended)]
        .compactMap(\.self).min()
      walk.frames[index].setLimit = inner
    }
    // The rest of an interval lasts as long as that.
    let end = isRemainder(cursor.id) ? inner : uncutEnd(of: cursor, extended)
    walk.end = [end, inner].compactMap(\.self).min()
    while let end = walk.end {
      if end > limit { return true }
      walk.advance(endedAt: end)
      if walk.shared(with: cursor.frames).sets <= depth { return false }
    }
    return true
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
