/// The times of the children of a group in all its sets: a list of running sums.
///
/// It ends with the number of sets, at the time that ends the group, with a set that only the user ends in a group that
/// time ends, or where the group has more phases than a workout may have.
struct SetTimes: Sendable {
  /// Where a child begins, and the last one ends.
  struct Mark {
    /// Nanoseconds since the start of the group; phases that only the user ends take no time.
    var time = 0
    /// The number of phases before it that only the user ends.
    var open = 0
  }

  /// Larger than any limit, but far from overflow.
  static let tooMuch = Int.max / 4
  /// The maximum number of marks of a workout: phases that last no time, or that aren't drawn, have marks, too.
  static let mostMarks = 10 * Limits.laidOutPhases

  /// One for each child of each set in order, and one for the end of the last set.
  private(set) var marks = [Mark()]
  /// The index of each set's first mark, and of the end.
  private var firsts = [0]
  /// The number of phases that begin within the time of the group as laid out, where each set counts as one at least.
  private(set) var runs = 0

  init() {}

  /// The sets of `children`, which an enclosing group cuts off after `limit`; `last` is the last one in which a node
  /// runs.
  init(_ pace: LayoutGroup.Pace, _ children: [LayoutGroup.Child], _ draw: SetDraw?, within limit: Int?, last: Int) {
    guard !children.isEmpty else { return }
    let end = min(pace.total ?? pace.cap ?? .max, limit ?? .max)
    let longest = pace.cap == nil ? Limits.totalLength.inNanoseconds : .max
    while count < pace.sets ?? .max, runs <= Limits.laidOutPhases, marks.count <= Self.mostMarks, length <= longest {
      // Sets after the end are reached only by users who are faster than planned.
      let isOver = length >= end
      if isOver, pace.total != nil || marks.count > Limits.laidOutPhases { break }
      let sequence = draw?.dependsOnOuterSets == true ? nil : draw?.sequence(inSets: CollectionOfOne(count))
      let phases = append(children, sequence, every: pace.interval(ofSet: count), last: last)
      if !isOver { runs = min(runs + phases, Self.tooMuch) }
      if hasOpen, pace.total != nil { break }
    }
  }

  /// Appends the next set, as the set `number`; returns its number of phases as laid out, at least one.
  @discardableResult
  mutating func append(
    _ children: [LayoutGroup.Child], _ sequence: [Int]?, number: Int? = nil, every: Int?, last: Int
  ) -> Int {
    let (start, set) = (marks[marks.count - 1], number ?? count)
    var (mark, phases) = (start, 0)
    for place in 0..<(sequence?.count ?? children.count) {
      let child = children[sequence?[place] ?? place]
      if children.runs(at: place, of: sequence, inSet: set, last: last) {
        let length = child.length(inSet: set)
        if let length { mark.time = min(mark.time + min(length, Self.tooMuch), Self.tooMuch) } else { mark.open += 1 }
        if length != 0 { phases = min(phases + child.runs, Self.tooMuch) }
      }
      marks.append(mark)
    }
    if let every {
      if mark.time < start.time + every { phases += 1 }
      marks[marks.count - 1] = Mark(time: min(start.time + every, Self.tooMuch), open: start.open)
    }
    firsts.append(marks.count - 1)
    return max(phases, 1)
  }

  var count: Int { firsts.count - 1 }
  /// The length of all sets.
  var length: Int { marks[marks.count - 1].time }
  /// Whether only the user ends some set.
  var hasOpen: Bool { marks[marks.count - 1].open > 0 }

  func start(ofSet set: Int) -> Int { marks[firsts[set]].time }

  /// The length of the children after one in a set; `nil` if one of them ends only by the user.
  func length(ofSet set: Int, after place: Int) -> Int? {
    length(from: min(firsts[set] + place + 1, firsts[set + 1]), to: firsts[set + 1])
  }

  /// The length of all sets after one; `nil` if one of them ends only by the user.
  func length(setsAfter set: Int) -> Int? { length(from: firsts[set + 1], to: marks.count - 1) }

  private func length(from first: Int, to last: Int) -> Int? {
    marks[first].open == marks[last].open ? marks[last].time - marks[first].time : nil
  }
}
