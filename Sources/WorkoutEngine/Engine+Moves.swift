import WorkoutModel

extension Engine {
  /// Within this time after its start, `back` leaves a phase for the previous one.
  static let backWindow = Duration.seconds(2)

  /// To the start of the next phase; past the last one the workout is complete.
  mutating func skip() -> Answer {
    guard let spot else { return .refused("no phase is running") }
    // What only the user ends is over when the user leaves it.
    if spot.sheet.isOpen { return done() }
    guard let end = spot.cursor.end else { return .refused("no phase is running") }
    note()
    let next = spot.following
    let closing = next == nil ? WarningScheduler.closing(at: spot, finder) : []
    cancelCues(except: closing, cause: "skip")
    leave()
    state.timer.move(to: end, at: state.now)
    if next == nil { complete(with: closing) } else { arrive(at: next) }
    return .accepted
  }

  /// Ends an open phase.
  mutating func done() -> Answer {
    guard var cursor = state.cursor else { return .refused("no phase is running") }
    guard spot?.sheet.isOpen ?? false else { return .refused("this phase ends by the clock: skip it instead") }
    note()
    let position = state.position
    edit(cursor.id) { $0.ended = position - cursor.start }
    // What was planned up to the cap or the cut doesn't come any more; what lies at the end comes now.
    let planned = rest()
    cursor.end(at: position)
    silenceSpeech()
    let ended = Spot(cursor, timeline, book)
    stand(at: ended)
    replan(from: position)
    dropSettled()
    cancel(planned.filter { !isToCome($0) }, cause: "done")
    guard !state.timer.isRunning else { return .accepted }
    // While paused no time passes that could bring the end.
    if let next = ended.following {
      arrive(at: next)
    } else {
      complete(with: WarningScheduler.closing(at: ended, finder))
    }
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
    // What only the user ends holds every later moment: one stands at its start then, not at a moment that may never
    // come.
    let place = cursor.end == nil ? min(position, cursor.start) : position
    // Before the beginning nothing of the plan has been promised.
    if hasBegun, place >= state.position {
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
    guard var cursor = state.cursor else { return .refused("no phase is running") }
    guard cursor.end != nil else { return .refused("this phase ends when you say done") }
    let limit = Limits.phaseLength.upperBound
    guard amount != .zero else { return .refused("that is no change") }
    guard let length = cursor.segment.length, amount <= limit, length + amount <= limit else {
      return .refused("a phase lasts at most 24 hours")
    }
    let planned = rest()
    let position = state.position
    let moved = cursor.extend(by: amount, notBefore: position)
    guard moved != .zero else { return .refused("nothing of this phase is left") }
    note()
    edit(cursor.id) { $0.extended += moved }
    stand(at: cursor)
    // What was said about the old end holds no more: it is said again for the new one. What is due at this very
    // moment has been settled.
    state.ledger.clear(from: position + .nanoseconds(1), in: cursor.id, of: timeline)
    state.ledger.forget { key in book.isMeasuredFromEnd(rule: key.rule) }
    restoreAmbient(at: state.now)
    replan(from: position, waiting: waiting, beside: speaking)
    dropSettled()
    // What a shorter phase has no time for any more.
    scheduler.extend(to: min(cursor.end ?? position, position + Self.promised + max(moved, .zero)), finder)
    cancel(planned.filter { !isToCome($0) }, cause: "extend")
    return .accepted
  }

  /// Back to the place that the last move left.
  mutating func undo() -> Answer {
    guard let place, let target = state.history.undo(from: place) else { return .refused("there is nothing to undo") }
    return travel(to: target, cause: "undo")
  }

  /// To the place that the last undo left.
  mutating func redo() -> Answer {
    guard let place, let target = state.history.redo(from: place) else { return .refused("there is nothing to redo") }
    return travel(to: target, cause: "redo")
  }

  private mutating func travel(to place: MoveHistory.Place, cause: String) -> Answer {
    if place.position > state.position {
      cancelCues(before: state.cursor?.id == place.cursor.id ? place.position : nil, cause: cause)
    } else {
      state.ledger.clear(from: place.position, in: place.cursor.id, of: timeline)
    }
    leave()
    state.edits = place.edits
    state.timer.move(to: place.position, at: state.now)
    arrive(at: place.cursor)
    return .accepted
  }

  /// Writes down the place that a move leaves.
  private mutating func note() {
    if hasBegun, let place { state.history.note(place) }
  }

  /// Whether a cue of a plan made before may still come: it is planned again, or belongs to more than the phase and
  /// lies behind all that is decided.
  private func isToCome(_ cue: ScheduledWarning) -> Bool {
    if scheduler.queue.contains(where: { $0.key == cue.key }) { return true }
    return cue.key.node != cue.spot.id.node && scheduler.plannedUpTo.map { cue.mark >= $0 } ?? false
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
    stand(at: cursor)
    if let spot, !silently {
      begin(spot, at: state.now)
      restoreAmbient(at: state.now)
    }
    replan(from: state.position)
    // Somewhere else at the same place of the plan: what belongs to the set, or to the workout, has been said.
    dropSettled()
  }

  /// Completes the workout before its time, with its closing cues.
  private mutating func complete(with closing: [ScheduledWarning]) {
    if !state.timer.isRunning { state.timer.start(at: state.now) }
    for cue in closing { play(cue, due: state.now, at: state.now, outcome: .onTime, cause: nil) }
    enter(nil, at: state.now)
  }

  /// How fast speech falls silent when its phase is left.
  static let speechFade = Duration.milliseconds(50)
}
