import WorkoutEngine
import WorkoutModel

extension Truth {
  /// Whether only the user's word ends a phase.
  private func isOpen(_ cursor: Cursor) -> Bool {
    guard case .open = timeline.phase(of: cursor.id).end else { return false }
    return timeline.isUsers(cursor.id)
  }

  mutating func skip() {
    guard let cursor else { return }
    if isOpen(cursor) { return done() }
    guard let end = cursor.end else { return }
    note()
    visits.leave(at: position, now, .forward)
    move(to: end)
    enter(timeline.next(after: cursor, endedAt: end))
  }

  mutating func done() {
    guard var cursor, isOpen(cursor) else { return }
    note()
    let position = position
    edit(cursor.id) { $0.ended = position - cursor.start }
    cursor.end(at: position)
    visits.moveEnd(to: position)
    visits.leave(at: position, now, .done)
    move(to: position)
    enter(timeline.next(after: cursor, endedAt: position))
  }

  mutating func back() {
    guard let cursor else { return }
    if position - cursor.start >= Self.backWindow { return goBack(to: cursor) }
    goBack(to: before(cursor) ?? cursor)
  }

  /// To the start of a phase; lengths that the user chose from there on are chosen anew.
  mutating func goBack(to cursor: Cursor) {
    note()
    visits.leave(at: position, now, .elsewhere)
    edits.removeAll { !timeline.precedes($0.id, cursor.id) }
    move(to: cursor.start)
    enter(walk(until: { here, _ in here.id == cursor.id }) ?? cursor)
  }

  mutating func extend(by amount: Duration) {
    let limit = Limits.phaseLength.upperBound
    guard var cursor, let length = cursor.segment.length, amount != .zero, amount <= limit, length + amount <= limit
    else { return }
    let moved = cursor.extend(by: amount, notBefore: position)
    guard moved != .zero else { return }
    note()
    edit(cursor.id) { $0.extended += moved }
    self.cursor = cursor
    findPlanEnd()
    visits.moveEnd(to: cursor.end)
  }

  mutating func undo() {
    guard let place, let target = past.popLast() else { return }
    future.append(place)
    travel(to: target)
  }

  mutating func redo() {
    guard let place, let target = future.popLast() else { return }
    past.append(place)
    travel(to: target)
  }

  private mutating func travel(to target: Place) {
    let isForward = target.position > position && target.cursor.id != cursor?.id
    visits.leave(at: position, now, isForward ? .forward : .elsewhere)
    edits = target.edits
    move(to: target.position)
    enter(target.cursor)
  }

  private var place: Place? { cursor.map { Place(cursor: $0, position: position, edits: edits) } }

  private mutating func note() {
    guard let place else { return }
    past.append(place)
    if past.count > Self.rememberedMoves { past.removeFirst() }
    future = []
  }

  private mutating func edit(_ id: SegmentID, _ change: (inout Edit) -> Void) {
    let index = edits.firstIndex { $0.id == id } ?? edits.endIndex
    if index == edits.endIndex { edits.append(Edit(id: id)) }
    change(&edits[index])
  }

  /// The phase before a place, with the lengths that the user has chosen.
  private func before(_ cursor: Cursor) -> Cursor? {
    if edits.isEmpty { return timeline.cursor(at: cursor.start - .nanoseconds(1)) }
    return walk { _, next in next?.id == cursor.id }
  }

  private func walk(until isThere: (Cursor, Cursor?) -> Bool) -> Cursor? {
    var cursor = timeline.first()
    while var here = cursor {
      if let edit = edits.first(where: { $0.id == here.id }) {
        _ = here.extend(by: edit.extended, notBefore: here.start)
        if let ended = edit.ended { here.end(at: here.start + ended) }
      }
      let next = here.end.flatMap { timeline.next(after: here, endedAt: $0) }
      if isThere(here, next) { return here }
      cursor = next
    }
    return nil
  }
}
