package import WorkoutModel

/// The user's changes to the length of one phase.
package struct PhaseEdit: Equatable, Sendable {
  /// The phase, and the sets in which it is done.
  package let id: SegmentID
  /// By how much the phase was made longer.
  package internal(set) var extended = Duration.zero
  /// The times that clocks around it have run while the user had left it, until an undo.
  package internal(set) var clocks: [Cursor.LimitShift] = []
  /// The time that the phase had lasted when the user ended it.
  package internal(set) var ended: Duration?
  var cause: EndCause?
  /// The time that the phase had lasted when the user left it, if another phase is to be as long.
  package internal(set) var left: Duration?
  /// The resulting shifts of the ends of the phase and of what encloses it, without unknown ends.
  var shifts: [Shift] = []

  init(id: SegmentID) { self.id = id }

  /// By how much the end of a node shifted later; `node` is its place in the file, 0 for the workout.
  struct Shift: Equatable, Sendable {
    let node: Int
    var by: Duration
  }

  /// Adds the shifts of all ends between two cursors of the same segment.
  mutating func recordShifts(from old: Cursor, to new: Cursor, in timeline: Timeline) {
    add(old.end, new.end, of: id.node)
    for (old, new) in zip(timeline.sets(around: old), timeline.sets(around: new)) {
      add(old.end, new.end, of: old.group)
    }
  }

  private mutating func add(_ old: Duration?, _ new: Duration?, of node: Int) {
    guard let old, let new, old != new else { return }
    let index = shifts.firstIndex { $0.node == node } ?? shifts.endIndex
    if index == shifts.endIndex { shifts.append(Shift(node: node, by: .zero)) }
    shifts[index].by += new - old
    if shifts[index].by == .zero { shifts.remove(at: index) }
  }

  /// The shift of the end of a phase, set or workout, if the edited phase belongs to it; `sets` are the sets of the
  /// groups around it, counted from 1.
  func shift(of node: Int, in sets: [Int]) -> Duration {
    guard id.sets.prefix(sets.count).elementsEqual(sets.map { $0 - 1 }) else { return .zero }
    return shifts.first { $0.node == node }?.by ?? .zero
  }
}

extension Timeline {
  /// The cursor of a segment after the user's changes to lengths before it; `nil` if the plan doesn't contain it.
  ///
  /// It walks from the beginning, because the plan doesn't know what follows a changed phase.
  func walk(to id: SegmentID, _ edits: [PhaseEdit]) -> Cursor? {
    walk(edits) { cursor, _ in cursor.id == id }
  }

  /// The cursor of the segment before `id`.
  func walk(before id: SegmentID, _ edits: [PhaseEdit]) -> Cursor? {
    walk(edits) { _, next in next?.id == id }
  }

  private func walk(_ edits: [PhaseEdit], until isThere: (Cursor, Cursor?) -> Bool) -> Cursor? {
    let edits = Dictionary(lastOf: edits.map { ($0.id, $0) })
    var cursor = first()
    while var here = cursor {
      if let edit = edits[here.id] {
        _ = here.extend(by: edit.extended, notBefore: here.start)
        for shift in edit.clocks { here.move(shift) }
        if let ended = edit.ended { here.end(at: here.start + ended) }
      }
      let next = here.end.flatMap { self.next(after: here, endedAt: $0, lasting: edits[here.id]?.left) }
      if isThere(here, next) { return here }
      cursor = next
    }
    return nil
  }
}
