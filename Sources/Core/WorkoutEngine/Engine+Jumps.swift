import WorkoutModel

/// The user's jumps: to a moment of the plan, to a set, and inside the current phase.
extension Engine {
  /// Jumps to a moment of the plan; this is possible before the start, too.
  mutating func jump(to position: Duration) -> ActionResult {
    if isOver { return .refused(.over) }
    guard let cursor = timeline.cursor(at: position) else {
      return .refused(.noMoment(position, total: timeline.total))
    }
    recordMove()
    // A phase that only the user ends contains every later moment. The jump then goes to its start, not to a moment
    // that may never come.
    let target = cursor.end == nil ? min(position, cursor.start) : position
    travel(to: MoveHistory.Location(cursor: cursor, position: target, edits: []), cause: .jump)
    return .accepted
  }

  /// Jumps to the start of a set, counted from 1, of the innermost group of several sets around the current phase;
  /// lengths that the user chose before it stay.
  mutating func jump(toSet set: Int) -> ActionResult {
    guard let context else { return .refused(.noPhase) }
    guard Limits.sets.contains(set),
      let planned = timeline.cursor(ofSet: set, around: context.cursor, notBefore: position)
    else {
      return .refused(.noSet(set))
    }
    recordMove()
    reopen()
    // With the lengths that the user chose before it, it begins elsewhere than in the plan.
    var place = state.place
    place.restart(at: planned, in: timeline)
    let cursor = place.cursor ?? planned
    if state.place.isForward(to: cursor, cursor.start, from: position, in: timeline), cursor.id != context.id {
      cancelRest(cause: .jump)
      forgetAhead(of: cursor, at: cursor.start)
    } else {
      state.facts.clear(from: self.context(of: cursor), of: timeline)
    }
    leave(for: cursor, at: cursor.start)
    changePlace { $0 = place }
    state.machine.move(to: cursor.start, at: now)
    arrive()
    return .accepted
  }

  /// Forgets what was said of the sets around a place, and of the workout, and comes again there: a move forward from a
  /// phase that the user had made longer may lead to an earlier moment of them.
  mutating func forgetAhead(of cursor: Cursor, at target: Duration) {
    guard let context else { return }
    let place = self.context(of: cursor)
    state.facts.forget { [position] entry in
      guard let old = context.span(of: entry.key), let new = place.span(of: entry.key) else { return false }
      let reached = target - new.start
      return reached < position - old.start && entry.mark - old.start >= reached
    }
  }

  /// Moves within the current phase, whose length stays; past its end, to the next phase.
  mutating func seek(by amount: Duration) -> ActionResult {
    guard let cursor else { return .refused(.noPhase) }
    let target = max(cursor.start, position + amount)
    if target > position {
      guard let end = cursor.end else { return .refused(.endsByUser) }
      if target >= end { return next == .done ? done() : skip() }
    }
    guard target != position else { return .refused(.noChange) }
    recordMove()
    travel(to: MoveHistory.Location(cursor: cursor, position: target, edits: state.edits), cause: .seek)
    return .accepted
  }
}
