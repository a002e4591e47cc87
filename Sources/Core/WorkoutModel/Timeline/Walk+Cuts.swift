extension Walk {
  /// Whether the set at a depth, which ends with this phase, would last longer if neither its group nor those around
  /// that limited it.
  ///
  /// The end of an interval cuts no set off, nor does a time just at which the user has ended its last phase. The user
  /// has made the phase of `cursor` longer by `extended`.
  func isCut(setAt depth: Int, around cursor: Cursor, _ extended: Duration) -> Bool {
    guard let limit = frames[depth].groupLimit else { return false }
    // Where the interval ends with its group or one around it, its own length tells whether it is whole.
    if let interval = interval(of: frames[depth], around: cursor, extended) { return interval > limit }
    var walk = self
    var inner: Duration?
    for index in frames.indices {
      let (frame, group) = (frames[index], layout.group(frames[index].group))
      // A limit is that of the group around it, or its own.
      let outer = index > 0 ? frames[index - 1].setLimit : nil
      let own = (group.total ?? group.pace.cap).flatMap { length in
        frame.groupLimit == outer ? frame.groupStart + .nanoseconds(length) : frame.groupLimit
      }
      walk.frames[index].groupLimit = index <= depth ? nil : Self.earlier(inner, own)
      let interval = index < depth ? nil : interval(of: frame, around: cursor, extended)
      inner = Self.earlier(walk.frames[index].groupLimit, interval)
      walk.frames[index].setLimit = inner
    }
    // What time ends whatever it contains, and the rest of an interval, last as long as that.
    let isRest = layout.leaf(leaf).length == .remainder
    walk.end = Self.earlier(isRest ? inner : uncutEnd(around: cursor, extended), inner)
    while let end = walk.certainEnd(inside: depth) ?? walk.end {
      if end > limit { return true }
      walk.advance(endedAt: end)
      if walk.shared(with: frames).sets <= depth { return false }
    }
    return true
  }

  /// The end of the outermost group inside a set that time ends whatever it contains.
  private func certainEnd(inside depth: Int) -> Duration? {
    guard layout.measures.isEmpty else { return nil }
    return frames[(depth + 1)...].first { layout.group($0.group).total != nil }?.groupLimit
  }

  /// The end of the interval of a set, whatever cuts it off.
  private func interval(of frame: Cursor.Frame, around cursor: Cursor, _ extended: Duration) -> Duration? {
    layout.group(frame.group).interval(ofSet: frame.set).map { every in
      if frame.setLimit != frame.groupLimit, let limit = frame.setLimit { return limit }
      return frame.setStart + .nanoseconds(every) + (frame.setStart <= cursor.start ? extended : .zero)
    }
  }

  /// The end of the phase if no limit around it cuts it; `nil` if only the user ends it and hasn't done so.
  private func uncutEnd(around cursor: Cursor, _ extended: Duration) -> Duration? {
    guard let end, let limit = frames.last?.setLimit, end >= limit else { return end }
    let (phase, isCursors) = (layout.leaf(leaf), start == cursor.start)
    // What the user has ended is over just at the limit, unless that comes before its least time.
    if isCursors, cursor.isEndedByUser, end >= start + (phase.phase.atLeast ?? .zero) { return end }
    return phase.length(in: frames, after: took).map { length in
      max(end, start + .nanoseconds(length) + (isCursors ? extended : .zero))
    }
  }
}
