/// The lengths and phase counts of a group's sets if their nodes are drawn for each set.
struct DrawnTally {
  /// Prefix sums of the lengths of sets.
  private var lengths: [Int128] = [0]
  private var counts = [PhaseTally.Count()]

  /// A tally without sets.
  init() {}

  /// Draws the sets of a group one by one, until they exceed the limits of a layout.
  init(of group: LayoutGroup, _ tally: PhaseTally) {
    let longest = Int128(group.total ?? Limits.totalLength.inNanoseconds)
    var set = Int128(0)
    while set < group.sets.map({ Int128($0) }) ?? .max, length(sets: set) < longest,
      count(sets: set).laidOut <= Int128(Limits.laidOutPhases)
    {
      let children = tally.children(of: group, set: set)
      lengths.append(length(sets: set) + tally.length(of: group, set: set))
      let most = tally.count(in: group, set: set, children)
      // Counting at least one phase makes the loop terminate.
      counts.append(count(sets: set) + (most.laidOut == 0 ? PhaseTally.Count(laidOut: 1) : most))
      set += 1
    }
  }

  /// The total length of the first sets; later sets count as the last one.
  func length(sets: Int128) -> Int128 {
    guard sets >= lengths.count, lengths.count > 1 else { return lengths[min(Int(sets), lengths.count - 1)] }
    let last = lengths.count - 1
    return lengths[last] + (sets - Int128(last)) * max(1, lengths[last] - lengths[last - 1])
  }

  /// The number of phases in the first sets.
  func count(sets: Int128) -> PhaseTally.Count { counts[min(Int(sets), counts.count - 1)] }
}
