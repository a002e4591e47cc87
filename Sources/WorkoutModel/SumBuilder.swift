/// Builds the running sums of a group, child by child.
struct SumBuilder {
  /// More than any limit allows, yet far from overflow.
  private static let tooMuch = Int.max / 4

  private let sets: Int?
  private var sums = LayoutGroup(path: .root, children: [], skips: [])

  init(sets: Int?) { self.sets = sets }

  mutating func add(_ length: Layout.LeafLength, skip: SkippedSet?) {
    var (constant, step, opens) = (0, 0, 0)
    var list: [Int]?
    switch length {
    case .linear(let first, let by): (constant, step) = (first, by)
    case .list(let lengths): list = lengths
    case .open(let cap):
      constant = cap ?? 0
      opens = cap == nil ? 1 : 0
    case .remainder: break
    }
    extend(\.constant, by: constant)
    extend(\.step, by: step)
    extend(\.opens, by: opens)
    extend(\.skippedFirst, by: skip == .first ? list?.first ?? constant : 0)
    let last = (sets ?? 1) - 1
    extend(\.skippedLast, by: skip == .last ? list?.last ?? constant + last * step : 0)
    extend(\.opensSkippedFirst, by: skip == .first ? opens : 0)
    extend(\.opensSkippedLast, by: skip == .last ? opens : 0)
    extend(\.listed, by: list == nil ? 0 : 1)
    guard let list else { return }
    if sums.lists.isEmpty { sums.lists = Array(repeating: [0], count: list.count) }
    for set in sums.lists.indices { sums.lists[set].append((sums.lists[set].last ?? 0) + list[set]) }
  }

  private mutating func extend(_ sum: WritableKeyPath<LayoutGroup, [Int]>, by amount: Int) {
    let (total, overflow) = (sums[keyPath: sum].last ?? 0).addingReportingOverflow(amount)
    sums[keyPath: sum].append(overflow ? Self.tooMuch : total)
  }

  /// Puts the sums into `group`.
  func store(in group: inout LayoutGroup) {
    group.constant = sums.constant
    group.step = sums.step
    group.opens = sums.opens
    group.skippedFirst = sums.skippedFirst
    group.skippedLast = sums.skippedLast
    group.opensSkippedFirst = sums.opensSkippedFirst
    group.opensSkippedLast = sums.opensSkippedLast
    group.listed = sums.listed
    group.lists = sums.lists
    group.listTotals = sums.lists.reduce(into: [0]) { totals, set in
      totals.append((totals.last ?? 0) + (set.last ?? 0))
    }
  }
}
