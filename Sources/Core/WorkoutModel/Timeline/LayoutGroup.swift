/// A group in its place, with running sums over its children; shared, as every step of a walk looks at several.
///
/// The length of child `j` in set `k` is affine in `k` or comes from a list, so the sum of the first `j` children is
/// `constant[j] + k · step[j]`, plus what the lists among them say for set `k`, less what is left out in that set.
/// Memory is O(children) plus what the lists themselves take. Only where some of the nodes are drawn for each set are
/// the lengths of all sets held, in `DrawnLengths`.
final class LayoutGroup: Sendable {
  let path: FieldPath
  let name: String?
  let cues: [CueRule]
  let metronome: Metronome?
  /// How long its sets last.
  let pace: Pace
  /// In the order of the file, those that aren't drawn included.
  let children: [Int]
  /// Which children a set has, where it hasn't all of them in the order of the file.
  let draw: SetDraw?
  /// How many phases a set has at most, at any depth.
  let phases: Int
  let sums: ChildSums
  private let drawnLengths: DrawnLengths?

  /// How many sets a group has, and what the clock says of them.
  struct Pace: Sendable {
    /// `nil` where the time decides.
    var sets: Int?
    /// The whole length of a `for` group.
    var total: Int?
    /// Where a group ends that has a number of sets, unless they are over before.
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
  /// Whether the clock may end the group before its sets are over.
  var isLimited: Bool { pace.total != nil || pace.cap != nil }

  /// The children of a set in their order, or `nil` where they are all of them in the order of the file.
  ///
  /// `sets` are the set and those of the groups around it, outermost first, children.count from 0.
  func sequence(inSets sets: some BidirectionalCollection<Int>) -> [Int]? { draw?.sequence(inSets: sets) }

  /// The children that have the lengths of any set, in the order of the file; `nil` where sets of several lengths are
  /// drawn.
  var standing: [Int]? {
    guard let draw else { return Array(children.indices) }
    if let once = draw.once { return once.sorted() }
    return drawnLengths == nil ? Array(children.indices) : nil
  }

  func isSkipped(child: Int, set: Int) -> Bool { sums.isSkipped(child: child, set: set) }

  /// Whether the length of a set depends on when the user says done; a cap only bounds it.
  func isUsers(set: Int) -> Bool {
    guard every == nil else { return false }
    return sums.users(set: set, children: children.count) > 0
  }

  /// Whether the length of the whole group does.
  var isUsers: Bool {
    guard total == nil else { return false }
    return every == nil && sums.haveUsers(sets: sets ?? .max)
  }

  /// How many of the first `count` children of a set end only by the user; those of `sequence` if there is one.
  func opens(set: Int, children count: Int, of sequence: [Int]?) -> Int {
    guard let sequence else { return sums.opens(set: set, children: count) }
    return sequence.prefix(count).count { sums.isOpen($0) && !isSkipped(child: $0, set: set) }
  }

  /// The length of the first `count` children of a set without what ends only by the user.
  func timedLength(set: Int, children count: Int, of sequence: [Int]?) -> Int {
    guard let sequence else { return sums.length(set: set, children: count) }
    return sequence.prefix(count).reduce(0) { sum, child in
      sum + (isSkipped(child: child, set: set) ? 0 : sums.length(of: child, set: set))
    }
  }

  /// How many sets may follow one another that last no time.
  var mostEmptySets: Int { sums.mostEmptySets + (draw == nil ? 0 : Limits.nodes) }

  /// How many children a set has.
  func count(of sequence: [Int]?) -> Int { sequence?.count ?? children.count }

  /// The position of a child in a set; behind the end where it isn't drawn.
  func position(of child: Int, in sequence: [Int]?) -> Int {
    sequence.map { $0.firstIndex(of: child) ?? $0.count } ?? child
  }

  /// The length of the children that follow one in a set, or `nil` where one of them ends only by the user.
  func length(set: Int, after child: Int, of sequence: [Int]?) -> Int? {
    let (next, count) = (position(of: child, in: sequence) + 1, count(of: sequence))
    guard next < count else { return 0 }
    let all = opens(set: set, children: count, of: sequence)
    guard all == 0 || all == opens(set: set, children: next, of: sequence) else { return nil }
    return timedLength(set: set, children: count, of: sequence)
      - timedLength(set: set, children: next, of: sequence)
  }

  /// The length of the first sets without an upper limit.
  func wholeLength(sets: Int) -> Int128 {
    drawnLengths.map { Int128($0.length(sets: sets)) } ?? sums.wholeLength(sets: sets, children: children.count)
  }

  /// The first set that only the user ends, if there is one.
  var firstOpenSet: Int? {
    if let drawnLengths { return drawnLengths.firstOpenSet }
    return sums.firstOpenSet(from: 0, to: sets, children: children.count)
  }

  /// The length of the first `count` sets, what ends only by the user left out.
  func length(sets count: Int) -> Int {
    if let every { return count * every }
    return drawnLengths?.length(sets: count) ?? sums.length(sets: count, children: children.count)
  }

  /// The length of all sets that follow `set`, or `nil` where the user or the clock decides it.
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

  /// The whole group's length, or `nil` where it ends only by the user; at most its cap.
  var length: Int? {
    if let total { return total }
    if every == nil, firstOpenSet != nil { return pace.cap }
    return sets.map { sets in pace.cap.map { min($0, length(sets: sets)) } ?? length(sets: sets) }
  }
}
