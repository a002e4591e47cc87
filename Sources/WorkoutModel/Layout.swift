/// The tree of a workout in one array, parents before children, with what is needed to find a moment in closed form.
///
/// All lengths are whole nanoseconds. `nil` is the length of what ends only when the user says so.
struct Layout: Equatable, Sendable {
  /// A phase in its place.
  struct Leaf: Equatable, Sendable {
    var phase: Phase
    var path: FieldPath
    var length: LeafLength
  }

  /// How long a leaf lasts in a set of its group.
  enum LeafLength: Equatable, Sendable {
    /// `first` in set 0, `step` more in each later one.
    case linear(first: Int, step: Int)
    case list([Int])
    case open(cap: Int?)
    /// Whatever is left of the set.
    case remainder
  }

  enum Node: Equatable, Sendable {
    case leaf(Leaf)
    case group(LayoutGroup)
  }

  /// The workout itself is group 0, with one set.
  var nodes: [Node]

  func group(_ index: Int) -> LayoutGroup {
    guard case .group(let group) = nodes[index] else { preconditionFailure("node \(index) is no group") }
    return group
  }

  func leaf(_ index: Int) -> Leaf {
    guard case .leaf(let leaf) = nodes[index] else { preconditionFailure("node \(index) is no phase") }
    return leaf
  }
}

/// A group in its place, with running sums over its children.
///
/// The length of child `j` in set `k` is affine in `k` or comes from a list, so the sum of the first `j` children is
/// `constant[j] + k · step[j]`, plus what the lists among them say for set `k`, less what is left out in the first or
/// last set. Memory is O(children) plus what the lists themselves take.
struct LayoutGroup: Equatable, Sendable {
  var path: FieldPath
  var name: String?
  var cues: [CueRule] = []
  var children: [Int]
  var skips: [SkippedSet?]
  /// `nil` where the time decides.
  var sets: Int?
  /// The whole length of a `for` group.
  var total: Int?
  /// The length of each set of an `every` group.
  var every: Int?
  /// How many phases the file has in it, at any depth.
  var phases = 0

  // Sums of the first j children; each has children.count + 1 elements.
  var constant: [Int] = [0]
  var step: [Int] = [0]
  var opens: [Int] = [0]
  var skippedFirst: [Int] = [0]
  var skippedLast: [Int] = [0]
  var opensSkippedFirst: [Int] = [0]
  var opensSkippedLast: [Int] = [0]
  /// How many of the first j children have lists.
  var listed: [Int] = [0]
  /// Per set, the sums of the first lists; empty without any.
  var lists: [[Int]] = []
  /// The sums over whole sets of `lists`.
  var listTotals: [Int] = [0]

  func isSkipped(child: Int, set: Int) -> Bool {
    switch skips[child] {
    case .first: set == 0
    case .last: sets.map { set == $0 - 1 } ?? false
    case nil: false
    }
  }

  private func isLast(_ set: Int) -> Bool { sets.map { set == $0 - 1 } ?? false }

  /// How many of the first `count` children of a set end only by the user.
  func opens(set: Int, children count: Int) -> Int {
    opens[count] - (set == 0 ? opensSkippedFirst[count] : 0) - (isLast(set) ? opensSkippedLast[count] : 0)
  }

  /// The length of the first `count` children of a set, or `nil` where one of them ends only by the user.
  func length(set: Int, children count: Int) -> Int? {
    opens(set: set, children: count) > 0 ? nil : timedLength(set: set, children: count)
  }

  /// The same without what ends only by the user.
  func timedLength(set: Int, children count: Int) -> Int {
    constant[count] + set * step[count] + (lists.isEmpty ? 0 : lists[set][listed[count]])
      - (set == 0 ? skippedFirst[count] : 0) - (isLast(set) ? skippedLast[count] : 0)
  }

  /// The length of the children that follow child `index` in a set.
  func length(set: Int, after index: Int) -> Int? {
    guard opens(set: set, children: children.count) == opens(set: set, children: index + 1) else { return nil }
    return timedLength(set: set, children: children.count) - timedLength(set: set, children: index + 1)
  }

  /// The first set that ends only by the user, if there is one; all middle sets are alike, so two tell.
  var firstOpenSet: Int? {
    (0..<min(2, sets ?? 2)).first { opens(set: $0, children: children.count) > 0 }
  }

  /// The length of the first `count` sets, what ends only by the user left out.
  func length(sets count: Int) -> Int {
    if let every { return count * every }
    guard count > 0 else { return 0 }
    let last = children.count
    let triangle = count.isMultiple(of: 2) ? (count / 2) * (count - 1) : count * ((count - 1) / 2)
    return count * constant[last] + triangle * step[last] + (lists.isEmpty ? 0 : listTotals[count])
      - skippedFirst[last] - (count == sets ? skippedLast[last] : 0)
  }

  /// The length of all sets that follow `set`, or `nil` where it is the user's or the clock's affair.
  func length(setsAfter set: Int) -> Int? {
    guard let sets else { return nil }
    if every == nil {
      for later in [set + 1, sets - 1] where later > set && later < sets {
        if opens(set: later, children: children.count) > 0 { return nil }
      }
    }
    return length(sets: sets) - length(sets: set + 1)
  }

  /// The whole group's length, or `nil` where it ends only by the user.
  var length: Int? {
    if let total { return total }
    if every == nil, firstOpenSet != nil { return nil }
    return sets.map { length(sets: $0) }
  }
}
