/// The number of phases in the plan of a workout.
///
/// The counts are closed-form sums over the layout's tree, without walking the phases. They are 128-bit, so no file
/// can overflow them.
struct PhaseTally {
  /// The number of phases in the plan, and of those with a length above 0.
  struct Count: Equatable {
    var laidOut: Int128 = 0
    var lasting: Int128 = 0

    static func + (a: Count, b: Count) -> Count {
      Count(laidOut: a.laidOut + b.laidOut, lasting: a.lasting + b.lasting)
    }
    static func * (a: Count, times: Int128) -> Count { Count(laidOut: a.laidOut * times, lasting: a.lasting * times) }
  }

  /// The assumed length of a phase that only the user ends.
  static let openLength = Int128(30_000_000_000)
  /// More sets than any layout within the limits has.
  private static let mostSets = Int128(Limits.laidOutPhases) * 2

  private let nodes: [Layout.Node]
  /// The length and phase count of each group node.
  private var lengths: [Int128]
  private(set) var counts: [Count]
  /// The totals of nodes whose sets are drawn.
  private var drawn: [Int: DrawnTally] = [:]

  init(_ nodes: [Layout.Node]) {
    self.nodes = nodes
    lengths = Array(repeating: 0, count: nodes.count)
    counts = Array(repeating: Count(), count: nodes.count)
    // Children come after their parents.
    for index in nodes.indices.reversed() {
      guard case .group(let group) = nodes[index] else { continue }
      if group.standing == nil { drawn[index] = DrawnTally(of: group, self) }
      let whole = length(of: group, sets: Int128(group.sets ?? 0))
      let cut = (group.total ?? group.pace.cap.flatMap { Int128($0) < whole ? $0 : nil }).map { Int128($0) }
      lengths[index] = cut ?? whole
      counts[index] = cut.map { count(in: group, before: $0) } ?? count(in: group, Int128(group.sets ?? 0))
    }
  }

  /// The children of a set; for a draw, one of several equally likely results.
  func children(of group: LayoutGroup, set: Int128) -> [Int] {
    group.sequence(inSets: CollectionOfOne(Int(set))) ?? Array(group.children.indices)
  }

  /// The length of a child in a set, without the remainder of an interval.
  func length(of child: Int, set: Int128) -> Int128 {
    guard case .leaf(let leaf) = nodes[child] else { return lengths[child] }
    return switch leaf.length {
    case .linear(let first, let step): Int128(first) + set * Int128(step)
    case .list(let list): Int128(list[Int(set) % list.count])
    case .open(let cap): cap.map { Int128($0) } ?? Self.openLength
    case .remainder: 0
    }
  }

  /// The total length of a set's phases, without the remainder of an interval.
  func length(of group: LayoutGroup, set: Int128) -> Int128 {
    children(of: group, set: set).reduce(0) { sum, index in
      group.isSkipped(child: index, set: Int(set)) ? sum : sum + length(of: group.children[index], set: set)
    }
  }

  /// The total length of the first `sets` sets.
  func length(of group: LayoutGroup, sets: Int128) -> Int128 {
    if let every = group.every { return sets * Int128(every) }
    guard let standing = group.standing else { return drawn(group).length(sets: sets) }
    return standing.reduce(0) { sum, index in
      let child = group.children[index]
      let skipped = group.sums.skippedSets(of: index, before: Int(sets))
        .reduce(0) { $0 + length(of: child, set: Int128($1)) }
      return sum + length(of: child, sets: sets) - skipped
    }
  }

  private func drawn(_ group: LayoutGroup) -> DrawnTally {
    // The first child comes immediately after its group.
    group.children.first.flatMap { drawn[$0 - 1] } ?? DrawnTally()
  }

  private func length(of child: Int, sets: Int128) -> Int128 {
    guard case .leaf(let leaf) = nodes[child] else { return lengths[child] * sets }
    switch leaf.length {
    case .linear(let first, let step): return Int128(first) * sets + Int128(step) * (sets * (sets - 1) / 2)
    case .list(let list):
      let (rounds, rest) = sets.quotientAndRemainder(dividingBy: Int128(list.count))
      return list.reduce(0) { $0 + Int128($1) } * rounds + list.prefix(Int(rest)).reduce(0) { $0 + Int128($1) }
    case .open, .remainder: return length(of: child, set: 0) * sets
    }
  }

  /// The number of whole sets before `limit`.
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
  /// The number of phases in the first `sets` sets.
  func count(in group: LayoutGroup, _ sets: Int128) -> Count {
    guard let standing = group.standing else { return drawn(group).count(sets: sets) + rests(of: group, sets) }
    return standing.reduce(Count()) { sum, index in
      let child = group.children[index]
      let skipped = group.sums.skippedSets(of: index, before: Int(sets))
      let done = sets - Int128(skipped.count)
      guard case .leaf(let leaf) = nodes[child] else { return sum + counts[child] * done }
      if case .remainder = leaf.length { return sum + rests(of: group, sets) }
      return sum + Count(laidOut: done, lasting: done - empty(leaf, sets, besides: skipped))
    }
  }

  /// The number of phases in one set, without the remainder of an interval.
  func count(in group: LayoutGroup, set: Int128, _ children: [Int]) -> Count {
    children.reduce(Count()) { sum, index in
      if group.isSkipped(child: index, set: Int(set)) { return sum }
      let child = group.children[index]
      guard case .leaf(let leaf) = nodes[child] else { return sum + counts[child] }
      if case .remainder = leaf.length { return sum }
      return sum + Count(laidOut: 1, lasting: length(of: child, set: set) > 0 ? 1 : 0)
    }
  }

  /// The number of runs of a phase with length 0 in the first `sets` sets.
  private func empty(_ leaf: LayoutLeaf, _ sets: Int128, besides skipped: [Int]) -> Int128 {
    let done = sets - Int128(skipped.count)
    switch leaf.length {
    case .linear(0, 0), .open(cap: 0): return done
    case .linear(let first, let step):
      guard step != 0, first % step == 0 else { return 0 }
      let set = Int128(-(first / step))
      return set >= 0 && set < sets && !skipped.contains(Int(set)) ? 1 : 0
    case .list(let list):
      let (rounds, rest) = sets.quotientAndRemainder(dividingBy: Int128(list.count))
      let zeros = Int128(list.count { $0 == 0 }) * rounds + Int128(list.prefix(Int(rest)).count { $0 == 0 })
      return zeros - Int128(skipped.count { list[$0 % list.count] == 0 })
    case .open, .remainder: return 0
    }
  }

  private func rests(of group: LayoutGroup, _ sets: Int128) -> Count {
    let rests = remainders(of: group, sets)
    return Count(laidOut: rests, lasting: rests)
  }

  /// The number of sets among the first `sets` that leave a remainder of the interval.
  private func remainders(of group: LayoutGroup, _ sets: Int128) -> Int128 {
    guard let every = group.every, sets > 0 else { return 0 }
    func leaves(_ set: Int128) -> Bool { length(of: group, set: set) < Int128(every) }
    if !group.sums.changesOneWay || group.draw?.drawsEachSet == true {
      return Int128((0..<Int(sets)).count { leaves(Int128($0)) })
    }
    // The length is monotonic between the first and the last set.
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

  /// The phases that begin before `limit` in a group that is cut off there.
  func count(in group: LayoutGroup, before limit: Int128) -> Count {
    let whole = wholeSets(of: group, before: limit)
    var sum = count(in: group, whole)
    if let sets = group.sets, whole >= Int128(sets) { return sum }
    var left = limit - length(of: group, sets: whole)
    for index in children(of: group, set: whole) where !group.isSkipped(child: index, set: Int(whole)) {
      guard left > 0 else { break }
      let child = group.children[index]
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

  /// The node of the innermost group with too many phases; `nil` if none has.
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
