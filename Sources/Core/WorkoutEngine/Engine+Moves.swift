import WorkoutModel

/// The user's moves in the plan, and the changes to the length of the current phase.
extension Engine {
  /// Within this time after its start, `back` leaves a phase for the previous one.
  static let backWindow = Duration.seconds(2)

  /// What *next* means in the current phase.
  var next: Action { context?.phase.endsByUser == true ? .done : .skip }

  /// Moves to the start of the next phase; after the last one the workout is complete.
  mutating func skip() -> ActionResult {
    guard let context else { return .refused(.noPhase) }
    if playback.isClosing { return .refused(.ending) }
    // A phase that only the user ends is over when the user leaves it, whatever its least time.
    if context.phase.endsByUser { return endOpen(context, by: .done) }
    guard let end = context.cursor.end else { return .refused(.noPhase) }
    skipped = context.phase.isSurprise ? nil : end - position
    if skipWithinLimit(context) { return .accepted }
    recordMove()
    let next = changePlace { [position, timeline] in $0.next(leavingAt: position, in: timeline) }
    guard let next else {
      skipLast(context, end)
      return .accepted
    }
    cancelRest(cause: .skip)
    leave(for: next, at: end)
    state.machine.move(to: end, at: now)
    changePlace { $0.move(to: next) }
    arrive()
    return .accepted
  }

  /// Takes what is left of a phase out of the present round of a group that the clock ends, and nothing from the time
  /// of the group; returns `false` where there is no such group, or no other phase.
  private mutating func skipWithinLimit(_ context: SegmentContext) -> Bool {
    var ended = context.cursor
    ended.end(at: position)
    guard ended.isLimited, let next = timeline.next(after: ended, endedAt: position) else { return false }
    recordMove(.onClock)
    let planned = restOfPhase()
    leave(for: next, at: position)
    changePlace { [position, timeline] in
      $0.end(at: position, by: nil, in: timeline)
      $0.move(to: next)
    }
    arrive(again: true)
    cancel(planned.filter { !isToCome($0) }, cause: .skip)
    return true
  }

  /// Skips the last phase: only the closing cues of its end play.
  private mutating func skipLast(_ context: SegmentContext, _ end: Duration) {
    let length = closingLength(before: end - position)
    let closing = WarningScheduler.closing(at: context, expander)
    cancelRest(except: closing, cause: .skip)
    endSpeech(before: nil)
    state.machine.move(to: end, at: now)
    followSkip(to: closing)
    close(over: length)
  }

  /// Ends an open phase, at once or when it has lasted the least time.
  mutating func done() -> ActionResult {
    guard let context else { return .refused(.noPhase) }
    guard context.phase.endsByUser else { return .refused(.endsByClock) }
    if playback.isClosing { return .refused(.ending) }
    if let end = context.cursor.end, end > position, state.place.isEndedByUser {
      return .refused(.endsByItself)
    }
    let earliest = context.cursor.start + context.phase.atLeast
    if earliest <= position { return endOpen(context, by: .done) }
    recordMove(.held)
    let planned = restOfPhase()
    changePlace { [timeline] in
      let end = $0.cursor?.end ?? earliest
      $0.end(at: min(earliest, end), by: earliest <= end ? .atLeast : nil, in: timeline)
    }
    restoreBed()
    followEnd(of: context, movedBy: .zero, planned, cause: .done)
    return .accepted
  }

  mutating func endOpen(_ context: SegmentContext, by cause: EndCause) -> ActionResult {
    if cause == .done { recordMove(context.cursor.isLimited ? .onClock : .move) }
    let position = position
    let length = closingLength(before: context.cursor.end.map { $0 - position })
    // Cues planned up to the cap or the cut no longer play; those at the end play now.
    let planned = restOfPhase()
    changePlace { [timeline] in $0.end(at: position, by: cause, in: timeline) }
    reportEnd(of: context, by: cause, at: now)
    let next = self.context?.following
    endSpeech(before: next.map(context(of:)))
    followDone(planned, cause: cause == .until ? .until : .done)
    guard let next else {
      close(over: length)
      return .accepted
    }
    // While the session is paused, no time passes that could end the phase.
    if timer.isRunning {
      restoreBed()
    } else {
      endBeats(of: context, at: now)
      changePlace { $0.move(to: next) }
      arrive()
    }
    return .accepted
  }

  mutating func back() -> ActionResult {
    guard let cursor else { return .refused(.noPhase) }
    if position - cursor.start >= Self.backWindow || timeline.isOvertime(cursor.id) { return restartPhase() }
    return restart(at: state.place.previous(in: timeline) ?? cursor)
  }

  mutating func restartPhase() -> ActionResult {
    guard let cursor else { return .refused(.noPhase) }
    return restart(at: cursor)
  }

  /// The phase at a cursor; for overtime the one that has gone on.
  private func beginning(of cursor: Cursor) -> Cursor {
    guard timeline.isOvertime(cursor.id) else { return cursor }
    return state.place.cursor(before: cursor, in: timeline) ?? cursor
  }

  private mutating func restart(at cursor: Cursor) -> ActionResult {
    let cursor = beginning(of: cursor)
    recordMove()
    reopen()
    state.facts.clear(from: context(of: cursor), of: timeline)
    leave(for: cursor, at: cursor.start)
    state.machine.move(to: cursor.start, at: now)
    changePlace { [timeline] in $0.restart(at: cursor, in: timeline) }
    arrive()
    return .accepted
  }

  /// Undoes the last move, or redoes the last undone one.
  ///
  /// An extension of the current phase is undone in place: the phase ends now if nothing is left of it.
  mutating func travel(_ direction: MoveHistory.Direction) -> ActionResult {
    guard let cursor, let here = state.place.place(at: position),
      let step = state.history.step(direction, in: cursor.id)
    else {
      return .refused(direction == .undo ? .nothingToUndo : .nothingToRedo)
    }
    switch step {
    case .extend(let amount):
      guard let extended = moveEnd(by: amount, cause: direction == .undo ? .undo : .redo) else {
        return .refused(.nothingLeft)
      }
      state.place.history.record(direction, from: here, extended)
    case .travel(let target, let kind):
      state.place.history.record(direction, from: here)
      travel(to: place(target, kind), cause: direction == .undo ? .undo : .redo)
    }
    return .accepted
  }

  /// Where an undo or a redo leads: the recorded place, but the clock of a group that is still running continues.
  private func place(_ target: MoveHistory.Location, _ kind: MoveHistory.Kind) -> MoveHistory.Location {
    switch kind {
    case .held where target.cursor.id == cursor?.id: target.reached(at: position)
    case .held, .onClock: state.place.returning(to: target, from: position, in: timeline)
    case .move: target
    }
  }

  /// Moves to a place of a plan in which the user had chosen these lengths.
  mutating func travel(to place: MoveHistory.Location, cause: CueCause) {
    reopen()
    let offset = place.position - place.cursor.start
    // Before the session begins, no cue has been promised.
    if hasBegun, state.place.isForward(to: place.cursor, place.position, from: position, in: timeline) {
      cancelRest(before: cursor?.id == place.cursor.id ? offset : nil, cause: cause)
      forgetAhead(of: place.cursor, at: place.position)
    } else {
      state.facts.clear(from: context(of: place.cursor), of: timeline)
    }
    state.facts.rebase(place.cursor.id, to: place.cursor.start)
    // Where the lengths differ, the ends differ that some cues are measured from.
    if let context, state.edits != place.edits {
      forgetEnds(of: context, unlike: self.context(of: place.cursor))
    }
    leave(for: place.cursor, at: place.position)
    state.machine.move(to: place.position, at: now)
    changePlace { $0.move(to: place.cursor, with: place.edits) }
    arrive(silently: !hasBegun)
  }

  /// Makes the current phase longer or shorter; everything after it shifts by as much.
  mutating func extend(by amount: Duration) -> ActionResult {
    guard let cursor else { return .refused(.noPhase) }
    guard cursor.end != nil else { return .refused(.endsByUser) }
    let isOver = state.place.isEndedByUser && cursor.end.map { $0 <= position } ?? false
    if playback.isClosing || isOver { return .refused(.phaseOver) }
    let limit = Limits.phaseLength.upperBound
    guard amount != .zero else { return .refused(.noChange) }
    guard let length = cursor.length, amount <= limit, length + amount <= limit else {
      return .refused(.tooLong)
    }
    let here = state.place.place(at: position)
    guard let extended = moveEnd(by: amount, cause: .extend) else { return .refused(.nothingLeft) }
    if let here { state.place.history.record(here, extended) }
    return .accepted
  }

  /// Moves the end of the current phase, but not before the current position, and replans its cues; `nil` if the end
  /// can't move.
  private mutating func moveEnd(by amount: Duration, cause: CueCause) -> MoveHistory.Extension? {
    guard let context else { return nil }
    let planned = restOfPhase()
    let wasAtEnd = isAtEnd
    let extended = changePlace { [position, timeline] in $0.extend(by: amount, notBefore: position, in: timeline) }
    guard let extended else { return nil }
    if extended.endedPhase { endSpeech(before: self.context?.following.map(self.context(of:))) }
    restoreBed()
    // A skip of the last phase leaves its beats to the end, which in frozen time is still to come.
    if wasAtEnd { startBeats(over: .zero) }
    followEnd(of: context, movedBy: extended.amount, planned, cause: cause)
    return extended
  }

  var hasBegun: Bool { playback.stage == .begun }

  /// Records the current place, which a move leaves; a *done* that is held leaves it later.
  mutating func recordMove(_ kind: MoveHistory.Kind = .move) {
    if hasBegun, let place = state.place.place(at: position) { state.place.history.record(place, nil, kind) }
  }

  /// Leaves the phase for `position` in another place of the plan: silences its speech and its track and ends its
  /// beats; the tails of its sounds continue, and the words of what the session stays in.
  mutating func leave(for cursor: Cursor, at position: Duration) {
    leaveSpeech(for: context(of: cursor), at: position)
    guard let context, hasBegun else { return }
    if context.phase.track != nil { emit(.track(.stop(fade: Self.trackFade)), at: now) }
    endBeats(of: context, at: now)
  }

  /// Begins the phase at a new place, and plans its cues.
  ///
  /// `again` is at the same position: what has been said there isn't said again, and nobody asks for it.
  mutating func arrive(silently: Bool = false, again: Bool = false) {
    if let context, !silently {
      moves.recordChange(to: context.id, again: currentAction?.isFromPhase == true, at: now)
      begin(context, at: now)
      restoreBed()
    }
    replay = replay.map { _ in Replay(arrival: position) }
    planArrival(again: again)
  }

  /// After a move in the plan: changes to the bed of the phase, and fades in again a bed whose final fade has begun, if
  /// there is time.
  private mutating func restoreBed() {
    let (wanted, isRunning, left) = (context?.phase.bed, timer.isRunning, timeLeft(at: now))
    fadeBed(at: now) { [now] in $0.change(to: wanted, isRunning: isRunning, before: left, at: now) }
    guard isRunning else { return }
    fadeBed(at: now) { [now] in $0.restore(before: left, at: now) }
  }
}
