import WorkoutModel

/// The place in the plan: the cursor, the lengths that the user has chosen, and the moves that can be undone.
///
/// The timer holds the position within the segment.
struct PlanPosition: Equatable, Sendable {
  /// The current segment; `nil` when all is done.
  private(set) var cursor: Cursor?
  /// The user's changes to the lengths of phases, in the order of the plan.
  private(set) var edits: [PhaseEdit] = []
  var history = MoveHistory()

  init(_ cursor: Cursor?) { self.cursor = cursor }

  /// The segment before the current one, with the lengths that the user has chosen.
  func previous(in timeline: Timeline) -> Cursor? { cursor.flatMap { self.cursor(before: $0, in: timeline) } }

  /// The segment before another one, with the lengths that the user has chosen.
  func cursor(before cursor: Cursor, in timeline: Timeline) -> Cursor? {
    if edits.isEmpty { return timeline.cursor(at: cursor.start - .nanoseconds(1)) }
    return timeline.walk(before: cursor.id, edits)
  }

  func place(at position: Duration) -> MoveHistory.Location? {
    cursor.map { MoveHistory.Location(cursor: $0, position: position, edits: edits) }
  }

  /// Whether a place comes after `position` in the current segment. Positions alone don't decide this, because phase
  /// lengths may differ there.
  func isForward(to next: Cursor, _ target: Duration, from position: Duration, in timeline: Timeline) -> Bool {
    guard let cursor else { return false }
    if cursor.id != next.id { return timeline.precedes(cursor.id, next.id) }
    return target - next.start >= position - cursor.start
  }

  /// Whether the user or a measurement has ended the current phase.
  var isEndedByUser: Bool { edits.contains { $0.id == cursor?.id && $0.ended != nil } }

  // MARK: Moves

  /// Moves to a segment without a change of lengths.
  mutating func move(to cursor: Cursor?) { self.cursor = cursor }

  /// Moves to a segment of a plan in which the user had chosen other lengths.
  mutating func move(to cursor: Cursor, with edits: [PhaseEdit]) {
    self.edits = edits
    self.cursor = cursor
  }

  /// Moves to a segment and discards the lengths that the user chose from there on.
  mutating func restart(at cursor: Cursor, in timeline: Timeline) {
    let own = edits.first { $0.id == cursor.id }
    if let index = edits.firstIndex(where: { !timeline.precedes($0.id, cursor.id) }) { edits.removeSubrange(index...) }
    let walked = timeline.walk(to: cursor.id, edits)
    if cursor == self.cursor, walked?.start != cursor.start {
      // After a jump to a set the phase begins where the jump led, not where the lengths of those before it lead.
      if let own { self.cursor = timeline.cursor(cursor, extended: own.extended) }
    } else {
      self.cursor = walked ?? cursor
    }
  }

  // MARK: Lengths

  /// Moves the end of the current phase by `amount`, but not before `position`; all that follows shifts by as much.
  /// Returns by how much the end moved; `nil` if it can't move.
  mutating func extend(
    by amount: Duration, notBefore position: Duration, in timeline: Timeline
  ) -> MoveHistory.Extension? {
    guard let old = cursor else { return nil }
    var new = old
    let moved = new.extend(by: amount, notBefore: position)
    guard moved != .zero else { return nil }
    edit(old, to: new, in: timeline) {
      $0.extended += moved
      $0.ended = $0.ended.map { $0 + moved }
    }
    return MoveHistory.Extension(id: new.id, amount: moved, endedPhase: new.end == position)
  }

  /// A recorded place to which an undo or a redo leads, while the clock of a group around it has gone on.
  func returning(to place: MoveHistory.Location, from position: Duration, in timeline: Timeline) -> MoveHistory.Location
  {
    guard let cursor,
      let shift = timeline.clockShift(from: cursor, at: position, to: place.cursor, at: place.position)
    else { return place }
    var there = self
    there.move(to: place.cursor, with: place.edits)
    var new = place.cursor
    new.move(shift)
    there.edit(place.cursor, to: new, in: timeline) { $0.clocks.append(shift) }
    return there.place(at: place.position) ?? place
  }

  /// Why the current phase ends when it does; `nil` if the clock ends it as planned.
  var endCause: EndCause? { edits.last { $0.id == cursor?.id }?.cause }

  mutating func end(at position: Duration, by cause: EndCause?, in timeline: Timeline) {
    guard let old = cursor else { return }
    var new = old
    new.end(at: position)
    edit(old, to: new, in: timeline) { ($0.ended, $0.cause) = (position - new.start, cause) }
  }

  /// The segment after the current one, which the user leaves at `position`, before its end. If only phases as long as
  /// it would follow, and it has taken no time, they are as long as planned.
  mutating func next(leavingAt position: Duration, in timeline: Timeline) -> Cursor? {
    guard let cursor, let end = cursor.end else { return nil }
    let passed = position - cursor.start
    guard let next = timeline.next(after: cursor, endedAt: end, lasting: passed) else {
      return timeline.next(after: cursor, endedAt: end)
    }
    if timeline.isMeasured(cursor.id) { edit(cursor, to: cursor, in: timeline) { $0.left = passed } }
    return next
  }

  private mutating func edit(
    _ old: Cursor, to new: Cursor, in timeline: Timeline, _ change: (inout PhaseEdit) -> Void
  ) {
    // The current phase is usually the last one that was edited.
    let index = edits.lastIndex { $0.id == new.id } ?? edits.endIndex
    if index == edits.endIndex { edits.append(PhaseEdit(id: new.id)) }
    change(&edits[index])
    edits[index].recordShifts(from: old, to: new, in: timeline)
    if edits[index] == PhaseEdit(id: new.id) { edits.remove(at: index) }
    cursor = new
  }
}
