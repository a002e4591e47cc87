/// Walks a layout from leaf to leaf.
///
/// The frames are those of the cursor that a call returns; they are invalid after a call has returned `nil`.
struct Walk {
  let layout: Layout
  var frames: [Cursor.Frame] = []
  /// What the last phase of each measured name took; `nil` if that is unknown before it ends.
  private var took: [Int: Duration?] = [:]
  /// The last drawn children of each group, with the numbers of their sets.
  private var drawn: [Int: (sets: [Int], children: [Int])] = [:]
  /// The groups that time would end, but in which the search for the next leaf has found none.
  private var givenUp: Set<Int> = []

  init(layout: Layout, frames: [Cursor.Frame] = [], took: [Int: Duration?] = [:]) {
    self.layout = layout
    self.frames = frames
    self.took = took
  }

  /// Enters a node at `position`; `nil` if it has no length.
  mutating func enter(_ node: Int, at position: Duration) -> Cursor? {
    switch layout.nodes[node] {
    case .leaf(let leaf): return cursor(to: node, leaf, from: position)
    case .group(let group):
      if group.length == 0 || givenUp.contains(node) { return nil }
      push(node, group, at: position)
      return advanceWithin(group, from: 0, of: sequence(of: group), at: position)
    }
  }

  /// Advances from the segment of a cursor, which ended at `position`, by default after `lasting` as long.
  ///
  /// What a segment takes is known only where its cursor ends at this position.
  mutating func advance(from cursor: Cursor, endedAt position: Duration, lasting: Duration? = nil) -> Cursor? {
    (frames, took, givenUp) = (cursor.frames, cursor.took, [])
    if let measure = layout.measure(of: cursor.id) {
      let time = cursor.end == position ? lasting ?? position - cursor.start : nil
      took.updateValue(time, forKey: measure)
    }
    return advance(at: position)
  }

  /// Advances from the leaf of the last frame, which ended at `position`; returns `nil` at the end of the workout.
  mutating func advance(at position: Duration) -> Cursor? {
    // A cut by the clock ends all that is inside it.
    if let cut = frames.firstIndex(where: { reached($0.setLimit, position) || reached($0.groupLimit, position) }) {
      frames.removeSubrange((cut + 1)...)
      if !reached(frames[cut].groupLimit, position) {
        if let cursor = startSet(after: frames[cut].set, at: position) { return cursor }
      }
      frames.removeLast()
    }
    while let frame = frames.last {
      let group = layout.group(frame.group)
      let sequence = sequence(of: group)
      let next = group.position(of: frame.child, in: sequence) + 1
      if let cursor = advanceWithin(group, from: next, of: sequence, at: position) { return cursor }
    }
    return nil
  }

  /// Enters a set, counted from 0, of the innermost group, as planned; a set after the current one not before
  /// `earliest`.
  ///
  /// It is `nil` if the group has no such set with a length.
  mutating func enter(set: Int, notBefore earliest: Duration) -> Cursor? {
    guard let last = frames.indices.last else { return nil }
    let group = layout.group(frames[last].group)
    guard set >= 0, set < group.sets ?? Limits.sets.upperBound else { return nil }
    let time = frames[last].groupLimit.map { ($0 - frames[last].groupStart).inNanoseconds }
    let planned =
      layout.isVarying
      ? plannedStart(ofSet: set) : frames[last].groupStart + .nanoseconds(group.length(sets: set, before: time ?? .max))
    let start = set > frames[last].set ? max(planned, earliest) : planned
    if reached(frames[last].groupLimit, start) { return nil }
    frames[last].set = set
    frames[last].setStart = start
    frames[last].setLimit = limit(ofSet: set, of: group, from: start, within: frames[last].groupLimit)
    return restartSet()
  }

  /// Enters the innermost set again, where it began; phases that are as long as others have the lengths known now.
  mutating func restartSet() -> Cursor? {
    guard let frame = frames.last else { return nil }
    let group = layout.group(frame.group)
    return enterChild(of: group, from: 0, of: sequence(of: group), at: frame.setStart)
  }

  /// The start of a set of the innermost group as planned: phases that only the user ends take no time, unless the
  /// clock ends a group inside the set, whose rounds would repeat for ever.
  private func plannedStart(ofSet set: Int) -> Duration {
    var walk = self
    let last = frames.count - 1
    let (group, start) = (layout.group(frames[last].group), frames[last].groupStart)
    walk.frames[last].setLimit = limit(ofSet: 0, of: group, from: start, within: frames[last].groupLimit)
    (walk.frames[last].set, walk.frames[last].setStart) = (0, start)
    var position = start
    var next = walk.advanceWithin(group, from: 0, of: walk.sequence(of: group), at: start)
    while var here = next, here.isInside(frames) {
      if here.frames[last].set >= set { return here.start }
      let isEndedByClock = here.frames[(last + 1)...].contains { layout.group($0.group).isLimited }
      if !isEndedByClock, layout.leaf(here.leaf).length == .open(cap: nil) { here.end(at: here.start) }
      position = here.end ?? here.start
      next = walk.advance(from: here, endedAt: position)
    }
    return position
  }

  /// The children of the set of the last frame, if they differ from the order of the file.
  private mutating func sequence(of group: LayoutGroup) -> [Int]? {
    guard group.draw != nil, let node = frames.last?.group else { return nil }
    let sets = frames.dropFirst().map(\.set)
    if let known = drawn[node], known.sets == sets { return known.children }
    let children = group.sequence(inSets: sets)
    drawn[node] = children.map { (sets, $0) }
    return children
  }

  private func reached(_ limit: Duration?, _ position: Duration) -> Bool {
    guard let limit else { return false }
    return position >= limit
  }

  /// Finds the next leaf in the innermost group, from a position in the sequence on; removes the group's frame if there
  /// is none.
  private mutating func advanceWithin(
    _ group: LayoutGroup, from place: Int, of sequence: [Int]?, at position: Duration
  ) -> Cursor? {
    let last = frames.count - 1
    if let cursor = enterChild(of: group, from: place, of: sequence, at: position) { return cursor }
    if let cursor = startSet(after: frames[last].set, at: position) { return cursor }
    frames.removeLast()
    return nil
  }

  /// Starts the sets after `set` until one has a length.
  private mutating func startSet(after set: Int, at position: Duration) -> Cursor? {
    let last = frames.count - 1
    let group = layout.group(frames[last].group)
    var set = set + 1
    var empty = 0
    while set < group.sets ?? .max {
      frames[last].set = set
      frames[last].setStart = position
      frames[last].setLimit = limit(ofSet: set, of: group, from: position, within: frames[last].groupLimit)
      if let cursor = enterChild(of: group, from: 0, of: sequence(of: group), at: position) { return cursor }
      set += 1
      empty += 1
      // Sets without length in a group that time ends would repeat for ever; once for all sets of a group around it.
      if group.sets == nil, empty > Limits.laidOutPhases {
        givenUp.insert(frames[last].group)
        return nil
      }
    }
    return nil
  }

  private mutating func enterChild(
    of group: LayoutGroup, from first: Int, of sequence: [Int]?, at position: Duration
  ) -> Cursor? {
    let last = frames.count - 1
    for place in first..<max(first, group.count(of: sequence)) {
      let child = sequence?[place] ?? place
      if !group.runs(at: place, of: sequence, inSet: frames[last].set) { continue }
      frames[last].child = child
      if let cursor = enter(group.children[child].node, at: position) { return cursor }
    }
    return nil
  }

  private mutating func push(_ node: Int, _ group: LayoutGroup, at position: Duration) {
    let outer = frames.last?.setLimit
    let groupLimit = earlier(outer, (group.total ?? group.pace.cap).map { position + .nanoseconds($0) })
    frames.append(
      Cursor.Frame(
        group: node, child: 0, set: 0, groupStart: position, setStart: position, groupLimit: groupLimit,
        setLimit: limit(ofSet: 0, of: group, from: position, within: groupLimit)))
  }

  private func limit(
    ofSet set: Int, of group: LayoutGroup, from position: Duration, within groupLimit: Duration?
  ) -> Duration? {
    earlier(groupLimit, group.interval(ofSet: set).map { position + .nanoseconds($0) })
  }

  private func earlier(_ a: Duration?, _ b: Duration?) -> Duration? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }

  /// The cursor to a leaf that begins at `position`; `nil` if it has no length.
  private func cursor(to node: Int, _ leaf: LayoutLeaf, from position: Duration) -> Cursor? {
    let length = leaf.length(in: frames, after: took)
    let end = earlier(length.map { position + .nanoseconds($0) }, frames.last?.setLimit)
    if let end, end <= position { return nil }
    return Cursor(frames: frames, took: took, leaf: node, start: position, end: end)
  }
}
