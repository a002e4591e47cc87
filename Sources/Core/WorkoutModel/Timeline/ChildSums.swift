/// Prefix sums over the children of a group; each list has one element more than there are children.
struct ChildSums: Sendable {
  /// Larger than any limit, but far from overflow.
  static let tooMuch = Int.max / 4

  /// A child with listed lengths.
  private struct Listed {
    let child: Int
    let lengths: [Int]
    /// The prefix sums of the lengths.
    let sums: [Int]

    func length(set: Int) -> Int { lengths[set % lengths.count] }

    /// The total length in the first `count` sets.
    func length(sets count: Int) -> Int128 {
      let (rounds, rest) = count.quotientAndRemainder(dividingBy: lengths.count)
      return Int128(rounds) * Int128(sums[lengths.count]) + Int128(sums[rest])
    }
  }

  /// A set in which some children are skipped.
  private struct Exception {
    let set: Int
    /// The skipped children in order.
    let children: [Int]
    /// The total length skipped by all earlier exceptions.
    let skippedBefore: Int128
  }

  let sets: Int?
  private(set) var constant: [Int] = [0]
  private(set) var step: [Int] = [0]
  private var opens: [Int] = [0]
  private var users: [Int] = [0]
  private var listed: [Listed] = []
  /// The skipped sets of each child.
  private var skips: [SkippedSets?] = []
  private var exceptions: [Exception] = []
  private var hasSkips = false

  init(sets: Int?) { self.sets = sets }

  /// Whether the length of a set is an affine function of its number.
  var isAffine: Bool { listed.isEmpty && exceptions.isEmpty }
  /// Whether the lengths between the first and the last set are monotonic.
  var changesOneWay: Bool {
    listed.isEmpty && exceptions.allSatisfy { $0.set == 0 || $0.set + 1 == sets }
  }

  /// Whether any set without exceptions has a length above 0, or ends only by the user.
  var lastsAnyTime: Bool { skips.indices.contains(where: lastsAnyTime) }
  /// The largest number of consecutive sets of length 0, if other sets are longer.
  var mostEmptySets: Int { exceptions.count + (listed.map(\.lengths.count).max() ?? 0) + 2 }
  /// The number of children.
  var count: Int { skips.count }

  /// Adds a child; `isUsers` if its length depends on the user.
  mutating func add(_ length: Layout.LeafLength, skip: SkippedSets?, isUsers: Bool) {
    var (constant, step, opens) = (0, 0, 0)
    switch length {
    case .linear(let first, let by): (constant, step) = (first, by)
    case .list(let lengths):
      let sums = lengths.reduce(into: [0]) { sums, length in sums.append((sums.last ?? 0) + length) }
      listed.append(Listed(child: count, lengths: lengths, sums: sums))
    case .open(let cap):
      constant = cap ?? 0
      opens = cap == nil ? 1 : 0
    case .remainder: break
    }
    Self.extend(&self.constant, by: constant)
    Self.extend(&self.step, by: step)
    Self.extend(&self.opens, by: opens)
    Self.extend(&users, by: isUsers ? 1 : 0)
    skips.append(skip)
    hasSkips = hasSkips || skip != nil
  }

  /// Computes the exceptions, after all children have been added.
  mutating func finish() {
    guard hasSkips else { return }
    var children: [Int: [Int]] = [:]
    for (child, skip) in skips.enumerated() {
      for set in skippedSets(skip) where set >= 0 && set < sets ?? .max { children[set, default: []].append(child) }
    }
    var skipped = Int128(0)
    exceptions = children.sorted { $0.key < $1.key }.map { set, children in
      defer { skipped += children.reduce(0) { $0 + Int128(length(of: $1, set: set)) } }
      return Exception(set: set, children: children, skippedBefore: skipped)
    }
  }

  /// The sets, counted from 0, that skip a child.
  private func skippedSets(_ skip: SkippedSets?) -> Set<Int> {
    switch skip {
    case .first: [0]
    case .last: sets.map { [$0 - 1] } ?? []
    case .numbers(let numbers): Set(numbers.map { $0 - 1 })
    case nil: []
    }
  }

  private static func extend(_ sum: inout [Int], by amount: Int) {
    let (total, overflow) = (sum.last ?? 0).addingReportingOverflow(amount)
    sum.append(overflow ? tooMuch : total)
  }
}

extension ChildSums {
  /// Whether a set skips a child.
  func isSkipped(child: Int, set: Int) -> Bool { skips[child]?.contains(set, of: sets) ?? false }

  /// Whether any set may skip a child.
  func skips(_ child: Int) -> Bool { skips[child] != nil }

  /// The sets among the first `count` that skip a child.
  func skippedSets(of child: Int, before count: Int) -> [Int] {
    guard skips[child] != nil else { return [] }
    return exceptions.prefix { $0.set < count }.filter { $0.children.contains(child) }.map(\.set)
  }

  /// Whether a child ends only by the user.
  func isOpen(_ child: Int) -> Bool { opens[child + 1] > opens[child] }

  /// Whether a child has a length above 0 in some set, or ends only by the user.
  func lastsAnyTime(_ child: Int) -> Bool {
    length(of: child, set: 0) > 0 || step[child + 1] > step[child] || isOpen(child)
      || listed.contains { $0.child == child && $0.sums[$0.lengths.count] > 0 }
  }

  /// Whether the length of a child depends on the user.
  func isUsers(_ child: Int) -> Bool { users[child + 1] > users[child] }

  /// The length of one child in a set that doesn't skip it.
  func length(of child: Int, set: Int) -> Int {
    constant[child + 1] - constant[child] + set * (step[child + 1] - step[child])
      + (listed.first { $0.child == child }?.length(set: set) ?? 0)
  }

  /// The total length of the first `count` children in a set, excluding those that only the user ends.
  func length(set: Int, children count: Int) -> Int {
    var length = constant[count] + set * step[count]
    for list in listed where list.child < count { length += list.length(set: set) }
    for child in skippedChildren(set: set, before: count) { length -= self.length(of: child, set: set) }
    return length
  }

  /// The total length of the first `count` children in the first sets; saturated on overflow.
  func length(sets: Int, children count: Int) -> Int {
    Int(clamping: min(wholeLength(sets: sets, children: count), Int128(Self.tooMuch)))
  }

  /// The same without saturation, for measuring groups that exceed the limits.
  func wholeLength(sets: Int, children count: Int) -> Int128 {
    guard sets > 0 else { return 0 }
    let many = Int128(sets)
    var length = many * Int128(constant[count]) + many * (many - 1) / 2 * Int128(step[count])
    for list in listed where list.child < count { length += list.length(sets: sets) }
    guard let last = exceptions[..<place(of: sets)].last else { return length }
    return length - last.skippedBefore - last.children.reduce(0) { $0 + Int128(self.length(of: $1, set: last.set)) }
  }

  /// The number of children among the first `count` of a set that end only by the user.
  func opens(set: Int, children count: Int) -> Int {
    opens[count] == 0 ? 0 : opens[count] - skippedChildren(set: set, before: count).count { isOpen($0) }
  }

  /// The number of children among the first `count` of a set whose length depends on the user.
  func users(set: Int, children count: Int) -> Int {
    users[count] == 0 ? 0 : users[count] - skippedChildren(set: set, before: count).count { isUsers($0) }
  }

  /// Whether the length of any of the first `sets` sets depends on the user; all sets without exceptions are alike.
  func haveUsers(sets: Int) -> Bool {
    guard let count = users.indices.last, users[count] > 0 else { return false }
    return (0..<min(sets, exceptions.count + 1)).contains { users(set: $0, children: count) > 0 }
  }

  /// Whether the length of every set depends on the user.
  var allHaveUsers: Bool {
    guard let count = users.indices.last, users[count] > 0 else { return false }
    return exceptions.allSatisfy { users(set: $0.set, children: count) > 0 }
  }

  /// The first set in `first..<end` that ends only by the user. All sets without exceptions are alike.
  func firstOpenSet(from first: Int, to end: Int?, children count: Int) -> Int? {
    guard opens[count] > 0 else { return nil }
    var set = first
    while set < end ?? .max {
      if opens(set: set, children: count) > 0 { return set }
      set += 1
    }
    return nil
  }

  private func skippedChildren(set: Int, before count: Int) -> ArraySlice<Int> {
    guard !exceptions.isEmpty else { return [] }
    let place = place(of: set)
    guard place < exceptions.count, exceptions[place].set == set else { return [] }
    return exceptions[place].children.prefix { $0 < count }
  }

  /// The number of exceptions before a set.
  private func place(of set: Int) -> Int {
    var (lower, upper) = (0, exceptions.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if exceptions[middle].set < set { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}
