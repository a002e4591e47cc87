/// The tree of a workout in one array, parents before children, with what is needed to find a moment in closed form.
///
/// All lengths are whole nanoseconds. `nil` is the length of what ends only when the user says so.
struct Layout: Sendable {
  /// How long a leaf lasts in a set of its group.
  enum LeafLength: Equatable, Sendable {
    /// `first` in set 0, `step` more in each later one.
    case linear(first: Int, step: Int)
    case list([Int])
    case open(cap: Int?)
    /// Whatever is left of the set.
    case remainder
  }

  enum Node: Sendable {
    case leaf(LayoutLeaf)
    case group(LayoutGroup)
  }

  /// The workout itself is group 0, with one set.
  var nodes: [Node]
  /// How many phases last any time, as laid out.
  let phases: Int
  /// How many phases begin in one second at most.
  let mostBegins: Int

  func group(_ index: Int) -> LayoutGroup {
    guard case .group(let group) = nodes[index] else { preconditionFailure("node \(index) is no group") }
    return group
  }

  func leaf(_ index: Int) -> LayoutLeaf {
    guard case .leaf(let leaf) = nodes[index] else { preconditionFailure("node \(index) is no phase") }
    return leaf
  }

  /// The lengths of all phases. Together with the workout itself they determine its layout.
  var leafLengths: [LeafLength] {
    nodes.compactMap { node in
      if case .leaf(let leaf) = node { leaf.length } else { nil }
    }
  }
}

/// A phase in its place; shared, as every step of a walk looks at one.
final class LayoutLeaf: Sendable {
  let phase: Phase
  let path: FieldPath
  let length: Layout.LeafLength

  init(_ phase: Phase, path: FieldPath, length: Layout.LeafLength) {
    self.phase = phase
    self.path = path
    self.length = length
  }
}

/// A group in its place, with running sums over its children; shared, as every step of a walk looks at several.
///
/// The length of child `j` in set `k` is affine in `k` or comes from a list, so the sum of the first `j` children is
/// `constant[j] + k · step[j]`, plus what the lists among them say for set `k`, less what is left out in the first or
/// last set. Memory is O(children) plus what the lists themselves take.
final class LayoutGroup: Sendable {
  let path: FieldPath
  let name: String?
  let cues: [CueRule]
  /// How long its sets last.
  let pace: Pace
  let children: [Int]
  let skips: [SkippedSet?]
  /// How many phases the file has in it, at any depth.
  let phases: Int
  let sums: ChildSums
  private let users: (all: Int, first: Int, last: Int)

  /// How many sets a group has, and what the clock says of them.
  struct Pace: Sendable {
    /// `nil` where the time decides.
    var sets: Int?
    /// The whole length of a `for` group.
    var total: Int?
    /// The length of each set of an `every` group.
    var every: Int?
  }

  init(_ draft: LayoutDraft) {
    path = draft.path
    name = draft.name
    cues = draft.cues
    pace = draft.pace
    children = draft.children
    skips = draft.skips
    phases = draft.phases
    sums = draft.sums
    users = draft.users
  }

  var sets: Int? { pace.sets }
  var total: Int? { pace.total }
  var every: Int? { pace.every }

  func isSkipped(child: Int, set: Int) -> Bool {
    switch skips[child] {
    case .first: set == 0
    case .last: sets.map { set == $0 - 1 } ?? false
    case nil: false
    }
  }

  /// Whether the length of a set depends on when the user says done; a cap only bounds it.
  func isUsers(set: Int) -> Bool {
    guard every == nil else { return false }
    return users.all - (set == 0 ? users.first : 0) - (isLast(set) ? users.last : 0) > 0
  }

  /// Whether the length of the whole group does.
  var isUsers: Bool {
    guard total == nil else { return false }
    return sets == 1 ? isUsers(set: 0) : every == nil && users.all > 0
  }

  private func isLast(_ set: Int) -> Bool { sets.map { set == $0 - 1 } ?? false }

  /// How many of the first `count` children of a set end only by the user.
  func opens(set: Int, children count: Int) -> Int {
    sums.opens[count] - (set == 0 ? sums.opensSkippedFirst[count] : 0)
      - (isLast(set) ? sums.opensSkippedLast[count] : 0)
  }

  /// The length of the first `count` children of a set, or `nil` where one of them ends only by the user.
  func length(set: Int, children count: Int) -> Int? {
    opens(set: set, children: count) > 0 ? nil : timedLength(set: set, children: count)
  }

  /// The same without what ends only by the user.
  func timedLength(set: Int, children count: Int) -> Int {
    sums.constant[count] + set * sums.step[count] + sums.listed(set: set, children: count)
      - (set == 0 ? sums.skippedFirst[count] : 0) - (isLast(set) ? sums.skippedLast[count] : 0)
  }

  /// The length of the children that follow child `index` in a set.
  func length(set: Int, after index: Int) -> Int? {
    guard opens(set: set, children: children.count) == opens(set: set, children: index + 1) else { return nil }
    return timedLength(set: set, children: children.count) - timedLength(set: set, children: index + 1)
  }

  /// The first set that only the user ends, if there is one. All middle sets are alike, so checking two is enough.
  var firstOpenSet: Int? {
    (0..<min(2, sets ?? 2)).first { opens(set: $0, children: children.count) > 0 }
  }

  /// The length of the first `count` sets, what ends only by the user left out.
  func length(sets count: Int) -> Int {
    if let every { return count * every }
    guard count > 0 else { return 0 }
    let last = children.count
    let triangle = count.isMultiple(of: 2) ? (count / 2) * (count - 1) : count * ((count - 1) / 2)
    return count * sums.constant[last] + triangle * sums.step[last] + (sums.lists.isEmpty ? 0 : sums.listTotals[count])
      - sums.skippedFirst[last] - (count == sets ? sums.skippedLast[last] : 0)
  }

  /// The length of all sets that follow `set`, or `nil` where the user or the clock decides it.
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
