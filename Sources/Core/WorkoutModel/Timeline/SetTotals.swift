/// The sums over all sets of a group, by which a workout is judged before it is laid out.
///
/// They end with the number of sets, at the time that ends the group, with a set that only the user ends in a group
/// that time ends, or where the group has more phases than a workout may have.
struct SetTotals: Sendable {
  /// Larger than any limit, but far from overflow.
  static let tooMuch = Int64.max / 4
  private static let tooMany = Int.max / 4
  /// The maximum number of steps of a workout: phases that last no time, or that aren't drawn, are steps, too.
  static let mostSteps = 10 * Limits.laidOutPhases

  private(set) var sets = 0
  /// The number of children in the sets, whether they last any time or not.
  private(set) var steps = 1
  /// The number of phases that begin within the time of the group as laid out, where each set counts as one at least.
  private(set) var runs = 0
  /// The length in nanoseconds; phases that only the user ends take no time.
  private(set) var length = Int64(0)
  /// Whether only the user ends some set.
  private(set) var isOpen = false

  /// The sets of `children`, which an enclosing group cuts off after `limit`; `last` is the last one in which a node
  /// runs.
  init(_ pace: LayoutGroup.Pace, _ children: [LayoutGroup.Child], _ draw: SetDraw?, within limit: Int64?, last: Int) {
    guard !children.isEmpty else { return }
    let end: Int64 = min(pace.total ?? pace.cap ?? .max, limit ?? .max)
    let longest = pace.cap == nil ? Limits.totalLength.inNanoseconds : Int64.max
    while sets < pace.sets ?? .max, runs <= Limits.laidOutPhases, steps <= Self.mostSteps, length <= longest {
      // Sets after the end are reached only by users who are faster than planned.
      let isOver = length >= end
      if isOver, pace.total != nil || steps > Limits.laidOutPhases { break }
      let sequence = draw?.dependsOnOuterSets == true ? nil : draw?.sequence(inSets: CollectionOfOne(sets))
      let phases = addSet(of: children, sequence, every: pace.interval(ofSet: sets), last: last)
      if !isOver { runs = min(runs + phases, Self.tooMany) }
      if isOpen, pace.total != nil { break }
    }
  }

  /// Adds the next set; returns its number of phases as laid out, at least one.
  private mutating func addSet(
    of children: [LayoutGroup.Child], _ sequence: [Int]?, every: Int64?, last: Int
  ) -> Int {
    var (time, phases) = (Int64(0), 0)
    for place in 0..<(sequence?.count ?? children.count) {
      steps += 1
      guard children.runs(at: place, of: sequence, inSet: sets, last: last) else { continue }
      let child = children[sequence?[place] ?? place]
      let length = child.length(inSet: sets)
      if length == nil, every == nil { isOpen = true }
      time = min(time + min(length ?? 0, Self.tooMuch), Self.tooMuch)
      if length != 0 { phases = min(phases + child.runs, Self.tooMany) }
    }
    if let every {
      if time < every { phases += 1 }
      time = every
    }
    sets += 1
    length = min(length + time, Self.tooMuch)
    return max(phases, 1)
  }
}
