import WorkoutModel

/// The user's jumps: to a moment of the plan, to a set, and inside the current phase.
extension Engine {
  /// Jumps to a moment of the plan; this is possible before the start, too.
  mutating func jump(to position: Duration) -> ActionResult {
    if machine.stage == .over { return .refused(PlaybackState.isOverText) }
    guard let cursor = timeline.cursor(at: position) else {
      return .refused(timeline.explanation(forMissing: position))
    }
    recordMove()
    reopen()
    // A phase that only the user ends contains every later moment. The jump then goes to its start, not to a moment
    // that may never come.
    let target = cursor.end == nil ? min(position, cursor.start) : position
    // Before the session begins, no cue has been promised.
    if hasBegun, plan.isForward(to: cursor, target, from: self.position) {
      let isHere = plan.context?.cursor.end.map { target < $0 } ?? false
      player.cancelRest(before: isHere ? target : nil, cause: "jump", environment, &recorder)
    } else {
      player.clear(from: target, in: cursor.id, of: timeline)
    }
    leave(for: cursor, at: target)
    machine.move(to: target, at: now)
    plan.move(to: cursor, with: [])
    arrive(silently: !hasBegun)
    return .accepted
  }

  /// Jumps to the start of a set, counted from 1, of the innermost group of several sets around the current phase;
  /// lengths that the user chose before it stay.
  mutating func jump(toSet set: Int) -> ActionResult {
    guard let context = plan.context else { return .refused(Self.noPhaseText) }
    guard let cursor = timeline.cursor(ofSet: set, around: context.cursor, notBefore: position) else {
      return .refused("there is no set \(set) here")
    }
    recordMove()
    reopen()
    if plan.isForward(to: cursor, cursor.start, from: position), cursor.id != context.id {
      player.cancelRest(cause: "jump", environment, &recorder)
    } else {
      player.clear(from: cursor.start, in: cursor.id, of: timeline)
    }
    leave(for: cursor, at: cursor.start)
    plan.restart(at: cursor)
    machine.move(to: plan.context?.cursor.start ?? cursor.start, at: now)
    arrive()
    return .accepted
  }

  /// Moves within the current phase, whose length stays; past its end, to the next phase.
  mutating func seek(by amount: Duration) -> ActionResult {
    guard let cursor = plan.context?.cursor, let here = plan.place(at: position) else {
      return .refused(Self.noPhaseText)
    }
    let target = max(cursor.start, position + amount)
    if target > position {
      guard let end = cursor.end else { return .refused("this phase ends when you say done") }
      if target >= end { return skip() }
    }
    guard target != position else { return .refused("that is no change") }
    recordMove()
    travel(to: MoveHistory.Place(cursor: cursor, position: target, edits: plan.edits), from: here, cause: "seek")
    return .accepted
  }
}
