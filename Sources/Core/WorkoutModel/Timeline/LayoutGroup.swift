/// A group of the layout, with prefix sums over its children; a class, so that walking the tree doesn't copy it.
///
/// The length of child `j` in set `k` is affine in `k` or listed, so the sum of the first `j` children is
/// `constant[j] + k · step[j]`, plus the listed lengths for set `k`, minus the skipped ones. Memory is O(children)
/// plus the lists. Only if a part of the nodes is drawn for each set does `DrawnLengths` store the lengths of all
/// sets.
final class LayoutGroup: Sendable {
  let path: FieldPath
  let name: String?
  let cues: [CueRule]
  let metronome: Metronome?
  /// The timing of its sets.
  let pace: Pace
  /// The children in the order of the file, including those that aren't drawn.
  let children: [Int]
  /// The children of a set, if they differ from all in the order of the file.
  let draw: SetDraw?
  /// The largest number of phases in a set, at any depth.
  let phases: Int
  let sums: ChildSums
  private let drawnLengths: DrawnLengths?

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

  init(_ draft: LayoutDraft) {
    path = draft.path
    name = draft.name
    cues = draft.cues
    metronome = draft.metronome
    pace = draft.pace
    children = draft.children
    draw = draft.draw
    phases = draft.phases
    sums = draft.sums
    drawnLengths = draft.drawnLengths
  }

  var sets: Int? { pace.sets }
  var total: Int? { pace.total }
  var every: Int? { pace.every }
  /// Whether the clock may end the group before its sets.
  var isLimited: Bool { pace.total != nil || pace.cap != nil }

  /// The children of a set in order, or `nil` if they are all in the order of the file.
  ///
  /// `sets` are the numbers of the set and those of the enclosing groups, outermost first, counted from 0.
  func sequence(inSets sets: some BidirectionalCollection<Int>) -> [Int]? { draw?.sequence(inSets: sets) }

  /// The children with the lengths of any set, in the order of the file; `nil` if drawn sets have different lengths.
  var standing: [Int]? {
    guard let draw else { return Array(children.indices) }
    if let once = draw.once { return once.sorted() }
    return drawnLengths == nil ? Array(children.indices) : nil
  }

  /// The place of a node among the children, which are in ascending order.
  func place(of node: Int) -> Int {
    var (lower, upper) = (0, children.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if children[middle] < node { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }

  func isSkipped(child: Int, set: Int) -> Bool { sums.isSkipped(child: child, set: set) }

  /// Whether the length of a set depends on the user; a cap only limits it.
  func isUsers(set: Int) -> Bool {
    guard every == nil else { return false }
    return sums.users(set: set, children: children.count) > 0
  }

  /// Whether the length of every set depends on the user.
  var areAllUsers: Bool { every == nil && sums.allHaveUsers }

  /// Whether the length of the whole group depends on the user.
  var isUsers: Bool {
    guard total == nil else { return false }
    return every == nil && sums.haveUsers(sets: sets ?? .max)
  }

  /// The number of children among the first `count` of a set, or of `sequence`, that end only by the user.
  func opens(set: Int, children count: Int, of sequence: [Int]?) -> Int {
    guard let sequence else { return sums.opens(set: set, children: count) }
    return sequence.prefix(count).count { sums.isOpen($0) && !isSkipped(child: $0, set: set) }
  }

  /// The total length of the first `count` children of a set, excluding those that only the user ends.
  func timedLength(set: Int, children count: Int, of sequence: [Int]?) -> Int {
    guard let sequence else { return sums.length(set: set, children: count) }
    return sequence.prefix(count).reduce(0) { sum, child in
      sum + (isSkipped(child: child, set: set) ? 0 : sums.length(of: child, set: set))
    }
  }

  /// The largest number of consecutive sets of length 0.
  var mostEmptySets: Int { sums.mostEmptySets + (draw == nil ? 0 : Limits.nodes) }

  /// The number of children in a set.
  func count(of sequence: [Int]?) -> Int { sequence?.count ?? children.count }

  /// The index of a child in a set; past the end if it isn't drawn.
  func position(of child: Int, in sequence: [Int]?) -> Int {
    sequence.map { $0.firstIndex(of: child) ?? $0.count } ?? child
  }

  /// The total length of the children after one in a set, or `nil` if one of them ends only by the user.
  func length(set: Int, after child: Int, of sequence: [Int]?) -> Int? {
    let (next, count) = (position(of: child, in: sequence) + 1, count(of: sequence))
    guard next < count else { return 0 }
    let all = opens(set: set, children: count, of: sequence)
    guard all == 0 || all == opens(set: set, children: next, of: sequence) else { return nil }
    return timedLength(set: set, children: count, of: sequence)
      - timedLength(set: set, children: next, of: sequence)
  }

  /// The total length of the first sets, unbounded.
  func wholeLength(sets: Int) -> Int128 {
    drawnLengths.map { Int128($0.length(sets: sets)) } ?? sums.wholeLength(sets: sets, children: children.count)
  }

  /// The first set that only the user ends, if any.
  var firstOpenSet: Int? {
    if let drawnLengths { return drawnLengths.firstOpenSet }
    return sums.firstOpenSet(from: 0, to: sets, children: children.count)
  }

  /// The total length of the first `count` sets, excluding phases that only the user ends.
  func length(sets count: Int) -> Int {
    if let every { return count * every }
    return drawnLengths?.length(sets: count) ?? sums.length(sets: count, children: children.count)
  }

  /// The total length of all sets after `set`, or `nil` if it depends on the user or the clock.
  func length(setsAfter set: Int) -> Int? {
    guard let sets else { return nil }
    if every == nil {
      let open =
        drawnLengths.map { $0.isOpen(from: set + 1) }
        ?? (sums.firstOpenSet(from: set + 1, to: sets, children: children.count) != nil)
      if open { return nil }
    }
    return length(sets: sets) - length(sets: set + 1)
  }

  /// The length of the whole group, at most its cap; `nil` if it ends only by the user.
  var length: Int? {
    if let total { return total }
    if every == nil, firstOpenSet != nil { return pace.cap }
    return sets.map { sets in pace.cap.map { min($0, length(sets: sets)) } ?? length(sets: sets) }
  }
}
