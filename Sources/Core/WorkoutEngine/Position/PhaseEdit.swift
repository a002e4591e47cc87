public import WorkoutModel

/// What the user did to the length of one phase.
public struct PhaseEdit: Equatable, Sendable, Codable {
  /// The phase, and the sets in which it is done.
  public let id: SegmentID
  /// How much longer it was made.
  public internal(set) var extended = Duration.zero
  /// How long it had lasted when the user ended it.
  public internal(set) var ended: Duration?
  /// By how much that moved the ends of the phase and of what encloses it; unknown ends are left out.
  var shifts: [Shift] = []

  init(id: SegmentID) { self.id = id }

  /// How much later something ends, by its place in the file; 0 is the workout.
  struct Shift: Equatable, Sendable, Codable {
    let node: Int
    var by: Duration
  }

  /// Adds the shifts of the ends from one context to another context of the same segment.
  mutating func recordShifts(from old: SegmentContext, to new: SegmentContext) {
    add(old.cursor.end, new.cursor.end, of: id.node)
    for (old, new) in zip(old.sets, new.sets) { add(old.end, new.end, of: old.group) }
  }

  private mutating func add(_ old: Duration?, _ new: Duration?, of node: Int) {
    guard let old, let new, old != new else { return }
    let index = shifts.firstIndex { $0.node == node } ?? shifts.endIndex
    if index == shifts.endIndex { shifts.append(Shift(node: node, by: .zero)) }
    shifts[index].by += new - old
    if shifts[index].by == .zero { shifts.remove(at: index) }
  }

  /// By how much the end of a phase, set or workout was moved, if the phase belongs to it; `sets` are those of the
  /// groups around it, counted from 1.
  func shift(of node: Int, in sets: [Int]) -> Duration {
    guard id.sets.prefix(sets.count).elementsEqual(sets.map { $0 - 1 }) else { return .zero }
    return shifts.first { $0.node == node }?.by ?? .zero
  }
}

extension Timeline {
  /// The cursor of a segment when the user has changed the lengths of some before it; `nil` if the plan doesn't hold
  /// it.
  ///
  /// It walks from the beginning, as positions behind a changed phase have no closed form.
  func walk(to id: SegmentID, _ edits: [PhaseEdit]) -> Cursor? {
    walk(edits) { cursor, _ in cursor.id == id }
  }

  /// The cursor of the segment before `id`.
  func walk(before id: SegmentID, _ edits: [PhaseEdit]) -> Cursor? {
    walk(edits) { _, next in next?.id == id }
  }

  private func walk(_ edits: [PhaseEdit], until isThere: (Cursor, Cursor?) -> Bool) -> Cursor? {
    let edits = Dictionary(edits.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var cursor = first()
    while var here = cursor {
      if let edit = edits[here.id] {
        _ = here.extend(by: edit.extended, notBefore: here.start)
        if let ended = edit.ended { here.end(at: here.start + ended) }
      }
      let next = here.end.flatMap { self.next(after: here, endedAt: $0) }
      if isThere(here, next) { return here }
      cursor = next
    }
    return nil
  }
}
