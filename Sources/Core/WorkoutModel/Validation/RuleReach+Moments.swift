/// The moments of rules: whether they are ever known, and lie in what the rules are for.
extension RuleReach {
  /// The conditions on a phase, a group or the workout under which a rule has a cue at a moment.
  func conditions(of rule: CueRule, at moment: Moment) -> [Criterion<Int>] {
    let condition = rule.condition
    // The later numbers of a count may still come.
    let known = rule.count.map { moment.later(by: .seconds($0 - 1)) } ?? moment
    var criteria: [Criterion<Int>] = [
      ({ isKnown(known, in: $0) }, Self.unknown(moment, on: rule.on)),
      (
        { isShown(known, in: $0) },
        "nobody is to know when a surprise phase ends; count from \"start\", or write \"surprise\": false"
      ),
    ]
    if rule.align == .end, case .start(let offset) = moment, offset <= .zero {
      criteria.append(
        ({ _ in false }, "it would have to begin before the \(rule.on.rawValue) does; leave \"align\" out"))
    }
    if condition.longerThan != nil || condition.atLeast != nil {
      let reason = "the length of an open phase without \"cap\" is unknown"
      criteria.append(({ isEndKnown(at: moment, in: $0) }, reason))
    }
    let tooShort =
      switch rule.on {
      case .phase: "no phase it is for lasts long enough"
      case .set: "no set it is for lasts long enough"
      case .workout: "the workout doesn't last long enough"
      }
    criteria.append(
      ({ anchor in lengths(of: anchor).contains { Self.fits(rule, moment, $0.length) } }, tooShort))
    for limit in [condition.before, condition.after].compactMap({ $0 }) {
      let isAfter = limit == condition.after
      criteria.append(
        (
          { anchor in
            guard isKnown(limit, in: anchor) else { return !isAfter }
            return lengths(of: anchor).contains { length in
              !length.isExact
                || Self.marks(of: rule, moment, in: length.length).contains { mark in
                  guard let bound = Self.place(of: limit, in: length.length) else { return !isAfter }
                  return isAfter ? mark > bound : mark < bound
                }
            }
          }, "it is never \(isAfter ? "after" : "before") \"\(limit)\""
        ))
    }
    return criteria
  }

  /// Why a moment is never known, and what to write instead.
  private static func unknown(_ moment: Moment, on anchor: Anchor) -> String {
    let (what, cure) =
      switch moment {
      case .half, .part: ("its length", "")
      case .start, .end, .every, .random: ("its end", " or \"cap\"")
      }
    return switch anchor {
    case .phase:
      "an open phase ends when the user says done, so \(what) is unknown; count from \"start\", or give it a "
        + "\"duration\"\(cure)"
    case .set:
      "every set it is for has an open phase, so \(what) is unknown; count from \"start\", or put the cue in a timed "
        + "phase"
    case .workout:
      "the workout has an open phase, so \(what) is unknown; count from \"start\", or put the cue in a timed phase"
    }
  }

  /// Whether a moment is ever known in a phase, in a set of a group or in the workout before it has passed.
  private func isKnown(_ moment: Moment, in anchor: Int) -> Bool {
    switch moment {
    case .start, .every: return true
    case .half, .part: return !endsByUser(anchor)
    case .random: return timeBeforeEnd(of: anchor) != .zero
    case .end(let offset):
      // The end itself comes when the user says done.
      return offset >= .zero || timeBeforeEnd(of: anchor).map { $0 >= .zero - offset } ?? true
    }
  }

  func isEndKnown(at moment: Moment, in anchor: Int) -> Bool {
    if case .leaf(let leaf) = layout.nodes[anchor], leaf.isSurprise { return false }
    guard let known = timeBeforeEnd(of: anchor) else { return true }
    switch moment {
    case .end(let offset) where offset >= .zero: return true
    case .start(let offset) where offset <= .zero: return false
    case .start, .end, .half, .part, .every, .random: return known > .zero
    }
  }

  /// Whether a moment may come before anybody knows when a phase of random length ends.
  private func isShown(_ moment: Moment, in anchor: Int) -> Bool {
    guard case .leaf(let leaf) = layout.nodes[anchor], leaf.isSurprise else { return true }
    switch moment {
    case .start, .every: return true
    case .end(let offset): return offset >= .zero
    case .half, .part, .random: return false
    }
  }

  /// Whether the length of a phase, of every set of a group or of the workout depends on the user.
  private func endsByUser(_ anchor: Int) -> Bool {
    switch layout.nodes[anchor] {
    case .leaf(let leaf): leaf.endsByUser
    case .group(let group): group.areAllUsers
    }
  }

  /// The longest time before the end of a phase, of a set or of the workout for which that end is known; `nil` if it is
  /// known from the start.
  private func timeBeforeEnd(of node: Int) -> Duration? {
    if isLimited(node) { return nil }
    guard case .group(let group) = layout.nodes[node] else {
      return layout.leaf(node).length == .open(cap: nil) ? .zero : nil
    }
    guard group.draw == nil else { return nil }
    var time = Duration.zero
    for (place, child) in group.childNodes.enumerated().reversed() {
      if mayBeUnlimited(child) {
        guard !mayBeSkipped(place, in: group), let known = timeBeforeEnd(of: child) else { return nil }
        return time + known
      }
      time += longest(child)
    }
    return nil
  }

  private func mayBeUnlimited(_ node: Int) -> Bool {
    switch layout.nodes[node] {
    case .leaf(let leaf): leaf.length == .open(cap: nil)
    case .group(let group): group.length == nil
    }
  }

  /// Whether time ends a node: the limit of a group around it, or of its own sets.
  func isLimited(_ node: Int) -> Bool {
    (layout.path(to: node)).contains { node in
      guard case .group(let group) = layout.nodes[node] else { return false }
      return group.isLimited || group.hasIntervals
    }
  }

  func mayBeSkipped(_ place: Int, in group: LayoutGroup) -> Bool {
    !group.children[place].skipped.isEmpty || group.children[place].follows != nil
  }

  /// The largest length of a phase, or of a set of a group.
  private func longest(_ node: Int) -> Duration {
    switch layout.nodes[node] {
    case .leaf: return layout.longest(ofPhase: node)
    case .group(let group):
      if let every = group.pace.longestInterval { return .nanoseconds(every) }
      let sum = group.childNodes.reduce(Duration.zero) { min($0 + longestRun($1), Limits.totalLength) }
      return (group.total ?? group.pace.cap).map { min(sum, .nanoseconds($0)) } ?? sum
    }
  }

  /// The largest length of a phase, or of all sets of a group.
  private func longestRun(_ node: Int) -> Duration {
    guard case .group(let group) = layout.nodes[node] else { return longest(node) }
    return group.length.map { .nanoseconds($0) } ?? Limits.totalLength
  }

  /// The lengths that a phase, a set or the workout may have: all of them, or the largest one.
  private func lengths(of anchor: Int) -> [(length: Duration, isExact: Bool)] {
    guard !isLimited(anchor) else { return [(longest(anchor), false)] }
    switch layout.nodes[anchor] {
    case .group(let group):
      guard anchor == 0, let length = group.length, !group.endsByUser else { return [(longest(anchor), false)] }
      return [(.nanoseconds(length), true)]
    case .leaf(let leaf):
      switch leaf.length {
      case .linear(let first, 0): return [(.nanoseconds(first), true)]
      case .list(let lengths): return lengths.map { (.nanoseconds($0), true) }
      case .linear, .open, .remainder, .random, .relative: return [(longest(anchor), false)]
      }
    }
  }

  /// Whether something of a length contains a moment of the rule and meets its conditions on lengths.
  private static func fits(_ rule: CueRule, _ moment: Moment, _ length: Duration) -> Bool {
    if let least = rule.condition.longerThan, length <= least { return false }
    if let least = rule.condition.atLeast, length < least { return false }
    guard length > .zero else { return false }
    switch moment {
    case .random(let count): return length >= Limits.randomSpacing * (count + 1)
    case .every(let interval): return interval < length
    case .start, .end, .half, .part: return !marks(of: rule, moment, in: length).isEmpty
    }
  }

  /// The marks of a rule in something of a length. Of repeated moments only the first and the last count; random ones
  /// may be anywhere.
  private static func marks(of rule: CueRule, _ moment: Moment, in length: Duration) -> [Duration] {
    switch moment {
    case .every(let interval):
      let last = (length.inNanoseconds - 1) / interval.inNanoseconds
      return last < 1 ? [] : [interval, interval * last]
    case .random: return [Limits.randomSpacing, length - Limits.randomSpacing]
    case .start, .end, .half, .part:
      guard let first = place(of: moment, in: length) else { return [] }
      return (0..<(rule.count ?? 1)).map { first + .seconds($0) }.filter { (.zero...length).contains($0) }
    }
  }

  private static func place(of moment: Moment, in length: Duration) -> Duration? {
    switch moment {
    case .start(let offset): offset
    case .end(let offset): length + offset
    case .half(let offset): place(of: .part(percent: 50, offset: offset), in: length)
    case .part(let percent, let offset): .nanoseconds(length.inNanoseconds * Int64(percent) / 100) + offset
    case .every, .random: nil
    }
  }
}

extension Moment {
  /// The moment after a time, if it is a single one measured from an end.
  fileprivate func later(by time: Duration) -> Moment {
    if case .end(let offset) = self { .end(offset: offset + time) } else { self }
  }
}
