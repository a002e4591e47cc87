/// A group that is being laid out, child by child.
struct LayoutDraft {
  let path: FieldPath
  let name: String?
  let cues: [CueRule]
  let metronome: Metronome?
  var pace: LayoutGroup.Pace
  private(set) var children: [Int] = []
  private(set) var phases = 0
  private(set) var sums: ChildSums
  /// The sums over all children, whichever of them are drawn.
  private(set) var all: ChildSums
  private var parts: [(length: Layout.LeafLength, skip: SkippedSets?, isUsers: Bool)] = []
  private(set) var draw: SetDraw?
  private(set) var drawnLengths: DrawnLengths?
  /// The children that belong to each node of the file.
  private var units: [Range<Int>] = []

  init(of group: SetGroup, at path: FieldPath, _ pace: LayoutGroup.Pace) {
    self.path = path
    name = group.name
    cues = group.cues
    metronome = group.metronome
    self.pace = pace
    sums = ChildSums(sets: pace.sets)
    all = sums
  }

  /// Adds a node of the layout that contains `count` phases; `isUsers` if its length depends on the user.
  mutating func add(
    _ child: Int, _ length: Layout.LeafLength, skip: SkippedSets? = nil, phases count: Int, isUsers: Bool = false
  ) {
    children.append(child)
    phases += count
    parts.append((length, skip, isUsers))
    sums.add(length, skip: skip, isUsers: isUsers)
  }

  /// Notes that all children from `first` on belong to one node of the file.
  mutating func endUnit(from first: Int) { units.append(first..<children.count) }

  /// Draws the nodes of the sets, when all children have been added.
  mutating func finish(_ group: SetGroup, seed: UInt64) {
    sums.finish()
    all = sums
    guard group.order != .given || (group.pick ?? units.count) < units.count else { return }
    let last = children.count > (units.last?.upperBound ?? 0) ? children.count - 1 : nil
    let draw = SetDraw(group, units: units, last: last, seed: seed)
    self.draw = draw
    if let drawn = draw.once.map(Set.init) { leaveOut { !drawn.contains($0) } }
    guard draw.drawsEachSet else { return }
    drawnLengths = DrawnLengths(draw, sums, sets: pace.sets, total: pace.total, most: mostSets(of: draw))
  }

  /// Sums up again without some children, which no set has.
  private mutating func leaveOut(_ isLeftOut: (Int) -> Bool) {
    sums = ChildSums(sets: pace.sets)
    for (child, part) in parts.enumerated() {
      if isLeftOut(child) {
        // Whether the user decides how long a set lasts depends on the file alone, and not on what is drawn.
        sums.add(.linear(first: 0, step: 0), skip: part.skip, isUsers: part.isUsers)
      } else {
        sums.add(part.length, skip: part.skip, isUsers: part.isUsers)
      }
    }
    sums.finish()
  }

  /// The length of the phases of a set, at most: where nodes are drawn, of the longest that may be.
  func longest(ofSet set: Int) -> Int {
    guard let draw, draw.drawsSome else { return all.length(set: set, children: children.count) }
    return draw.longest { child in all.isSkipped(child: child, set: set) ? 0 : all.length(of: child, set: set) }
  }

  /// Whether no set lasts any time, or none of those that some seed draws.
  var mayLastNoTime: Bool {
    guard let draw, draw.once != nil else { return !all.lastsAnyTime }
    return draw.mayLack(all.lastsAnyTime)
  }

  /// How many sets of such a draw a layout may have at most.
  private func mostSets(of draw: SetDraw) -> Int { Limits.laidOutPhases / max(1, draw.most) + 1 }

  /// Makes it a group of one set that lasts no time.
  mutating func empty() {
    pace = LayoutGroup.Pace(sets: 1)
    children = []
    draw = nil
    drawnLengths = nil
    sums = ChildSums(sets: 1)
    all = sums
  }
}
