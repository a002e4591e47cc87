/// How many phases a workout has as laid out: each time a phase is done counts as one.
///
/// The counts are sums in closed form over the layout's tree: no phase is walked. They are taken in 128 bits, so that
/// no file can overflow them.
struct PhaseTally {
  /// How many phases are laid out, and how many of them last any time.
  struct Count: Equatable {
    var laidOut: Int128 = 0
    var lasting: Int128 = 0

    static func + (a: Count, b: Count) -> Count {
      Count(laidOut: a.laidOut + b.laidOut, lasting: a.lasting + b.lasting)
    }
    static func * (a: Count, times: Int128) -> Count { Count(laidOut: a.laidOut * times, lasting: a.lasting * times) }
  }

  /// How long a phase is taken to last that only the user ends.
  static let openLength = Int128(30_000_000_000)
  /// More sets than any layout within the limits can have.
  private static let mostSets = Int128(Limits.laidOutPhases) * 2

  private let nodes: [Layout.Node]
  /// By node: how long a group lasts, and how many phases it has; nothing for a phase.
  private var lengths: [Int128]
  private(set) var counts: [Count]

  init(_ nodes: [Layout.Node]) {
    self.nodes = nodes
    lengths = Array(repeating: 0, count: nodes.count)
    counts = Array(repeating: Count(), count: nodes.count)
    // Children come behind their parents.
    for index in nodes.indices.reversed() {
      guard case .group(let group) = nodes[index] else { continue }
      lengths[index] = group.total.map { Int128($0) } ?? length(of: group, sets: Int128(group.sets ?? 0))
      counts[index] =
        group.total.map { count(in: group, before: Int128($0)) } ?? count(in: group, Int128(group.sets ?? 0))
    }
  }

  /// How long child `child` lasts in a set, the remainder of an interval left out.
  func length(of child: Int, set: Int128) -> Int128 {
    guard case .leaf(let leaf) = nodes[child] else { return lengths[child] }
    return switch leaf.length {
    case .linear(let first, let step): Int128(first) + set * Int128(step)
    case .list(let list): Int128(list.indices.contains(Int(set)) ? list[Int(set)] : 0)
    case .open(let cap): cap.map { Int128($0) } ?? Self.openLength
    case .remainder: 0
    }
  }

  /// The length of a set's phases, without the remainder of an interval.
  func length(of group: LayoutGroup, set: Int128) -> Int128 {
    group.children.indices.reduce(0) { sum, index in
      group.isSkipped(child: index, set: Int(set)) ? sum : sum + length(of: group.children[index], set: set)
    }
  }

  /// The length of the first `sets` sets.
  func length(of group: LayoutGroup, sets: Int128) -> Int128 {
    if let every = group.every { return sets * Int128(every) }
    return group.children.indices.reduce(0) { sum, index in
      let child = group.children[index]
      let skipped = skippedSet(of: index, in: group, sets).map { length(of: child, set: $0) } ?? 0
      return sum + length(of: child, sets: sets) - skipped
    }
  }

  private func length(of child: Int, sets: Int128) -> Int128 {
    guard case .leaf(let leaf) = nodes[child] else { return lengths[child] * sets }
    return switch leaf.length {
    case .linear(let first, let step): Int128(first) * sets + Int128(step) * (sets * (sets - 1) / 2)
    case .list(let list): list.prefix(Int(sets)).reduce(0) { $0 + Int128($1) }
    case .open, .remainder: length(of: child, set: 0) * sets
    }
  }

  /// The set among the first `sets` in which a child is left out.
  private func skippedSet(of index: Int, in group: LayoutGroup, _ sets: Int128) -> Int128? {
    switch group.skips[index] {
    case .first: sets > 0 ? 0 : nil
    case .last: group.sets.flatMap { Int128($0) <= sets ? Int128($0) - 1 : nil }
    case nil: nil
    }
  }

  /// How many whole sets begin and end before `limit`.
  func wholeSets(of group: LayoutGroup, before limit: Int128) -> Int128 {
    var (lower, upper) = (Int128(0), min(group.sets.map { Int128($0) } ?? Self.mostSets, Self.mostSets))
    while lower < upper {
      let middle = upper - (upper - lower) / 2
      if length(of: group, sets: middle) <= limit { lower = middle } else { upper = middle - 1 }
    }
    return lower
  }
}

extension PhaseTally {
  /// The phases of the first `sets` sets.
  private func count(in group: LayoutGroup, _ sets: Int128) -> Count {
    group.children.indices.reduce(Count()) { sum, index in
      let child = group.children[index]
      guard case .leaf(let leaf) = nodes[child] else { return sum + counts[child] * sets }
      if case .remainder = leaf.length {
        let rests = remainders(of: group, sets)
        return sum + Count(laidOut: rests, lasting: rests)
      }
      let skipped = skippedSet(of: index, in: group, sets)
      let done = sets - (skipped == nil ? 0 : 1)
      return sum + Count(laidOut: done, lasting: done - empty(leaf, sets, besides: skipped))
    }
  }

  /// How many times a phase lasts no time in the first `sets` sets.
  private func empty(_ leaf: LayoutLeaf, _ sets: Int128, besides skipped: Int128?) -> Int128 {
    let done = sets - (skipped == nil ? 0 : 1)
    switch leaf.length {
    case .linear(0, 0), .open(cap: 0): return done
    case .linear(let first, let step):
      guard step != 0, first % step == 0 else { return 0 }
      let set = Int128(-(first / step))
      return set >= 0 && set < sets && set != skipped ? 1 : 0
    case .list(let list):
      let zeros = list.prefix(Int(sets)).enumerated().count { $1 == 0 && Int128($0) != skipped }
      return Int128(zeros)
    case .open, .remainder: return 0
    }
  }

  /// In how many of the first `sets` sets the phases leave something of the interval.
  private func remainders(of group: LayoutGroup, _ sets: Int128) -> Int128 {
    guard let every = group.every, sets > 0 else { return 0 }
    func leaves(_ set: Int128) -> Bool { length(of: group, set: set) < Int128(every) }
    if !group.sums.lists.isEmpty { return Int128((0..<Int(sets)).count { leaves(Int128($0)) }) }
    // Between the first and the last set the length changes one way only.
    let ends: [Int128] = sets == 1 ? [0] : [0, sets - 1]
    let outer = Int128(ends.count { leaves($0) })
    guard sets > 2 else { return outer }
    let isAtBegin = leaves(1)
    guard isAtBegin != leaves(sets - 2) else { return outer + (isAtBegin ? sets - 2 : 0) }
    var (lower, upper) = (Int128(1), sets - 2)
    while lower + 1 < upper {
      let middle = (lower + upper) / 2
      if leaves(middle) == isAtBegin { lower = middle } else { upper = middle }
    }
    return outer + (isAtBegin ? lower : sets - 2 - lower)
  }

  /// The phases that begin before `limit` in a group that is cut there.
  func count(in group: LayoutGroup, before limit: Int128) -> Count {
    let whole = wholeSets(of: group, before: limit)
    var sum = count(in: group, whole)
    if let sets = group.sets, whole >= Int128(sets) { return sum }
    var left = limit - length(of: group, sets: whole)
    for (index, child) in group.children.enumerated() where !group.isSkipped(child: index, set: Int(whole)) {
      guard left > 0 else { break }
      let length = length(of: child, set: whole)
      switch nodes[child] {
      case .leaf(let leaf):
        if case .remainder = leaf.length { break }
        sum = sum + Count(laidOut: 1, lasting: length > 0 ? 1 : 0)
      case .group(let inner): sum = sum + (length <= left ? counts[child] : count(in: inner, before: left))
      }
      left -= length
    }
    if group.every != nil, left > 0 { sum = sum + Count(laidOut: 1, lasting: 1) }
    return sum
  }

  /// The innermost group that holds too many phases, by its node; `nil` where all is well.
  var tooMany: (node: Int, count: Int128)? {
    guard let root = counts.first, root.laidOut > Int128(Limits.laidOutPhases) else { return nil }
    var node = 0
    while case .group(let group) = nodes[node],
      let child = group.children.first(where: { counts[$0].laidOut > Int128(Limits.laidOutPhases) })
    {
      node = child
    }
    return (node, counts[node].laidOut)
  }
}
