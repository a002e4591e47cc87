/// A group that is being laid out, child by child.
struct LayoutDraft {
  let path: FieldPath
  let name: String?
  let cues: [CueRule]
  var pace: LayoutGroup.Pace
  private(set) var children: [Int] = []
  private(set) var skips: [SkippedSet?] = []
  private(set) var phases = 0
  /// How many children last as long as the user says, and how many of them the first and the last set leave out.
  private(set) var users = (all: 0, first: 0, last: 0)
  private(set) var sums: ChildSums

  init(of group: SetGroup, at path: FieldPath, _ pace: LayoutGroup.Pace) {
    self.path = path
    name = group.name
    cues = group.cues
    self.pace = pace
    sums = ChildSums(sets: pace.sets)
  }

  /// Adds a node of the layout that contains `count` phases of the file; `isUsers` if its length depends on the user.
  mutating func add(
    _ child: Int, _ length: Layout.LeafLength, skip: SkippedSet? = nil, phases count: Int, isUsers: Bool = false
  ) {
    children.append(child)
    skips.append(skip)
    phases += count
    if isUsers {
      users.all += 1
      if skip == .first { users.first += 1 }
      if skip == .last { users.last += 1 }
    }
    sums.add(length, skip: skip)
  }

  /// Makes it a group of one set that lasts no time.
  mutating func empty() {
    pace = LayoutGroup.Pace(sets: 1)
    children = []
    skips = []
    users = (0, 0, 0)
    sums = ChildSums(sets: 1)
  }
}

/// The running sums of a group: of the first j children, so each list has one element more than there are children.
struct ChildSums: Sendable {
  /// More than any limit allows, yet far from overflow.
  private static let tooMuch = Int.max / 4

  private let sets: Int?
  private(set) var constant: [Int] = [0]
  private(set) var step: [Int] = [0]
  private(set) var opens: [Int] = [0]
  private(set) var skippedFirst: [Int] = [0]
  private(set) var skippedLast: [Int] = [0]
  private(set) var opensSkippedFirst: [Int] = [0]
  private(set) var opensSkippedLast: [Int] = [0]
  /// How many of the first j children have lists.
  private(set) var listed: [Int] = [0]
  /// By list and set, the sum of the lists up to this one; empty without any.
  private(set) var lists: [[Int]] = []
  /// What all lists say for the first sets, one element more than there are sets.
  private(set) var listTotals: [Int] = [0]

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
    Self.extend(&self.constant, by: constant)
    Self.extend(&self.step, by: step)
    Self.extend(&self.opens, by: opens)
    Self.extend(&skippedFirst, by: skip == .first ? list?.first ?? constant : 0)
    let last = (sets ?? 1) - 1
    Self.extend(&skippedLast, by: skip == .last ? list?.last ?? constant + last * step : 0)
    Self.extend(&opensSkippedFirst, by: skip == .first ? opens : 0)
    Self.extend(&opensSkippedLast, by: skip == .last ? opens : 0)
    Self.extend(&listed, by: list == nil ? 0 : 1)
    guard let list else { return }
    let sums = lists.last.map { zip($0, list).map(+) } ?? list
    lists.append(sums)
    listTotals = sums.reduce(into: [0]) { totals, sum in totals.append((totals.last ?? 0) + sum) }
  }

  /// What the lists among the first `count` children say for a set.
  func listed(set: Int, children count: Int) -> Int {
    let listed = listed[count]
    return listed == 0 ? 0 : lists[listed - 1][set]
  }

  private static func extend(_ sum: inout [Int], by amount: Int) {
    let (total, overflow) = (sum.last ?? 0).addingReportingOverflow(amount)
    sum.append(overflow ? tooMuch : total)
  }
}
