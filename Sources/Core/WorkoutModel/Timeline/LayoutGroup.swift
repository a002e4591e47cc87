/// A group of the layout, with the planned times of its sets; a class, so that walking the tree doesn't copy it.
///
/// Phases that only the user ends take no time in these sums. The schedule has a row for each set of the plan. Sets
/// beyond it, which a user who is faster than planned may reach, are computed when they are needed.
final class LayoutGroup: Sendable {
  let path: FieldPath
  let name: String?
  let cues: [CueRule]
  let metronome: Metronome?
  /// The timing of its sets.
  let pace: Pace
  /// The children in the order of the file, including those that aren't drawn.
  let children: [Child]
  /// The nodes of the children, in ascending order.
  let childNodes: [Int]
  /// The children of a set, if they differ from all in the order of the file.
  let draw: SetDraw?
  /// The largest number of phases in a set, at any depth.
  let phases: Int
  private let schedule: SetSchedule

  /// The number of sets of a group and the limits of its time.
  struct Pace: Sendable {
    /// The number of sets; `nil` if time ends the group.
    var sets: Int?
    /// The total length of a `for` group.
    var total: Int?
    /// The cap of a group with a number of sets.
    var cap: Int?
    /// The length of each set of an `every` group.
    var every: Int?
  }

  /// A child of a group.
  struct Child: Sendable {
    let node: Int
    /// The length of the phase or group.
    let length: Layout.LeafLength
    /// The sets that skip it, counted from 0.
    let skipped: Set<Int>
    /// Whether its length depends on the user.
    let isUsers: Bool
    /// The number of phases in one run of it as laid out.
    let runs: Int

    /// The length in a set that doesn't skip it; `nil` if only the user ends it.
    func length(inSet set: Int) -> Int? {
      if case .remainder = length { 0 } else { length.inSet(set) }
    }

    /// Whether it runs in all sets, for the same time.
    var isConstant: Bool {
      guard skipped.isEmpty else { return false }
      return switch length {
      case .linear(_, let step): step == 0
      case .list: false
      case .open, .remainder: true
      }
    }

    /// Whether it lasts any time in some set, or ends only by the user.
    var lastsAnyTime: Bool {
      switch length {
      case .linear(let first, let step): first > 0 || step > 0
      case .list(let lengths): lengths.contains { $0 > 0 }
      case .open(let cap): cap.map { $0 > 0 } ?? true
      case .remainder: false
      }
    }
  }

  /// A group with `children`, which an enclosing group cuts off after `limit`; without any it is a placeholder.
  init(
    _ group: SetGroup, at path: FieldPath, _ pace: Pace, _ children: [Child] = [], _ draw: SetDraw? = nil,
    phases: Int = 0, within limit: Int? = nil
  ) {
    self.path = path
    name = group.name
    cues = group.cues
    metronome = group.metronome
    self.pace = pace
    self.children = children
    self.draw = draw
    self.phases = phases
    childNodes = children.map(\.node)
    schedule = SetSchedule(pace, children, draw, within: limit)
  }

  var sets: Int? { pace.sets }
  var total: Int? { pace.total }
  var every: Int? { pace.every }
  /// Whether the clock may end the group before its sets.
  var isLimited: Bool { pace.total != nil || pace.cap != nil }
  /// The number of its phases as laid out, where each set counts as one at least.
  var runs: Int { schedule.runs }
  /// The number of sets in the schedule, and of those that it stores.
  var plannedSets: Int { schedule.count }
  var storedSets: Int { schedule.storedCount }
  /// Whether all children may last no time, for every possible draw that all sets share.
  var mayLastNoTime: Bool {
    guard let draw, draw.once != nil else { return !children.contains(where: \.lastsAnyTime) }
    return draw.mayLack { children[$0].lastsAnyTime }
  }

  /// The children of a set in order, or `nil` if they are all in the order of the file.
  ///
  /// `sets` are the numbers of the set and those of the enclosing groups, outermost first, counted from 0.
  func sequence(inSets sets: some BidirectionalCollection<Int>) -> [Int]? { draw?.sequence(inSets: sets) }

  /// The place of a node among the children, which are in ascending order.
  func place(of node: Int) -> Int {
    var (lower, upper) = (0, children.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if children[middle].node < node { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }

  func isSkipped(child: Int, set: Int) -> Bool { children[child].skipped.contains(set) }

  /// Whether the length of a set depends on the user; a cap only limits it.
  func isUsers(set: Int) -> Bool { every == nil && children.contains { $0.isUsers && !$0.skipped.contains(set) } }

  /// Whether the length of every set depends on the user.
  var areAllUsers: Bool { (0..<max(1, storedSets)).allSatisfy(isUsers(set:)) }

  /// Whether the length of the whole group depends on the user.
  var isUsers: Bool { total == nil && every == nil && schedule.hasUsers }

  /// The number of children in a set.
  func count(of sequence: [Int]?) -> Int { sequence?.count ?? children.count }

  /// The index of a child in a set; past the end if it isn't drawn.
  func position(of child: Int, in sequence: [Int]?) -> Int {
    sequence.map { $0.firstIndex(of: child) ?? $0.count } ?? child
  }

  /// The times of a set with the children of `sequence`.
  func row(ofSet set: Int, _ sequence: [Int]?) -> SetSchedule.Row {
    if draw == nil || draw?.once != nil, let row = schedule.row(ofSet: set) { return row }
    return SetSchedule.Row(children, sequence, set: set, every: every)
  }

  /// The length of the children after one in a set, or `nil` if one of them ends only by the user.
  func length(ofSet set: Int, after child: Int, _ sequence: [Int]?) -> Int? {
    row(ofSet: set, sequence).length(after: position(of: child, in: sequence))
  }

  /// The largest possible length of a set's phases.
  func longest(ofSet set: Int) -> Int {
    guard let draw, draw.drawsSome else {
      return row(ofSet: set, sequence(inSets: CollectionOfOne(set))).length
    }
    return draw.longest { isSkipped(child: $0, set: set) ? 0 : children[$0].length(inSet: set) ?? 0 }
  }

  /// The last planned set that begins at or before `offset`, not after the first that only the user ends.
  func set(at offset: Int) -> Int {
    if let every { return every == 0 ? 0 : min(offset / every, (sets ?? 1) - 1) }
    return schedule.set(at: offset)
  }

  /// The length of the first sets, excluding phases that only the user ends. Sets that begin from `end` on, when the
  /// clock ends the group, aren't counted.
  func length(sets count: Int, before end: Int = .max) -> Int {
    if let every { return count * every }
    if let start = schedule.start(ofSet: count) { return start }
    var (sum, set) = (schedule.length, plannedSets)
    while set < count, sum < end {
      sum = min(sum + row(ofSet: set, sequence(inSets: CollectionOfOne(set))).length, SetSchedule.tooMuch)
      set += 1
    }
    return sum
  }

  /// The length of all sets after `set`, or `nil` if it depends on the user or the clock.
  func length(setsAfter set: Int) -> Int? {
    guard let sets else { return nil }
    if let every { return (sets - set - 1) * every }
    guard plannedSets == sets, schedule.lastOpenSet.map({ $0 <= set }) ?? true else { return nil }
    return schedule.start(ofSet: set + 1).map { schedule.length - $0 }
  }

  /// The length of the whole group, at most its cap; `nil` if it ends only by the user.
  var length: Int? {
    if let total { return total }
    if every == nil, schedule.firstOpenSet != nil { return pace.cap }
    return min(schedule.length, pace.cap ?? .max)
  }
}

extension [Int] {
  /// The last index up to `last` whose element, like all before it, meets a condition; 0 if none does.
  func lastIndex(through last: Int, where isMet: (Int) -> Bool) -> Int {
    var (lower, upper) = (0, last)
    while lower < upper {
      let middle = upper - (upper - lower) / 2
      if isMet(self[middle]) { lower = middle } else { upper = middle - 1 }
    }
    return lower
  }
}
