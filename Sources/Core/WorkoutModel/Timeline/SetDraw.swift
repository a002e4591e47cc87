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

  /// Whether a set has only a part of the nodes.
  var drawsSome: Bool { pick < units.count }
  /// Whether the children of a set differ from one set of an enclosing group to the next, if only in their order.
  var dependsOnOuterSets: Bool { once == nil && !drawsSome }

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
