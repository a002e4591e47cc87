import WorkoutModel

/// The place in the plan: the current segment, the lengths that the user has chosen, and the moves that can be undone.
///
/// The timer holds the position within the segment.
struct PlanPosition: Sendable {
  let rules: CompiledRules
  /// The current segment with its context; `nil` when all is done.
  private(set) var context: SegmentContext?
  /// The user's changes to the lengths of phases, in the order of the plan.
  private(set) var edits: [PhaseEdit] = []
  /// The moves that can be undone and redone.
  private(set) var history = MoveHistory()

  /// Begins at the start of the plan.
  init(_ timeline: Timeline) {
    rules = CompiledRules(timeline)
    context = timeline.first().map(context(of:))
  }

  var timeline: Timeline { rules.timeline }

  /// Restores the place of a stored session, which may be damaged.
  init(_ timeline: Timeline, restoring stored: EngineState) throws(SnapshotError) {
    self.init(timeline)
    let cursors = [stored.cursor].compactMap { $0 } + stored.history.cursors
    guard cursors.allSatisfy({ timeline.holds($0) }) else { throw .damaged }
    (edits, history) = (stored.edits, stored.history)
    move(to: stored.cursor)
  }

  /// The context of a segment.
  func context(of cursor: Cursor) -> SegmentContext { SegmentContext(cursor, rules) }

  /// The segment before a cursor, with the lengths that the user has chosen.
  func previous(of cursor: Cursor) -> Cursor? {
    if edits.isEmpty { return timeline.cursor(at: cursor.start - .nanoseconds(1)) }
    return timeline.walk(before: cursor.id, edits)
  }

  /// The place that an undo can return to, with the timer at `position`.
  func place(at position: Duration) -> MoveHistory.Place? {
    context.map { MoveHistory.Place(cursor: $0.cursor, position: position, edits: edits) }
  }

  /// Whether a place comes after `position` in the current segment. Positions alone don't decide this, because phase
  /// lengths may differ there.
  func isForward(to cursor: Cursor, _ target: Duration, from position: Duration) -> Bool {
    guard let context else { return false }
    return context.id == cursor.id ? target >= position : timeline.precedes(context.id, cursor.id)
  }

  /// Whether the user has ended the current phase.
  var isEndedByUser: Bool { edits.contains { $0.id == context?.id && $0.ended != nil } }

  // MARK: Moves

  /// Enters the next segment, because time has passed.
  mutating func enter(_ next: SegmentContext?) { context = next }

  /// Forgets the changes to the length of the current phase, which time has ended: they can no longer be undone.
  mutating func forgetExtensions() {
    if let context { history.forgetExtensions(of: context.id) }
  }

  /// Moves to a segment without a change of lengths.
  mutating func move(to cursor: Cursor?) { context = cursor.map(context(of:)) }

  /// Moves to a segment of a plan in which the user had chosen other lengths.
  mutating func move(to cursor: Cursor, with edits: [PhaseEdit]) {
    self.edits = edits
    move(to: cursor)
  }

  /// Moves to a segment and discards the lengths that the user chose from there on.
  mutating func restart(at cursor: Cursor) {
    if let index = edits.firstIndex(where: { !timeline.precedes($0.id, cursor.id) }) { edits.removeSubrange(index...) }
    move(to: timeline.walk(to: cursor.id, edits) ?? cursor)
  }

  // MARK: Lengths

  /// Moves the end of the current phase by `amount`, but not before `position`; all that follows shifts by as much.
  /// Returns by how much the end moved; `nil` if it can't move.
  mutating func extend(by amount: Duration, notBefore position: Duration) -> MoveHistory.Extension? {
    guard let old = context else { return nil }
    var cursor = old.cursor
    let moved = cursor.extend(by: amount, notBefore: position)
    guard moved != .zero else { return nil }
    edit(from: old, to: cursor) { $0.extended += moved }
    return MoveHistory.Extension(id: cursor.id, amount: moved, endedPhase: cursor.end == position)
  }

  /// Ends the current phase at `position`.
  mutating func end(at position: Duration) {
    guard let old = context else { return }
    var cursor = old.cursor
    cursor.end(at: position)
    edit(from: old, to: cursor) { $0.ended = position - cursor.start }
  }

  private mutating func edit(from old: SegmentContext, to cursor: Cursor, _ change: (inout PhaseEdit) -> Void) {
    let new = context(of: cursor)
    // The current phase is usually the last one that was edited.
    let index = edits.lastIndex { $0.id == cursor.id } ?? edits.endIndex
    if index == edits.endIndex { edits.append(PhaseEdit(id: cursor.id)) }
    change(&edits[index])
    edits[index].recordShifts(from: old, to: new)
    if edits[index] == PhaseEdit(id: cursor.id) { edits.remove(at: index) }
    context = new
  }

  // MARK: Undo

  /// Records the place that a move leaves, or at which it changed the length of the current phase.
  mutating func record(_ place: MoveHistory.Place?, _ extended: MoveHistory.Extension? = nil) {
    if let place { history.record(place, extended) }
  }

  /// The step that an undo or a redo makes from the current phase; `nil` if there is none.
  func step(_ direction: MoveHistory.Direction) -> MoveHistory.Step? {
    context.flatMap { history.step(direction, in: $0.id) }
  }

  /// Records that an undo or a redo was made at `place`.
  mutating func record(
    _ direction: MoveHistory.Direction, from place: MoveHistory.Place, _ extended: MoveHistory.Extension? = nil
  ) {
    history.record(direction, from: place, extended)
  }
}
