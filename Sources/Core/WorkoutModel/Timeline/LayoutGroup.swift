/// A group of the layout, with the planned times of its sets; a class, so that walking the tree doesn't copy it.
///
/// The times of sets after those of the plan, which a user who is faster may reach, are computed when they are needed.
final class LayoutGroup: Sendable {
  let path: FieldPath
  let name: String?
  /// The name as in the file, if `name` is in a language instead.
  let template: String?
  let cues: [CueRule]
  let metronome: Metronome?
  let coach: Coach?
  let pace: Pace
  /// The children in the order of the file, including those that aren't drawn.
  let children: [Child]
  /// The nodes of the children, in ascending order.
  let childNodes: [Int]
  /// The children of a set, if they differ from all in the order of the file.
  let draw: SetDraw?
  /// The largest number of phases in a set, at any depth.
  let phases: Int
  /// The last set in which one of its nodes runs, counted from 0.
  private let lastSet: Int
  private let totals: SetTotals

  struct Pace: Sendable {
    /// The number of sets; `nil` if time ends the group.
    var sets: Int?
    var total: Int64?
    var cap: Int64?
    /// The length of each set of an `every` group, by its number.
    var every: Layout.LeafLength?

    /// The length of a set of an `every` group, counted from 0; a second at least, so that sets don't stand still.
    func interval(ofSet set: Int) -> Int64? {
      every?.inSet(set).map { min(max($0, Self.shortest), SetTotals.tooMuch) }
    }

    var longestInterval: Int64? {
      switch every {
      case .list(let lengths): lengths.max()
      case .linear(let first, let step):
        // In a group that time ends, a set is as long as that at most.
        sets.map { max(first, first + step * Int64($0 - 1)) } ?? (step > 0 ? total : first)
      case .open, .remainder, .random, .relative, nil: nil
      }
    }

    private static let shortest = Limits.shortestInterval.inNanoseconds
  }

  struct Child: Sendable {
    let node: Int
    let length: Layout.LeafLength
    /// The sets that skip it, counted from 0.
    let skipped: Set<Int>
    let endsByUser: Bool
    /// The number of phases in one run of it as laid out.
    let runs: Int
    /// The children of the node that it follows, if it is the node between two others.
    var follows: Range<Int>?

    /// The length in a set that doesn't skip it; `nil` if only the user ends it.
    func length(inSet set: Int) -> Int64? {
      if case .remainder = length { 0 } else { length.inSet(set) }
    }

    /// The length in a set by which draws are compared: as long as possible if only the user ends it, and none where
    /// that of another phase decides.
    func expected(inSet set: Int) -> Int64 {
      if case .relative = length { return 0 }
      return skipped.contains(set) ? 0 : length(inSet: set) ?? SetTotals.tooMuch
    }

    /// Whether it lasts any time in a set, or ends only by the user, so that something may lie between it and others.
    func lasts(inSet set: Int) -> Bool {
      follows == nil && length != .remainder && !skipped.contains(set) && length.inSet(set) != 0
    }

    /// Whether it lasts any time in some set, or ends only by the user.
    var lastsAnyTime: Bool {
      switch length {
      case .linear(let first, let step): first > 0 || step > 0
      case .list(let lengths): lengths.contains { $0 > 0 }
      case .open(let cap): cap.map { $0 > 0 } ?? true
      case .remainder: false
      case .random(let length, _): length.longest > .zero
      case .relative: true
      }
    }
  }

  /// A group with `children`, which an enclosing group cuts off after `limit`; without any it is a placeholder.
  init(
    _ group: SetGroup, at path: FieldPath, _ pace: Pace, _ children: [Child] = [], _ draw: SetDraw? = nil,
    phases: Int = 0, within limit: Int64? = nil
  ) {
    self.path = path
    (name, template) = (group.name, group.template)
    cues = group.cues
    metronome = group.metronome
    coach = group.coach
    self.pace = pace
    self.children = children
    self.draw = draw
    self.phases = phases
    childNodes = children.map { $0.node }
    lastSet = children.lastSet(of: pace.sets, draw)
    totals = SetTotals(pace, children, draw, within: limit, last: lastSet)
  }

  /// The name as it is compared.
  var comparedName: String? { (template ?? name)?.inEnglish }
  var sets: Int? { pace.sets }
  var total: Int64? { pace.total }
  var hasIntervals: Bool { pace.every != nil }
  /// Whether the clock may end the group before its sets.
  var isLimited: Bool { pace.total != nil || pace.cap != nil }
  /// The length of a set of an `every` group, counted from 0.
  func interval(ofSet set: Int) -> Int64? { pace.interval(ofSet: set) }
  /// The number of its phases as laid out, where each set counts as one at least.
  var runs: Int { totals.runs }
  /// The number of sets of the plan, and of the children in them.
  var plannedSets: Int { totals.sets }
  var steps: Int { totals.steps }
  /// Whether all children may last no time, for every possible draw that all sets share.
  var mayLastNoTime: Bool {
    guard let draw, draw.once != nil else { return !children.contains { $0.follows == nil && $0.lastsAnyTime } }
    return draw.mayLack { children[$0].lastsAnyTime }
  }

  /// The children of a set in order, or `nil` if they are all in the order of the file.
  ///
  /// `sets` are the numbers of the set and those of the enclosing groups, outermost first, counted from 0.
  func sequence(inSets sets: some BidirectionalCollection<Int>) -> [Int]? { draw?.sequence(inSets: sets) }

  /// The place of a node among the children, which are in ascending order.
  func place(of node: Int) -> Int { childNodes.partitioningIndex { $0 >= node } }

  /// Whether a set doesn't leave out the child at a place of its sequence.
  func runs(at place: Int, of sequence: [Int]?, inSet set: Int) -> Bool {
    children.runs(at: place, of: sequence, inSet: set, last: lastSet)
  }

  func areNodesOver(at place: Int, of sequence: [Int]?, inSet set: Int) -> Bool {
    !(place..<count(of: sequence)).contains { children[sequence?[$0] ?? $0].lasts(inSet: set) }
  }

  /// Whether a set may not leave out a child, whatever is drawn.
  func mayRun(child: Int, inSet set: Int) -> Bool {
    guard let draw else { return runs(at: child, of: nil, inSet: set) }
    let isAlone = draw.count < 2 && sets.map { set + 1 >= $0 } ?? false
    return !children[child].skipped.contains(set) && !(isAlone && children[child].follows != nil)
  }

  func mayRun(child: Int) -> Bool { (0..<(sets ?? 2)).contains { mayRun(child: child, inSet: $0) } }

  /// Whether the length of a set depends on the user; a cap only limits it.
  func endsByUser(set: Int) -> Bool {
    !hasIntervals && children.indices.contains { children[$0].endsByUser && mayRun(child: $0, inSet: set) }
  }

  var areAllUsers: Bool { (0..<max(1, plannedSets)).allSatisfy(endsByUser(set:)) }

  var endsByUser: Bool {
    guard total == nil, !hasIntervals else { return false }
    return children.indices.contains { child in
      children[child].endsByUser && (0..<plannedSets).contains { mayRun(child: child, inSet: $0) }
    }
  }

  func count(of sequence: [Int]?) -> Int { sequence?.count ?? children.count }

  /// The index of a child in a set; past the end if it isn't drawn.
  func position(of child: Int, in sequence: [Int]?) -> Int {
    sequence.map { $0.firstIndex(of: child) ?? $0.count } ?? child
  }

  /// The largest possible length of a set's phases.
  func longest(ofSet set: Int) -> Int64 {
    let lengths = children.indices.map { mayRun(child: $0, inSet: set) ? children[$0].length(inSet: set) ?? 0 : 0 }
    guard let draw else { return lengths.reduce(0, +) }
    return draw.longest(isLastSet: set >= lastSet) { lengths[$0] }
  }

  /// The length of all sets, where phases that only the user ends last no time; `nil` if some aren't in the plan.
  var uncappedLength: Int64? { plannedSets == sets ? totals.length : nil }

  /// The length of the whole group, at most its cap; `nil` if it ends only by the user.
  var length: Int64? {
    if let total { return total }
    return totals.isOpen ? pace.cap : min(totals.length, pace.cap ?? .max)
  }
}
