import WorkoutModel

/// The plan of the cues: made again after every change, and continued as time passes.
extension Engine {
  /// The time for which the cues of a phase are promised: leaving it cancels these, not the thousands of a long day.
  private static let promised = Duration.seconds(3600)

  /// Replans from the current position on; safe to repeat.
  ///
  /// `present` are the words in progress meanwhile. Cues due at this very position are planned again, in their own
  /// place, unless their moment has passed; other words in progress keep theirs. Cues that were `settled` here take up
  /// no time, because their words have fallen silent.
  mutating func replan(
    beside present: [SpokenInterval]? = nil, keeping kept: Set<CueKey> = [], without settled: Set<CueKey> = [],
    waiting: [ScheduledWarning] = []
  ) {
    // A session that is over or about to end has cancelled its remaining cues.
    guard !isOver else { return }
    // Planned words never give way to the coach.
    let present = (present ?? wordsInProgress.present(at: position, in: segment)).filter { $0.kind != .coach }
    scheduler = WarningScheduler(
      at: context, from: position,
      speaking: present.map { SpokenTime.Span(start: $0.onset, end: $0.end, kind: $0.kind) }, keeping: kept,
      without: settled, waiting: waiting, expander)
    notes.begin(at: position, without: settled)
    extendPlan()
  }

  /// Replans at the current position without losing any of the plan; `waiting` are the cues that wait for other words.
  ///
  /// Where the plan may differ from that before, those `begun` here keep their places `beside` the new ones.
  mutating func replanHere(
    waiting: [ScheduledWarning]? = nil, beside present: [SpokenInterval]? = nil, without begun: Set<CueKey> = []
  ) {
    replan(
      beside: present, keeping: Set(scheduler.queue.map(\.key)), without: begun, waiting: waiting ?? waitingCues)
    dropSettled()
  }

  /// Continues the plan from the current position in the steps of a new plan; valid only where a new plan would decide
  /// the same.
  mutating func continueHere() {
    if !isOver, context != nil {
      scheduler.grow(from: position)
      notes.leaveOut(before: position)
      extendPlan()
    }
    dropSettled()
  }

  /// Plans as far ahead as the session needs.
  mutating func extendPlan() {
    guard let context else { return }
    scheduler.extend(to: position + scheduler.reach, expander)
    notes.add(scheduler.drainNotes(), at: position, end: context.workoutEnd)
  }

  /// Plans nothing, because the session is over or about to end.
  mutating func discardPlan() { scheduler = WarningScheduler(at: nil, from: position, expander) }

  /// Decides which cues will sound up to `position` of the plan if nothing moves, so that copies of this session need
  /// not do it again; nothing else changes.
  public mutating func lookAhead(to position: Duration) {
    if let context { expander = expander.knowing(from: context, to: position) }
    decide(to: position)
  }

  /// The count to an end of which a number was due in the last second; `nil` if there is none.
  var countInProgress: CountInProgress? {
    // A late host has yet to account for the newest ones.
    let overdue = overdue.last { rules.end(afterNumber: $0.cue.key, at: $0.cue.mark) != nil }
    let settled = state.ledger.last { [rules] in rules.end(afterNumber: $0.key, at: $0.mark) != nil }
    let number = overdue.map { ($0.cue.key, $0.cue.mark) } ?? settled.map { ($0.key, $0.mark) }
    guard let (key, mark) = number, position - mark <= .seconds(1), let end = rules.end(afterNumber: key, at: mark),
      end >= position
    else { return nil }
    return CountInProgress(rule: key.rule, last: mark, end: end)
  }

  /// Decides which cues will sound up to `position`, without keeping what a new plan would find there again.
  mutating func decide(to position: Duration) { scheduler.decide(to: position, expander) }

  /// Removes the cues that were due by the current position and are settled or overdue.
  mutating func dropSettled() {
    let (position, ledger, overdue) = (position, state.ledger, overdue)
    scheduler.remove { cue in
      min(cue.due, cue.mark) <= position
        && (ledger.holds(cue.key, mark: cue.mark)
          || overdue.contains { $0.cue.key == cue.key && $0.cue.mark == cue.mark })
    }
  }

  /// The planned cues whose marks have passed, because they waited for other words.
  var waitingCues: [ScheduledWarning] {
    scheduler.waiting(at: position, in: context).compactMap { cue in
      cue.speech.map { expander.moved(cue, to: $0.onset, because: nil) }
    }
  }

  /// The sounds and phrases that will be due up to `instant` if nothing happens before; empty while nothing may
  /// sound.
  public func forecast(until instant: Duration) -> [Effect] {
    guard maySound else { return [] }
    var effects: [Effect] = []
    for cue in scheduler.queue {
      guard let due = timer.instant(of: cue.due), due <= instant else { break }
      let phrase = plannedPhrase(of: cue, values(for: cue, at: due))
      cue.appendEffects(sound: cue.sound, phrase: phrase, due: due, shiftedBy: .zero, to: &effects)
    }
    return effects
  }
}

/// The plan after an action of the user.
extension Engine {
  /// The cues of the rest of the current phase, before a move changes them; if only the user ends it, those that every
  /// plan contains.
  mutating func restOfPhase() -> [ScheduledWarning] {
    guard let context else { return [] }
    let end =
      context.cursor.end.map { min($0, position + Self.promised) }
      ?? WarningScheduler.leastPlan(at: position, from: context.cursor.start)
    scheduler.extend(to: end, expander)
    return scheduler.queue.filter { $0.context.id == context.id && ($0.mark < end || $0.mark == context.cursor.end) }
  }

  /// Plans from the session's new place, and refuses cues that belong to more than the phase and have been played at
  /// this place of the plan.
  mutating func planArrival(again: Bool = false) {
    speech.shift(by: position)
    // Notes that were reported may be reported again.
    notes.reset()
    replan()
    let repeated = scheduler.queue.filter { cue in
      min(cue.due, cue.mark) <= position && state.ledger.holds(cue.key, mark: cue.mark)
    }
    if !repeated.isEmpty {
      // They take up no place but that of their words in progress.
      notes.reset()
      replan(
        beside: speech.intervals, without: Set(repeated.map(\.key)))
      dropSettled()
    }
    for cue in repeated where !again {
      let due = now + (cue.due - position)
      settle(
        cue, .duplicate, due: due, cause: "played before at this place",
        phrase: plannedPhrase(of: cue, values(for: cue, at: now)))
    }
  }

  /// Follows the end of the current phase, which was `old` before and has moved by `moved`: its planned cues are
  /// planned again or cancelled.
  mutating func followEnd(
    of old: SegmentContext, movedBy moved: Duration, _ planned: [ScheduledWarning], cause: String
  ) {
    guard let context else { return }
    followTargets(at: now)
    forgetAfterMovedEnd(of: old, context)
    // What the waiting cues belong to may end earlier now, and with it the time for which they may wait; the words
    // before them may be others.
    let planned = planned + waitingCues.filter { $0.context.id != context.id }
    let waiting = waitingCues.compactMap { cue(WaitingCue($0)) }
    let again = waiting.map { expander.moved($0, to: silentFrom, because: nil) }
    replan(
      beside: wordsInProgress.intervals, without: begunHere, waiting: again.filter { $0.due <= $0.latestOnset })
    dropSettled()
    // The cues are needed for which a shorter phase leaves no time.
    let limit = position + Self.promised + max(moved, .zero)
    scheduler.extend(to: min(context.cursor.end ?? position, limit), expander)
    notes.add(scheduler.drainNotes(), at: position, end: context.workoutEnd)
    cancel(planned.filter { !isToCome($0) }, cause: cause)
  }

  /// The first position at which words may begin after those that are over.
  private var silentFrom: Duration {
    let ends = speech.intervals.lazy.map { $0.end + SpokenInterval.pause }
    return ends.filter { $0 <= position + SpokenInterval.pause }.max().map { max($0, position) } ?? position
  }

  /// Forgets what was said about the old end of a phase, which has moved, and what was said early of phases that now
  /// come later.
  private mutating func forgetAfterMovedEnd(of old: SegmentContext, _ context: SegmentContext) {
    let timeline = timeline
    notes.remove { [rules] in rules.isMeasuredFromEnd(rule: $0.rule) }
    forgetEnds(of: old, unlike: context)
    state.ledger.forget { entry in
      let isToCome = entry.segment != context.id && !timeline.precedes(entry.segment, context.id)
      return isToCome && !context.isWithin(entry.key)
    }
  }

  /// Forgets what was said about ends, but not about those of a phase, set or workout that are the same now.
  mutating func forgetEnds(of old: SegmentContext, unlike new: SegmentContext) {
    state.ledger.forget(before: position) { [rules] entry in
      guard rules.isMeasuredFromEnd(rule: entry.key.rule) else { return false }
      return new.span(of: entry.key).map { $0.end == nil || $0 != old.span(of: entry.key) } ?? true
    }
  }

  /// Follows an early end of the current phase: cues at its end play now, its other planned cues don't.
  mutating func followDone(_ planned: [ScheduledWarning], cause: String) {
    replan(
      beside: wordsInProgress.intervals, without: begunHere.union(waitingHere))
    cancel(planned.filter { !isToCome($0) }, cause: cause)
  }

  /// Follows a skip of the last phase: only the `closing` cues of its end play.
  mutating func followSkip(to closing: [ScheduledWarning]) {
    replan()
    let kept = Set(closing.map(\.key))
    // The plan still contains the moments of the cues that the skip has cancelled, until the user goes back.
    for cue in scheduler.queue where !kept.contains(cue.key) { record(cue, due: now, isRefused: true) }
    dropSettled()
  }

  /// The cues at the current position that have begun; a late host has yet to account for some.
  var begunHere: Set<CueKey> {
    let late = overdue.lazy.filter { [position] in $0.cue.mark >= position }.map(\.cue.key)
    return state.ledger.keys(from: position).union(late)
  }

  /// The cues of the phase at the current position whose words wait for others; the end of the phase here is that of
  /// their wait.
  private var waitingHere: Set<CueKey> {
    let waiting = scheduler.queue.lazy.filter { [position, segment] cue in
      cue.mark == position && cue.due > position && cue.context.id == segment && cue.key.node == segment?.node
    }
    return Set(waiting.map(\.key))
  }

  /// Whether a cue of an earlier plan may still come: it is planned again, or it belongs to more than the phase and
  /// lies beyond what is decided.
  func isToCome(_ cue: ScheduledWarning) -> Bool {
    if scheduler.queue.contains(where: { $0.key == cue.key }) { return true }
    // Other words block it, which others may be by then, or its own have no value: that is noted at its moment.
    let end = cue.key.node == cue.context.id.node ? context?.cursor.end : nil
    if notes.isLeftOut(cue.key, before: end) { return true }
    guard cue.key.node != cue.context.id.node, let span = context?.span(of: cue.key) else { return false }
    // At an end that nobody knows yet it will come.
    guard let mark = cue.mark(in: span) else { return true }
    guard span.end.map({ mark <= $0 }) ?? true else { return false }
    // A cue of the whole workout may have given way to other words, which another move can remove again.
    if cue.key.node == 0, !cue.entry.isMeasuredFromEnd { return mark >= position }
    return scheduler.plannedUpTo.map { mark >= $0 } ?? false
  }
}
