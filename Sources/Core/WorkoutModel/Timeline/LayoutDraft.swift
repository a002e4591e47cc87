/// A group whose children are being added.
struct LayoutDraft {
  let path: FieldPath
  let name: String?
  let cues: [CueRule]
  let metronome: Metronome?
  var pace: LayoutGroup.Pace
  private(set) var children: [Int] = []
  private(set) var phases = 0
  private(set) var sums: ChildSums
  /// The sums over all children, including those that are not drawn.
  private(set) var all: ChildSums
  private var parts: [(length: Layout.LeafLength, skip: SkippedSets?, isUsers: Bool)] = []
  private(set) var draw: SetDraw?
  private(set) var drawnLengths: DrawnLengths?
  /// The children for each node of the file.
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

  /// Records that all children from `first` on belong to one node of the file.
  mutating func endUnit(from first: Int) { units.append(first..<children.count) }

  /// Draws the nodes of the sets after all children were added.
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

  /// Recomputes the sums without children that no set has.
  private mutating func leaveOut(_ isLeftOut: (Int) -> Bool) {
    sums = ChildSums(sets: pace.sets)
    for (child, part) in parts.enumerated() {
      if isLeftOut(child) {
        // Whether the user ends a set depends only on the file, not on the draw.
        sums.add(.linear(first: 0, step: 0), skip: part.skip, isUsers: part.isUsers)
      } else {
        sums.add(part.length, skip: part.skip, isUsers: part.isUsers)
      }
    }
    sums.finish()
  }

  /// The largest possible length of a set's phases.
  func longest(ofSet set: Int) -> Int {
    guard let draw, draw.drawsSome else { return all.length(set: set, children: children.count) }
    return draw.longest { child in all.isSkipped(child: child, set: set) ? 0 : all.length(of: child, set: set) }
  }

  /// Whether all sets of some possible draw have length 0.
  var mayLastNoTime: Bool {
    guard let draw, draw.once != nil else { return !all.lastsAnyTime }
    return draw.mayLack(all.lastsAnyTime)
  }

  /// The largest number of sets of such a draw in a layout.
  private func mostSets(of draw: SetDraw) -> Int { Limits.laidOutPhases / max(1, draw.most) + 1 }

  /// Replaces it by one set of length 0.
  mutating func empty() {
    pace = LayoutGroup.Pace(sets: 1)
    children = []
    draw = nil
    drawnLengths = nil
    sums = ChildSums(sets: 1)
    all = sums
  }
}
