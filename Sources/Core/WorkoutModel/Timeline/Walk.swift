/// Walks a layout from phase to phase.
///
/// The frames, the leaf and its times are those of the phase at which the walk is; a walk that is over has none.
struct Walk {
  let layout: Layout
  /// The sets around the phase, the workout first.
  var frames: [Cursor.Frame] = []
  /// What the last phase of each measured name took; `nil` if that is unknown before it ends.
  private(set) var took: [Int: Duration?] = [:]
  private(set) var leaf = 0
  private(set) var start = Duration.zero
  var end: Duration?
  private(set) var isOver = false
  /// Whether the phase has been ended before its time, so that it doesn't go on in overtime.
  private var isLeft = false
  /// The last drawn children of each group, with the numbers of their sets.
  private var drawn: [Int: (sets: [Int], children: [Int])] = [:]
  /// The groups that time would end, but in which the search for the next leaf has found none.
  private var givenUp: Set<Int> = []

  /// Begins with the first phase.
  init(_ layout: Layout) {
    self.layout = layout
    isOver = !enter(0, at: .zero)
  }

  init(_ layout: Layout, from cursor: Cursor) {
    self.layout = layout
    (frames, took, leaf, start, end) = (cursor.frames, cursor.took, cursor.leaf, cursor.start, cursor.end)
    isLeft = cursor.isEndedByUser || cursor.end == cursor.start
  }

  /// The phase as a cursor; `nil` at the end of the workout.
  var cursor: Cursor? { isOver ? nil : Cursor(frames: frames, took: took, leaf: leaf, start: start, end: end) }

  var id: SegmentID { SegmentID(node: leaf, sets: frames.dropFirst().map { $0.set }) }

  /// Whether only the user, or the clock of a group around it, ends the phase.
  var isOpen: Bool { if case .open(cap: nil) = layout.leaf(leaf).length { true } else { false } }

  /// Whether the phase is what another takes beyond its planned end.
  var isOvertime: Bool { layout.isOvertime(leaf) }

  /// The numbers of the groups and sets, from the workout on, that are around the phase as well as in `other`.
  func shared(with other: [Cursor.Frame]) -> (groups: Int, sets: Int) {
    if isOver { return (0, 0) }
    let sets = zip(frames, other).prefix { $0.group == $1.group && $0.set == $1.set }.count
    let isSameGroup = sets < min(frames.count, other.count) && frames[sets].group == other[sets].group
    return (isSameGroup ? sets + 1 : sets, sets)
  }

  /// Advances from the phase, which ended at `position`, by default after `lasting` as long.
  ///
  /// What a phase takes is known only where it was to end at this position.
  mutating func advance(endedAt position: Duration, lasting: Duration? = nil) {
    if !layout.measures.isEmpty, let measure = layout.measure(of: id) {
      let lasted = end == position ? lasting ?? position - start : nil
      let before = isOvertime ? took[measure] ?? nil : .zero
      took.updateValue(lasted.flatMap { lasted in before.map { $0 + lasted } }, forKey: measure)
    }
    givenUp = []
    let isLeft = isLeft || lasting != nil
    self.isLeft = false
    repeat { isOver = !advance(at: position) } while !isOver && isLeft && isOvertime
  }

  /// Ends the phase as the plan does, in which one that only the user ends lasts half a minute; returns the end.
  mutating func plannedEnd() -> Duration {
    if isOpen { end = min(end ?? Limits.totalLength, start + .seconds(30)) }
    return end ?? start
  }

  /// Enters a set, counted from 0, of the group at a depth around the phase, as planned; a set after the current one
  /// not before `earliest`. The walk is over if the group has no such set with a length.
  mutating func enter(set: Int, atDepth depth: Int, notBefore earliest: Duration) {
    frames.removeSubrange((depth + 1)...)
    let (frame, group) = (frames[depth], layout.group(frames[depth].group))
    isOver = true
    guard set >= 0, set < group.sets ?? Limits.sets.upperBound else { return }
    let planned = plannedStart(ofSet: set)
    let start = set > frame.set ? max(planned, earliest) : planned
    if reached(frame.groupLimit, start) { return }
    begin(set: set, of: group, at: start)
    restartSet()
  }

  /// Enters the innermost set again, where it began; phases that are as long as others have the lengths known now.
  mutating func restartSet() {
    guard let frame = frames.last else { return }
    isOver = !enterChild(of: layout.group(frame.group), at: frame.setStart)
  }

  /// Enters the phase again, where it began.
  mutating func restartPhase() { isOver = !enter(leaf, at: start) }
}

extension Walk {
  /// Enters a node at `position`; `false` if it has no length.
  private mutating func enter(_ node: Int, at position: Duration) -> Bool {
    switch layout.nodes[node] {
    case .leaf(let leaf):
      let length = leaf.length(in: frames, after: took).map { position + .nanoseconds($0) }
      let end = Self.earlier(length, frames.last?.setLimit)
      if let end, end <= position { return false }
      (self.leaf, start, self.end) = (node, position, end)
      return true
    case .group(let group):
      if group.length == 0 || givenUp.contains(node) { return false }
      let own = (group.total ?? group.pace.cap).map { position + .nanoseconds($0) }
      let limit = Self.earlier(frames.last?.setLimit, own)
      frames.append(
        Cursor.Frame(
          group: node, child: 0, set: 0, groupStart: position, setStart: position, groupLimit: limit, setLimit: nil))
      if startSet(0, at: position) { return true }
      frames.removeLast()
      return false
    }
  }

  /// Finds the phase that begins at `position`; `false` at the end of the workout.
  private mutating func advance(at position: Duration) -> Bool {
    // A cut by the clock ends all that is inside it; no group lasts longer than its set may.
    if let cut = frames.firstIndex(where: { reached($0.setLimit, position) }) {
      frames.removeSubrange((cut + 1)...)
      if !reached(frames[cut].groupLimit, position), startSet(frames[cut].set + 1, at: position) { return true }
      frames.removeLast()
    }
    while let frame = frames.last {
      let group = layout.group(frame.group)
      if enterChild(of: group, after: frame.child, at: position) { return true }
      if startSet(frame.set + 1, at: position) { return true }
      frames.removeLast()
    }
    return false
  }

  /// Starts a set of the innermost group, or the first one after it that has a length.
  private mutating func startSet(_ first: Int, at position: Duration) -> Bool {
    guard let node = frames.last?.group else { return false }
    let group = layout.group(node)
    for set in first..<max(first, group.sets ?? .max) {
      begin(set: set, of: group, at: position)
      if enterChild(of: group, at: position) { return true }
      // Sets without length in a group that time ends would repeat for ever; once for all sets of a group around it.
      if group.sets == nil, set - first >= Limits.laidOutPhases {
        givenUp.insert(node)
        return false
      }
    }
    return false
  }

  private mutating func begin(set: Int, of group: LayoutGroup, at position: Duration) {
    let last = frames.count - 1
    frames[last].set = set
    frames[last].setStart = position
    let interval = group.interval(ofSet: set).map { position + .nanoseconds($0) }
    frames[last].setLimit = Self.earlier(frames[last].groupLimit, interval)
  }

  /// Enters the first child of the innermost set that has a length, or the first one after a child.
  private mutating func enterChild(of group: LayoutGroup, after child: Int? = nil, at position: Duration) -> Bool {
    let last = frames.count - 1
    let sequence = sequence(of: group)
    let first = child.map { group.position(of: $0, in: sequence) + 1 } ?? 0
    for place in first..<max(first, group.count(of: sequence)) {
      let child = sequence?[place] ?? place
      if !group.runs(at: place, of: sequence, inSet: frames[last].set) { continue }
      // Overtime follows its phase alone, not where that lasts no time.
      if place > first, layout.isOvertime(group.children[child].node) { continue }
      frames[last].child = child
      if enter(group.children[child].node, at: position) { return true }
    }
    return false
  }

  /// The children of the set of the last frame, if they differ from the order of the file.
  private mutating func sequence(of group: LayoutGroup) -> [Int]? {
    guard group.draw != nil, let node = frames.last?.group else { return nil }
    let sets = frames.dropFirst().map { $0.set }
    if let known = drawn[node], known.sets == sets { return known.children }
    let children = group.sequence(inSets: sets)
    drawn[node] = children.map { (sets, $0) }
    return children
  }

  /// The start of a set of the innermost group as planned: phases that only the user ends take no time, unless the
  /// clock ends a group inside the set, whose rounds would repeat for ever.
  private func plannedStart(ofSet set: Int) -> Duration {
    var walk = self
    let last = frames.count - 1
    var position = frames[last].groupStart
    walk.isOver = !walk.startSet(0, at: position)
    while walk.shared(with: frames).groups > last {
      if walk.frames[last].set >= set { return walk.start }
      let isEndedByClock = walk.frames[(last + 1)...].contains { layout.group($0.group).isLimited }
      if !isEndedByClock, walk.isOpen { walk.end = walk.start }
      position = walk.end ?? walk.start
      walk.advance(endedAt: position)
    }
    return position
  }

  private func reached(_ limit: Duration?, _ position: Duration) -> Bool { limit.map { position >= $0 } ?? false }

  static func earlier(_ a: Duration?, _ b: Duration?) -> Duration? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }
}
