import WorkoutModel

extension Timeline {
  /// The cursor of a segment when the user has changed the lengths of some before it; `nil` where the plan doesn't hold
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
