/// The planned times of the sets of a group, in nanoseconds; phases that only the user ends take no time in them. Sets
/// that are all alike take no memory.
///
/// It ends with the number of sets, at the time that ends the group, with a set that only the user ends in a group that
/// time ends, or where the group has more phases than a workout may have.
struct SetSchedule: Sendable {
  /// Larger than any limit, but far from overflow.
  static let tooMuch = Int.max / 4

  /// The times of one set.
  struct Row: Equatable, Sendable {
    /// The start of each child after that of the set, in order, and the end of the last one.
    private(set) var starts: [Int] = [0]
    /// The indices of the first and the last child that only the user ends.
    private(set) var firstOpen: Int?
    private(set) var lastOpen: Int?
    /// The number of phases as laid out; one at least.
    private(set) var runs = 0

    /// A set of `children`, in the order of `sequence` if there is one.
    init(_ children: [LayoutGroup.Child], _ sequence: [Int]?, set: Int, every: Int?) {
      let count = sequence?.count ?? children.count
      starts.reserveCapacity(count + 1)
      for place in 0..<count {
        let child = children[sequence?[place] ?? place]
        var start = starts[place]
        if !child.skipped.contains(set) {
          let length = child.length(inSet: set)
          if let length {
            start = min(start + min(length, SetSchedule.tooMuch), SetSchedule.tooMuch)
          } else {
            firstOpen = firstOpen ?? place
            lastOpen = place
          }
          if length != 0 { runs = min(runs + child.runs, SetSchedule.tooMuch) }
        }
        starts.append(start)
      }
      if let every, length < every { runs += 1 }
      runs = max(runs, 1)
    }

    /// The length of its children.
    var length: Int { starts[starts.count - 1] }

    /// The length of the children after one, or `nil` if one of them ends only by the user.
    func length(after place: Int) -> Int? {
      guard place + 1 < starts.count else { return 0 }
      return lastOpen.map { $0 <= place } ?? true ? length - starts[place + 1] : nil
    }

    /// The last child that begins at or before `offset`, not after the first that only the user ends; `nil` without
    /// children.
    func place(at offset: Int) -> Int? {
      guard starts.count > 1 else { return nil }
      return starts.lastIndex(through: firstOpen ?? starts.count - 2) { $0 <= offset }
    }
  }

  /// The number of sets.
  private(set) var count = 0
  /// The number of sets that take memory.
  var storedCount: Int { period == nil ? count : min(count, 1) }
  /// The rows of the sets; a single one if all sets are alike, and none if they are drawn for each set.
  private var rows: [Row] = []
  /// The start of each set after that of the group, and the end of the last one; empty if all sets are alike.
  private var starts: [Int] = []
  /// The length of each set if all are alike.
  private var period: Int?
  /// The first and the last set that only the user ends.
  private(set) var firstOpenSet: Int?
  private(set) var lastOpenSet: Int?
  /// The number of phases that begin within the time of the group.
  private(set) var runs = 0
  /// Whether the length of a set depends on the user.
  private(set) var hasUsers = false

  /// Lays out the sets of `children`, which an enclosing group cuts off after `limit`.
  init(_ pace: LayoutGroup.Pace, _ children: [LayoutGroup.Child], _ draw: SetDraw?, within limit: Int?) {
    guard !children.isEmpty else { return }
    let end = min(pace.total ?? pace.cap ?? .max, limit ?? .max)
    if draw?.once != nil || draw?.drawsSome != true, children.allSatisfy(\.isConstant) {
      repeatRow(Row(children, draw?.once, set: 0, every: pace.every), pace, end)
      hasUsers = children.contains(where: \.isUsers)
    } else {
      layOut(pace, children, draw, end)
    }
  }

  /// Lays out sets that are all alike.
  private mutating func repeatRow(_ row: Row, _ pace: LayoutGroup.Pace, _ end: Int) {
    let period = pace.every ?? row.length
    rows = [row]
    self.period = period
    // The sets that begin before a time.
    func sets(before end: Int) -> Int { period == 0 || end == .max ? .max : (end - 1) / period + 1 }
    count = pace.sets ?? (row.firstOpen == nil ? min(sets(before: pace.total ?? 0), Limits.laidOutPhases + 1) : 1)
    if pace.total == 0 { count = 0 }
    let (runs, overflow) = row.runs.multipliedReportingOverflow(by: min(count, max(1, sets(before: end))))
    self.runs = overflow ? Self.tooMuch : runs
    if row.firstOpen != nil, count > 0 { (firstOpenSet, lastOpenSet) = (0, count - 1) }
  }

  private mutating func layOut(
    _ pace: LayoutGroup.Pace, _ children: [LayoutGroup.Child], _ draw: SetDraw?, _ end: Int
  ) {
    starts = [0]
    let isLong = { (length: Int) in length > Limits.totalLength.inNanoseconds && pace.cap == nil }
    while count < pace.sets ?? .max, runs <= Limits.laidOutPhases, !isLong(length) {
      // Sets after the end are reached only by users who are faster than planned.
      let isOver = length >= end
      if isOver, pace.total != nil || count * children.count > Limits.laidOutPhases { break }
      let row = Row(children, draw?.sequence(inSets: CollectionOfOne(count)), set: count, every: pace.every)
      // The children of drawn sets depend on the enclosing sets, too.
      if draw == nil || draw?.once != nil { rows.append(row) }
      starts.append(min(length + (pace.every ?? row.length), Self.tooMuch))
      if !isOver { runs = min(runs + row.runs, Self.tooMuch) }
      hasUsers = hasUsers || children.contains { $0.isUsers && !$0.skipped.contains(count) }
      if row.firstOpen != nil { (firstOpenSet, lastOpenSet) = (firstOpenSet ?? count, count) }
      count += 1
      if row.firstOpen != nil, pace.total != nil { break }
    }
  }

  /// The row of a set; `nil` if it is beyond the plan and not like the others.
  func row(ofSet set: Int) -> Row? {
    if period != nil { return rows.first }
    return set < rows.count ? rows[set] : nil
  }

  /// The start of a set after that of the group; `nil` if it is beyond the plan and not like the others.
  func start(ofSet set: Int) -> Int? {
    guard let period else { return set < starts.count ? starts[set] : nil }
    let (start, overflow) = period.multipliedReportingOverflow(by: set)
    return overflow ? Self.tooMuch : min(start, Self.tooMuch)
  }

  /// The last set that begins at or before `offset`, not after the first that only the user ends.
  func set(at offset: Int) -> Int {
    let last = max(0, min(firstOpenSet ?? .max, count - 1))
    guard let period else { return starts.lastIndex(through: last) { $0 <= offset } }
    return period == 0 ? last : min(offset / period, last)
  }

  /// The length of all its sets.
  var length: Int { start(ofSet: count) ?? 0 }
}
