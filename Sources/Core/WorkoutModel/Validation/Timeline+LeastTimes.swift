import StrictJSON

extension Timeline {
  /// That a limit of a group ends an open phase before its least time; `nil` if none does.
  func cutLeastTime(ofPhase node: Int, at path: FieldPath) -> Problem? {
    guard let least = layout.leaf(node).phase.atLeast else { return nil }
    var child = node
    while child > 0 {
      let group = layout.group(layout.parents[child])
      if let limit = group.limit(below: least.inNanoseconds, ofChild: group.place(of: child)) {
        let time = DurationText.write(.nanoseconds(limit.length))
        return Problem(
          path.key("atLeast"),
          "can't be reached: \"\(limit.key)\" ends \(limit.what) after \(time); make that longer, or this shorter")
      }
      child = layout.parents[child]
    }
    return nil
  }
}

extension LayoutGroup {
  /// The first limit of the time of a child that is shorter than a length.
  fileprivate func limit(below length: Int64, ofChild child: Int) -> (key: String, what: String, length: Int64)? {
    for (key, limit) in [("for", pace.total), ("cap", pace.cap)] {
      if let limit, limit < length { return (key, "the group", limit) }
    }
    guard hasIntervals else { return nil }
    return (0..<plannedSets).lazy.compactMap { [self] set in
      guard !children[child].skipped.contains(set), let interval = interval(ofSet: set), interval < length else {
        return nil
      }
      return ("every", "set \(set + 1)", interval)
    }.first
  }
}
