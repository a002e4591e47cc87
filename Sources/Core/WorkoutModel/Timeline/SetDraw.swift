/// The random selection and order of a group's nodes, by the session's seed.
struct SetDraw: Sendable {
  /// The children for each node of the file; a node with sides has several.
  private let units: [Range<Int>]
  /// A child that ends every set: the remainder of an interval.
  private let last: Int?
  private let order: SetOrder
  private let pick: Int
  private let seed: UInt64
  /// The children of every set, if they are drawn once.
  let once: [Int]?

  /// Whether each set has different nodes, not only another order.
  var drawsEachSet: Bool { once == nil && drawsSome }
  /// Whether a set has only a part of the nodes.
  var drawsSome: Bool { pick < units.count }
  /// The largest number of children in a set.
  var most: Int { units.map(\.count).sorted().suffix(pick).reduce(0, +) }

  /// A draw for a group with the children in `units`; `last` ends every set, and `seed` combines the session's seed
  /// and the group's node.
  init(_ group: SetGroup, units: [Range<Int>], last: Int?, seed: UInt64) {
    self.units = units
    self.last = last
    self.seed = seed
    order = group.order
    pick = min(group.pick ?? units.count, units.count)
    once = order == .shuffledEachSet ? nil : Self.drawn(units, pick, order, last, seed)
  }

  /// The children of a set in order; `sets` are the numbers of the enclosing sets and its own, counted from 0.
  ///
  /// If only a part of the nodes is drawn, enclosing sets are ignored, so that the length of the group doesn't depend
  /// on them.
  func sequence(inSets sets: some BidirectionalCollection<Int>) -> [Int] {
    if let once { return once }
    let numbers = drawsSome ? Array(sets.suffix(1)) : Array(sets)
    return Self.drawn(units, pick, order, last, SeededRandom.seed("set", [Int(truncatingIfNeeded: seed)] + numbers))
  }

  /// The length of the longest nodes that may be drawn, where each child has the given length.
  func longest(_ length: (Int) -> Int) -> Int {
    units.map { unit in unit.reduce(0) { $0 + length($1) } }.sorted().suffix(pick).reduce(0, +)
  }

  /// Whether no node may be drawn of whose children any fulfils `condition`.
  func mayLack(_ condition: (Int) -> Bool) -> Bool { units.count { !$0.contains(where: condition) } >= pick }

  /// Draws by the first steps of a shuffle: Durstenfeld, "Algorithm 235: Random permutation", 1964.
  private static func drawn(
    _ units: [Range<Int>], _ pick: Int, _ order: SetOrder, _ last: Int?, _ seed: UInt64
  ) -> [Int] {
    var random = SeededRandom(seed: seed)
    var drawn = Array(units.indices)
    for place in 0..<min(pick, drawn.count) { drawn.swapAt(place, place + random.below(drawn.count - place)) }
    drawn.removeSubrange(min(pick, drawn.count)...)
    if order == .given { drawn.sort() }
    return drawn.flatMap { units[$0] } + (last.map { [$0] } ?? [])
  }
}

/// The lengths of the sets of a group whose nodes, of different lengths, are drawn for each set.
struct DrawnLengths: Sendable {
  /// The length of the first sets, one element more than there are sets.
  private var sums = [0]
  private var opens: [Int] = []
  /// Draws the sets of a group one by one, until there are `sets` of them or they last `total`; never more than `most`
  /// sets, and no further than a workout may last.
  init(_ draw: SetDraw, _ sums: ChildSums, sets: Int?, total: Int?, most: Int) {
    let longest = min(total ?? .max, Limits.totalLength.inNanoseconds + 1)
    var set = 0
    while set < min(sets ?? most, most), length(sets: set) < longest {
      let children = draw.sequence(inSets: CollectionOfOne(set)).filter { !sums.isSkipped(child: $0, set: set) }
      if children.contains(where: sums.isOpen) { opens.append(set) }
      self.sums.append((self.sums.last ?? 0) + children.reduce(0) { $0 + sums.length(of: $1, set: set) })
      set += 1
    }
  }

  /// The first set that only the user ends.
  var firstOpenSet: Int? { opens.first }

  /// Whether only the user ends one of the sets from here on.
  func isOpen(from set: Int) -> Bool { opens.last.map { $0 >= set } ?? false }

  /// The length of the first sets; those that were not drawn last as long as the last one that was.
  func length(sets count: Int) -> Int {
    if count < sums.count { return sums[count] }
    let drawn = sums.count - 1
    guard drawn > 0 else { return 0 }
    let beyond = Int128(count - drawn) * Int128(max(1, sums[drawn] - sums[drawn - 1]))
    return Int(clamping: min(Int128(sums[drawn]) + beyond, Int128(ChildSums.tooMuch)))
  }
}
