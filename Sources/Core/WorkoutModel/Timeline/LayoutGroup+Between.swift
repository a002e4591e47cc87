/// The node between two others: it follows each of them, and is left out where no other one comes any more.
extension [LayoutGroup.Child] {
  /// The last set, counted from 0, in which a node of a group runs for some time; unlimited without a number of sets.
  func lastSet(of sets: Int?, _ draw: SetDraw?) -> Int {
    guard let sets, contains(where: { $0.follows != nil }) else { return .max }
    let given = indices.map { $0 }
    return (0..<sets).last { set in
      let sequence = draw?.dependsOnOuterSets == true ? nil : draw?.sequence(inSets: CollectionOfOne(set))
      return (sequence ?? given).contains { self[$0].lasts(inSet: set) }
    } ?? -1
  }

  /// Whether a set doesn't leave out the child at a place of its sequence; `last` is the last set in which a node runs.
  func runs(at place: Int, of sequence: [Int]?, inSet set: Int, last: Int) -> Bool {
    let child = self[sequence?[place] ?? place]
    guard !child.skipped.contains(set) else { return false }
    guard let before = child.follows else { return true }
    guard before.contains(where: { self[$0].lasts(inSet: set) }) else { return false }
    if set < last { return true }
    let later = (place + 1)..<(sequence?.count ?? count)
    return later.contains { self[sequence?[$0] ?? $0].lasts(inSet: set) }
  }
}
