import WorkoutModel

/// The plan of the cues: made again after every change, and continued as time passes.
extension Engine {
  /// The time for which the cues of a phase are promised: leaving it cancels these, not the thousands of a long day.
  private static let promised = Duration.seconds(3600)

  /// Plans from the current position on what follows from the layout and the facts; safe to repeat.
  mutating func plan() {
    // A session that is over or about to end has cancelled its remaining cues, and a log tells which ones come.
    guard !isOver, replay == nil else { return }
    scheduler = WarningScheduler(
      at: context, from: position, after: state.facts, waiting: state.facts.waiting.compactMap(planned), expander)
    extendPlan()
  }

  /// Plans again, because words or lengths have changed: what waits for other words still does.
  mutating func replan() {
    state.facts.wait(waiting.map(WaitingCue.init))
    plan()
  }

  /// The cues whose marks have passed and whose words wait for others.
  var waiting: [ScheduledWarning] { scheduler.waiting(at: position, in: context) }

  /// A cue that waits as it is now: its words may begin after those that are over; `nil` if that is too late for them.
  private func planned(_ waiting: WaitingCue) -> ScheduledWarning? {
    guard let cue = cue(waiting) else { return nil }
    let ends = state.facts.speaking.lazy.filter { $0.kind != .say }.map { $0.end + SpokenInterval.pause }
    let free = ends.filter { [position] in $0 <= position + SpokenInterval.pause }.max() ?? position
    let moved = expander.moved(cue, to: max(free, position), because: waiting.speaker)
    return moved.due <= moved.latestOnset ? moved : nil
  }

  private func cue(_ waiting: WaitingCue) -> ScheduledWarning? {
    let isHere = waiting.segment == context?.id
    let walked = isHere ? context?.cursor : timeline.walk(to: waiting.segment, expander.edits)
    guard let cursor = walked else { return nil }
    let end = cursor.end ?? position
    guard waiting.mark >= cursor.start, waiting.mark <= end else { return nil }
    // A later phase may have changed the end of what it belongs to, on which the cue and its words may depend.
    let context = isHere ? context : SegmentContext(cursor, rules, before: context)
    guard let context else { return nil }
    let stretch = CueExpander.Stretch(context: context, from: waiting.mark, to: end)
    return expander.find(in: stretch).candidates.first { $0.key == waiting.key && $0.mark == waiting.mark }
  }

  /// Plans as far ahead as the session needs.
  mutating func extendPlan() {
    if context != nil { scheduler.extend(to: position + scheduler.reach, expander) }
  }

  /// Leaves out what comes again and again in a phase that nothing ends, except in the last day before `now`, which is
  /// as long as any other phase may be.
  ///
  /// A clock may come to a time that is a hundred years away, whose cues nobody could count.
  mutating func passesOver(from instant: Duration, to now: Duration) -> Bool {
    let last = now - Limits.phaseLength.upperBound
    guard instant < last, playback == .playing, let context, context.cursor.end == nil, untilEnd == nil,
      nextMeasurementEnd == nil, !awaitsWords
    else { return false }
    state.now = last
    state.facts.change(at: position)
    plan()
    findNextDeadline()
    return true
  }

  /// Plans nothing, because the session is over or about to end.
  mutating func discardPlan() { scheduler = WarningScheduler(at: nil, from: position, expander) }

  /// Decides which cues will sound up to `position` of the plan if nothing moves, so that copies of this session need
  /// not do it again; nothing else changes. No further than a week ahead, which is the longest plan.
  public mutating func lookAhead(to position: Duration) {
    let position = min(position, self.position + Limits.totalLength)
    if let context { expander = expander.knowing(from: context, at: self.position, to: position) }
    decide(to: position)
  }

  /// The count to an end of which a number was due in the last second; `nil` if there is none.
  var countInProgress: CountInProgress? {
    guard let number = state.facts.last(where: { [rules] in rules.end(afterNumber: $0.key, at: $0.mark) != nil }),
      position - number.mark <= .seconds(1), let end = rules.end(afterNumber: number.key, at: number.mark),
      end >= position
    else { return nil }
    return CountInProgress(rule: number.key.rule, last: number.mark, end: end)
  }

  /// The planned cues that have yet to come.
  package var coming: ArraySlice<ScheduledWarning> { scheduler.queue }

  /// A session at the same place that has said nothing yet.
  package var withoutPast: Engine {
    var engine = self
    engine.state.facts = Facts(since: position)
    engine.renewExpander()
    engine.plan()
    return engine
  }

  /// Decides which cues will sound up to `position`, without keeping what a new plan would find there again.
  mutating func decide(to position: Duration) { scheduler.decide(to: position, expander) }

  /// The sounds and phrases that will be due up to `instant` if nothing happens before; empty while nothing may
  /// sound.
  public func forecast(until instant: Duration) -> [Effect] {
    var effects = nextAnswer.map { [$0.effect] } ?? []
    effects.removeAll { $0.due > instant }
    guard let lead = leadAhead else { return effects }
    for cue in scheduler.queue {
      let due = cue.due + lead
      if due > instant { break }
      let phrase = plannedPhrase(of: cue, values(for: cue, at: due))
      cue.appendEffects(sound: cue.sound, phrase: phrase, due: due, shiftedBy: .zero, to: &effects)
    }
    return effects
  }

  /// The instant up to which a forecast has every sound, at most `instant`.
  func planEnd(until instant: Duration) -> Duration {
    guard let planned = scheduler.plannedUpTo, let lead = leadAhead else { return instant }
    return min(instant, planned + lead - .nanoseconds(1))
  }

  /// The offset from positions to instants if nothing happens; `nil` if nothing will sound then.
  private var leadAhead: Duration? {
    // The end is heard after the last fade, in which the timer stands still.
    if case .fadingOut(let ramp, to: .completed) = playback { return ramp.end - position }
    return maySound ? timer.lead : nil
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
    state.facts.arrive(at: position)
    plan()
    for cue in scheduler.repeated where !again {
      let due = now + (cue.due - position)
      record(cue, due: due, isRefused: true)
      settle(
        cue, .duplicate, due: due, cause: .repeatedHere,
        phrase: plannedPhrase(of: cue, values(for: cue, at: now)))
    }
  }

  /// Follows the end of the current phase, which was `old` before and has moved by `moved`: its planned cues are
  /// planned again or cancelled.
  mutating func followEnd(
    of old: SegmentContext, movedBy moved: Duration, _ planned: [ScheduledWarning], cause: CueCause
  ) {
    guard let context else { return }
    followTargets(at: now)
    forgetAfterMovedEnd(of: old, context)
    // What the waiting cues belong to may end earlier now, and with it the time for which they may wait; the words
    // before them may be others.
    let planned = planned + waiting.filter { $0.context.id != context.id }
    state.facts.change(at: position)
    replan()
    // The cues are needed for which a shorter phase leaves no time.
    let limit = position + Self.promised + max(moved, .zero)
    scheduler.extend(to: min(context.cursor.end ?? position, limit), expander)
    cancel(planned.filter { !isToCome($0) }, cause: cause)
  }

  /// Forgets what was said about the old end of a phase, which has moved, and what was said early of phases that now
  /// come later.
  private mutating func forgetAfterMovedEnd(of old: SegmentContext, _ context: SegmentContext) {
    let timeline = timeline
    forgetEnds(of: old, unlike: context)
    state.facts.forget { entry in
      let isToCome = entry.segment != context.id && !timeline.precedes(entry.segment, context.id)
      return isToCome && !context.isWithin(entry.key)
    }
  }

  /// Forgets what was said about ends, but not about those of a phase, set or workout that are the same now.
  mutating func forgetEnds(of old: SegmentContext, unlike new: SegmentContext) {
    state.facts.forget(before: position) { [rules] entry in
      guard rules.isMeasuredFromEnd(rule: entry.key.rule) else { return false }
      return new.span(of: entry.key).map { $0.end == nil || $0 != old.span(of: entry.key) } ?? true
    }
  }

  /// Follows an early end of the current phase: cues at its end play now, its other planned cues don't.
  mutating func followDone(_ planned: [ScheduledWarning], cause: CueCause) {
    // The end of the phase here is that of the wait of its words.
    for cue in scheduler.queue where cue.mark == position && cue.due > position {
      if cue.context.id == segment, cue.key.node == segment?.node { record(cue, due: now, isRefused: true) }
    }
    state.facts.change(at: position)
    replan()
    cancel(planned.filter { !isToCome($0) }, cause: cause)
  }

  /// Follows a skip of the last phase: only the `closing` cues of its end play.
  mutating func followSkip(to closing: [ScheduledWarning]) {
    state.facts.arrive(at: position)
    plan()
    let kept = Set(closing.map { $0.key })
    // The plan still contains the moments of the cues that the skip has cancelled, until the user goes back.
    for cue in scheduler.queue where !kept.contains(cue.key) { record(cue, due: now, isRefused: true) }
    scheduler.remove { !kept.contains($0.key) }
  }

  /// Whether a cue of an earlier plan may still come: it is planned again, or it belongs to more than the phase and
  /// lies beyond what is decided.
  func isToCome(_ cue: ScheduledWarning) -> Bool {
    if scheduler.queue.contains(where: { $0.key == cue.key }) { return true }
    // Other words block it, which others may be by then, or its own have no value: that is noted at its moment.
    let end = cue.key.node == cue.context.id.node ? context?.cursor.end : nil
    if scheduler.leavesOut(cue.key, before: end) { return true }
    guard cue.key.node != cue.context.id.node, let span = context?.span(of: cue.key) else { return false }
    // At an end that nobody knows yet it will come.
    guard let mark = cue.mark(in: span) else { return true }
    guard span.end.map({ mark <= $0 }) ?? true else { return false }
    // A cue of the whole workout may have given way to other words, which another move can remove again.
    if cue.key.node == 0, !cue.entry.isMeasuredFromEnd { return mark >= position }
    return scheduler.plannedUpTo.map { mark >= $0 } ?? false
  }
}
