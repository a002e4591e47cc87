/// The random selection and order of a group's nodes, by the session's seed.
struct SetDraw: Sendable {
  /// The children for each node of the file; a node with sides has several.
  private let units: [Range<Int>]
  /// The children that follow each of these nodes between two of them; empty ranges for none.
  private let gaps: [Range<Int>]
  /// The children of both, for each node.
  private let parts: [[Int]]
  /// A child that ends every set: the remainder of an interval.
  private let last: Int?
  private let order: SetOrder
  private let pick: Int
  private let seed: UInt64
  /// The children of every set, if they are drawn once.
  private(set) var once: [Int]?
  /// The children of which the shortest or longest nodes are drawn in each set, instead of some by the seed.
  private var decided: (extreme: DrawnExtreme, children: [LayoutGroup.Child])?

  var count: Int { pick }
  var drawsSome: Bool { pick < units.count }
  /// Whether the children of a set differ from one set of an enclosing group to the next, if only in their order.
  var dependsOnOuterSets: Bool { once == nil && !drawsSome }

  /// A draw for a group with the children in `units` and, after each, in `gaps`; `last` ends every set, and `seed`
  /// combines the session's seed and the group's node.
  init(_ group: SetGroup, units: [Range<Int>], gaps: [Range<Int>], last: Int?, seed: UInt64) {
    self.units = units
    self.gaps = gaps
    self.last = last
    self.seed = seed
    order = group.order
    pick = min(group.pick ?? units.count, units.count)
    parts = zip(units, gaps).map { Array($0) + Array($1) }
    once = order == .shuffledEachSet ? nil : Self.drawn(parts, pick, order, last, seed)
  }

  /// The children of a set in order; `sets` are the numbers of the enclosing sets and its own, counted from 0.
  ///
  /// If only a part of the nodes is drawn, enclosing sets are ignored, so that the length of the group doesn't depend
  /// on them.
  func sequence(inSets sets: some BidirectionalCollection<Int>) -> [Int] {
    if let once { return once }
    if let decided, drawsSome { return chosen(decided.extreme, decided.children, inSets: sets.suffix(1)) }
    let numbers = drawsSome ? Array(sets.suffix(1)) : Array(sets)
    return Self.drawn(parts, pick, order, last, SeededRandom.seed("set", of: seed, numbers))
  }

  /// Draws the nodes that make the sets the shortest, or the longest; one that the user ends is longer than others.
  mutating func decide(_ extreme: DrawnExtreme, of children: [LayoutGroup.Child], sets: Int?) {
    guard drawsSome else { return }
    if once == nil { decided = (extreme, children) } else { once = chosen(extreme, children, inSets: 0..<(sets ?? 1)) }
  }

  /// The nodes with the least or the greatest lengths in some sets together, in the order of the file.
  private func chosen(
    _ extreme: DrawnExtreme, _ children: [LayoutGroup.Child], inSets sets: some Collection<Int>
  ) -> [Int] {
    func length(_ part: Int) -> Int64 {
      parts[part].reduce(0) { sum, child in
        sets.reduce(sum) { min($0 + children[child].expected(inSet: $1), SetTotals.tooMuch) }
      }
    }
    let lengths = parts.indices.map(length)
    let ordered = parts.indices.sorted { extreme == .shortest ? lengths[$0] < lengths[$1] : lengths[$0] > lengths[$1] }
    return ordered.prefix(pick).sorted().flatMap { parts[$0] } + (last.map { [$0] } ?? [])
  }

  /// The length of the longest nodes that may be drawn, where each child has the given length; what lies between them
  /// also comes after the last one of a set, except in the last set.
  func longest(isLastSet: Bool, _ length: (Int) -> Int64) -> Int64 {
    func total(_ part: Range<Int>) -> Int64 { part.reduce(0) { $0 + length($1) } }
    let drawn = units.map(total).sorted().suffix(pick)
    let gap = gaps.map(total).max() ?? 0
    return drawn.reduce(0, +) + gap * Int64(isLastSet ? pick - 1 : pick)
  }

  /// Whether no node may be drawn of whose children any fulfils `condition`.
  func mayLack(_ condition: (Int) -> Bool) -> Bool { units.count { !$0.contains(where: condition) } >= pick }

  /// Draws by the first steps of a shuffle: Durstenfeld, "Algorithm 235: Random permutation", 1964.
  private static func drawn(
    _ parts: [[Int]], _ pick: Int, _ order: SetOrder, _ last: Int?, _ seed: UInt64
  ) -> [Int] {
    var random = SeededRandom(seed: seed)
    var drawn = Array(parts.indices)
    for place in 0..<min(pick, drawn.count) { drawn.swapAt(place, place + random.below(drawn.count - place)) }
    drawn.removeSubrange(min(pick, drawn.count)...)
    if order == .given { drawn.sort() }
    return drawn.flatMap { parts[$0] } + (last.map { [$0] } ?? [])
  }
}
