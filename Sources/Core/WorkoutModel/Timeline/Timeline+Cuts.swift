extension Timeline {
  /// Whether time cuts off each of the sets around a cursor, in the order of `sets(around:)`.
  ///
  /// A set is cut off where its phases would last beyond the time of its group, or of a group around that. Where its
  /// phases depend on the user, its group's time is its planned end. The end of an interval cuts no set off.
  /// `extended` is the time by which the user has made the phase of the cursor longer.
  public func cuts(around cursor: Cursor, extended: Duration = .zero) -> [Bool] {
    var cuts: [Bool] = []
    var end = uncutEnd(of: cursor, extended)
    for (depth, frame) in cursor.frames.enumerated().reversed() {
      let group = layout.group(frame.group)
      let sequence = sequence(of: group, in: cursor.frames[...depth])
      let rest = group.length(ofSet: frame.set, after: frame.child, sequence).map { Duration.nanoseconds($0) }
      var setEnd = sum(end, rest)
      if let every = group.interval(ofSet: frame.set) {
        // Where the interval ends with its group or one around it, its own length tells whether it is whole.
        let isWhole = frame.setLimit != frame.groupLimit
        setEnd = isWhole ? frame.setLimit : frame.setStart + .nanoseconds(every) + extended
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

  /// The end of a segment if no enclosing limit cuts it; `nil` if only the user ends it.
  private func uncutEnd(of cursor: Cursor, _ extended: Duration) -> Duration? {
    guard let end = cursor.end, let limit = cursor.frames.last?.setLimit, end >= limit else { return cursor.end }
    let whole: Duration?
    switch layout.leaf(cursor.leaf).length {
    case .remainder: return end
    case .open(let cap): whole = cap.map { .nanoseconds($0) }
    case .linear, .list: whole = wholeLength(of: cursor.id)
    }
    return whole.map { max(end, cursor.start + $0 + extended) }
  }
}
