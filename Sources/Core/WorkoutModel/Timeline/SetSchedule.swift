/// The planned times of the sets of a group, in nanoseconds; phases that only the user ends take no time in them.
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
          if let length = child.length(inSet: set) {
            start = min(start + length, SetSchedule.tooMuch)
          } else {
            firstOpen = firstOpen ?? place
            lastOpen = place
          }
          runs = min(runs + child.runs, SetSchedule.tooMuch)
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

  /// The rows of the sets; equal ones share their memory.
  private(set) var rows: [Row] = []
  /// The start of each set after that of the group, and the end of the last one.
  private(set) var starts = [0]
  /// The first and the last set that only the user ends.
  private(set) var firstOpenSet: Int?
  private(set) var lastOpenSet: Int?
  /// The number of phases that begin within the time of the group.
  private(set) var runs = 0
  /// Whether the length of a set depends on the user.
  private(set) var hasUsers = false

  /// Lays out the sets of `children`.
  init(_ pace: LayoutGroup.Pace, _ children: [LayoutGroup.Child], _ draw: SetDraw?) {
    guard !children.isEmpty else { return }
    let end = pace.total ?? pace.cap ?? .max
    let isLong = { (length: Int) in length > Limits.totalLength.inNanoseconds && pace.cap == nil }
    while rows.count < pace.sets ?? .max, runs <= Limits.laidOutPhases, !isLong(length) {
      // Sets after the cap are reached only by users who are faster than planned.
      let isOver = length >= end
      if isOver, pace.total != nil || rows.count * children.count > Limits.laidOutPhases { break }
      let set = rows.count
      let row = Row(children, draw?.sequence(inSets: CollectionOfOne(set)), set: set, every: pace.every)
      rows.append(row == rows.last ? rows[set - 1] : row)
      starts.append(min(length + (pace.every ?? row.length), Self.tooMuch))
      if !isOver { runs = min(runs + row.runs, Self.tooMuch) }
      hasUsers = hasUsers || children.contains { $0.isUsers && !$0.skipped.contains(set) }
      guard row.firstOpen != nil else { continue }
      firstOpenSet = firstOpenSet ?? set
      lastOpenSet = set
      if pace.total != nil { break }
    }
  }

  /// The length of all its sets.
  var length: Int { starts[starts.count - 1] }
}
