import WorkoutModel

extension Engine {
  /// Within this time after its start, `back` leaves a phase for the previous one.
  static let backWindow = Duration.seconds(2)

  /// To the start of the next phase; past the last one the workout is complete.
  mutating func skip() -> Answer {
    guard let spot else { return .refused("no phase is running") }
    if isClosing { return .refused("the workout is ending") }
    // What only the user ends is over when the user leaves it.
    if spot.sheet.isOpen { return done() }
    guard let end = spot.cursor.end else { return .refused("no phase is running") }
    note()
    if let next = spot.following {
      cancelCues(cause: "skip")
      leave()
      state.timer.move(to: end, at: state.now)
      arrive(at: next)
    } else {
      skipLast(spot, end)
    }
    return .accepted
  }

  /// Past the last phase: of its end only the closing cues come.
  private mutating func skipLast(_ spot: Spot, _ end: Duration) {
    let length = closingLength(before: end - state.position)
    let closing = WarningScheduler.closing(at: spot, finder)
    cancelCues(except: closing, cause: "skip")
    silenceSpeech()
    state.timer.move(to: end, at: state.now)
    replan(from: end)
    keepAtEnd(closing)
    close(over: length)
  }

  /// Ends an open phase.
  mutating func done() -> Answer {
    guard var cursor = state.cursor else { return .refused("no phase is running") }
    guard spot?.sheet.isOpen ?? false else { return .refused("this phase ends by the clock: skip it instead") }
    if isClosing { return .refused("the workout is ending") }
    note()
    let position = state.position
    let length = closingLength(before: cursor.end.map { $0 - position })
    let id = cursor.id
    // What was planned up to the cap or the cut doesn't come any more; what lies at the end comes now.
    let planned = rest()
    cursor.end(at: position)
    silenceSpeech()
    let ended = Spot(cursor, timeline, book)
    edit(id) { [spot] edit in
      edit.ended = position - ended.cursor.start
      if let spot { edit.note(from: spot, to: ended) }
    }
    stand(at: ended)
    replan(from: position, without: state.ledger.keys(from: position))
    cancel(planned.filter { !isToCome($0) }, cause: "done")
    guard let next = ended.following else {
      close(over: length)
      return .accepted
    }
    // While paused no time passes that could bring the end.
    if !state.timer.isRunning { arrive(at: next) }
    return .accepted
  }

  mutating func back() -> Answer {
    guard let cursor = state.cursor else { return .refused("no phase is running") }
    if state.position - cursor.start >= Self.backWindow { return restartPhase() }
    return goBack(to: previous(of: cursor) ?? cursor)
  }

  mutating func restartPhase() -> Answer {
    guard let cursor = state.cursor else { return .refused("no phase is running") }
    return goBack(to: cursor)
  }

  private mutating func goBack(to cursor: Cursor) -> Answer {
    note()
    reopen()
    leave()
    state.ledger.clear(from: cursor.start, in: cursor.id, of: timeline)
    // Lengths that the user chose behind the new place are chosen anew.
    if let index = state.edits.firstIndex(where: { !timeline.precedes($0.id, cursor.id) }) {
      state.edits.removeSubrange(index...)
    }
    state.timer.move(to: cursor.start, at: state.now)
    arrive(at: timeline.walk(to: cursor.id, state.edits) ?? cursor)
    return .accepted
  }

  /// To a moment of the plan, before the start as well.
  mutating func jump(to position: Duration) -> Answer {
    switch state.playback {
    case .completed, .stopped, .failed, .fadingOut(_, .stopped): return .refused("the workout is over")
    default: break
    }
    guard let cursor = timeline.cursor(at: position) else {
      return .refused("the workout has no moment at \(position)")
    }
    note()
    reopen()
    // What only the user ends holds every later moment: one stands at its start then, not at a moment that may never
    // come.
    let place = cursor.end == nil ? min(position, cursor.start) : position
    // Before the beginning nothing of the plan has been promised.
    if hasBegun, isForward(to: cursor, place) {
      cancelCues(before: state.cursor?.end.map { place < $0 } ?? false ? place : nil, cause: "jump")
    } else {
      state.ledger.clear(from: place, in: cursor.id, of: timeline)
    }
    leave()
    state.edits = []
    state.timer.move(to: place, at: state.now)
    arrive(at: cursor, silently: !hasBegun)
    return .accepted
  }

  /// Makes the current phase longer or shorter; all that follows shifts by as much.
  mutating func extend(by amount: Duration) -> Answer {
    guard let cursor = state.cursor else { return .refused("no phase is running") }
    guard cursor.end != nil else { return .refused("this phase ends when you say done") }
    if isClosing || state.edits.contains(where: { $0.id == cursor.id && $0.ended != nil }) {
      return .refused("this phase is over")
    }
    let limit = Limits.phaseLength.upperBound
    guard amount != .zero else { return .refused("that is no change") }
    guard let length = cursor.segment.length, amount <= limit, length + amount <= limit else {
      return .refused("a phase lasts at most 24 hours")
    }
    guard let place, let extended = lengthen(by: amount, cause: "extend") else {
      return .refused("nothing of this phase is left")
    }
    state.history.note(place, extended)
    return .accepted
  }

  /// Moves the end of the current phase, not before the present moment, and plans its cues anew; `nil` where nothing of
  /// that can be done.
  private mutating func lengthen(by amount: Duration, cause: String) -> MoveHistory.Extension? {
    guard var cursor = state.cursor else { return nil }
    let planned = rest()
    let position = state.position
    let moved = cursor.extend(by: amount, notBefore: position)
    guard moved != .zero else { return nil }
    let extended = Spot(cursor, timeline, book)
    edit(cursor.id) { [spot] edit in
      edit.extended += moved
      if let spot { edit.note(from: spot, to: extended) }
    }
    stand(at: extended)
    // What was said about the old end holds no more, nor what was said early of phases that come later now: it is said
    // again for the new one.
    state.ledger.forget { [book, timeline] entry in
      let isToCome = entry.segment != cursor.id && !timeline.precedes(entry.segment, cursor.id)
      return book.isMeasuredFromEnd(rule: entry.key.rule) || (isToCome && !extended.isWithin(entry.key))
    }
    restoreAmbient(at: state.now)
    replan(from: position, waiting: waiting, beside: speaking)
    dropSettled()
    // What a shorter phase has no time for any more.
    scheduler.extend(to: min(cursor.end ?? position, position + Self.promised + max(moved, .zero)), finder)
    cancel(planned.filter { !isToCome($0) }, cause: cause)
    return MoveHistory.Extension(id: cursor.id, amount: moved, endedPhase: cursor.end == position)
  }

  /// Back to the place that the last move left; a phase that was made longer loses that time where the session stands,
  /// and ends now where nothing is left of it.
  mutating func undo() -> Answer {
    guard let place, let step = state.history.undoStep(in: place.cursor.id) else {
      return .refused("there is nothing to undo")
    }
    switch step {
    case .extend(let amount):
      guard let extended = lengthen(by: amount, cause: "undo") else { return .refused("nothing of this phase is left") }
      state.history.noteUndone(from: place, extended)
    case .travel(let target):
      state.history.noteUndone(from: place)
      travel(to: target, cause: "undo")
    }
    return .accepted
  }

  /// To the place that the last undo left, or the time again that it took.
  mutating func redo() -> Answer {
    guard let place, let step = state.history.redoStep(in: place.cursor.id) else {
      return .refused("there is nothing to redo")
    }
    switch step {
    case .extend(let amount):
      guard let extended = lengthen(by: amount, cause: "redo") else { return .refused("nothing of this phase is left") }
      state.history.noteRedone(from: place, extended)
    case .travel(let target):
      state.history.noteRedone(from: place)
      travel(to: target, cause: "redo")
    }
    return .accepted
  }

  private mutating func travel(to place: MoveHistory.Place, cause: String) {
    reopen()
    if isForward(to: place.cursor, place.position) {
      cancelCues(before: state.cursor?.id == place.cursor.id ? place.position : nil, cause: cause)
    } else {
      state.ledger.clear(from: place.position, in: place.cursor.id, of: timeline)
    }
    leave()
    state.edits = place.edits
    state.timer.move(to: place.position, at: state.now)
    arrive(at: place.cursor)
  }

  /// Writes down the place that a move leaves.
  private mutating func note() {
    if hasBegun, let place { state.history.note(place) }
  }

  /// Whether a cue of a plan made before may still come: it is planned again, or belongs to more than the phase and
  /// lies behind all that is decided.
  private func isToCome(_ cue: ScheduledWarning) -> Bool {
    if scheduler.queue.contains(where: { $0.key == cue.key }) { return true }
    guard cue.key.node != cue.spot.id.node, spot?.workoutEnd.map({ cue.mark < $0 }) ?? true else { return false }
    // What belongs to the whole workout may have given way to other words, which another move can take away again.
    if cue.key.node == 0, !book.isMeasuredFromEnd(rule: cue.key.rule) { return cue.mark >= state.position }
    return scheduler.plannedUpTo.map { cue.mark >= $0 } ?? false
  }

  /// Whether a place lies behind the present one. Positions alone don't tell, as lengths may differ there.
  private func isForward(to cursor: Cursor, _ position: Duration) -> Bool {
    guard let here = state.cursor else { return false }
    return here.id == cursor.id ? position >= state.position : timeline.precedes(here.id, cursor.id)
  }

  private var hasBegun: Bool {
    switch state.playback {
    case .idle, .preparingToPlay, .preparingToPause: false
    default: true
    }
  }

  private mutating func edit(_ id: SegmentID, _ change: (inout PhaseEdit) -> Void) {
    if let index = state.edits.firstIndex(where: { $0.id == id }) {
      change(&state.edits[index])
    } else {
      var edit = PhaseEdit(id: id)
      change(&edit)
      state.edits.append(edit)
    }
    state.edits.removeAll { $0 == PhaseEdit(id: $0.id) }
  }

  /// The segment before a cursor, with the lengths that the user has chosen.
  func previous(of cursor: Cursor) -> Cursor? {
    if state.edits.isEmpty { return timeline.cursor(at: cursor.start - .nanoseconds(1)) }
    return timeline.walk(before: cursor.id, state.edits)
  }

  /// Nothing of the phase that is left goes on sounding but the tails of its sounds.
  private mutating func leave() {
    silenceSpeech()
    if spot?.sheet.track != nil, hasBegun {
      emit(.track(.stop(fade: Self.trackFade)), at: state.now)
    }
  }

  private mutating func silenceSpeech() {
    // What nobody has heard is over as well.
    defer { speaking = [] }
    guard speaking.contains(where: { $0.isHeard(from: state.position) }) else { return }
    emit(.silence(.speech, over: Self.speechFade), at: state.now)
  }

  private mutating func arrive(at cursor: Cursor?, silently: Bool = false) {
    speaking = []
    notes.forgetTold()
    stand(at: cursor)
    if let spot, !silently {
      begin(spot, at: state.now)
      restoreAmbient(at: state.now)
    }
    replan(from: state.position)
    refuseSettled()
  }

  /// Somewhere else at the same place of the plan: what belongs to the set, or to the workout, has been said.
  private mutating func refuseSettled() {
    let position = state.position
    let repeated = scheduler.queue.filter { cue in
      min(cue.due, cue.mark) <= position && state.ledger.holds(cue.key, mark: cue.mark)
    }
    guard !repeated.isEmpty else { return }
    dropSettled()
    for cue in repeated {
      let due = state.now + (cue.due - position)
      settle(cue, .duplicate, due: due, at: nil, cause: "played before at this place", text: cue.speech?.text)
    }
  }

  /// How fast speech falls silent when its phase is left.
  static let speechFade = Duration.milliseconds(50)
}
