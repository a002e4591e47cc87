import WorkoutModel

/// The planned cues, the notes about them, and the ledger of settled cues.
struct CuePlan: Sendable {
  private var scheduler = WarningScheduler.nothing
  private var notes: NoteQueue
  /// The warnings settled so far.
  private(set) var ledger: WarningLedger

  /// The time for which the cues of a phase are promised: leaving it cancels these, not the thousands of a long day.
  private static let promised = Duration.seconds(3600)

  init(ledger: WarningLedger = WarningLedger(), reported: [NoteQueue.Reported] = []) {
    self.ledger = ledger
    notes = NoteQueue(reported: reported)
  }

  /// The next cue.
  var first: ScheduledWarning? { scheduler.queue.first }
  /// The planned cues that are not settled yet, by due time.
  var queue: ArraySlice<ScheduledWarning> { scheduler.queue }
  /// The position at which the plan must grow; `nil` when nothing is left to plan.
  var growsAt: Duration? { scheduler.growsAt }
  /// The minimum reach of the plan ahead of the session.
  var reach: Duration { scheduler.reach }
  /// The position at which the next note is reported.
  var nextNote: Duration? { notes.next }
  /// The notes reported at the last position that had any.
  var reported: [NoteQueue.Reported] { notes.reported }

  // MARK: Planning

  /// Replans from `position` on; safe to repeat.
  ///
  /// `present` are the words in progress meanwhile. Cues that were `settled` here take up no time, because their words
  /// have fallen silent. Places that are `vacant` stay vacant.
  mutating func replan(
    from position: Duration, beside present: [SpokenInterval], keeping kept: Set<CueKey> = [],
    without settled: Set<CueKey> = [], waiting: [ScheduledWarning] = [], around vacant: [DecisionMaker.Vacancy] = [],
    _ environment: CueEnvironment
  ) {
    // A session that is over or about to end has cancelled its remaining cues.
    guard !environment.isOver else { return }
    scheduler = WarningScheduler(
      at: environment.context, from: position,
      speaking: present.map { SpokenTime.Span(start: $0.onset, end: $0.end, kind: $0.kind) }, keeping: kept,
      without: settled, waiting: waiting, around: vacant, environment.expander)
    notes.begin(at: position, without: settled)
    extend(environment)
  }

  /// Replans at the current position without losing any of the plan.
  mutating func replanHere(beside present: [SpokenInterval], _ environment: CueEnvironment) {
    let position = environment.position
    replan(
      from: position, beside: present, keeping: Set(scheduler.queue.map(\.key)), waiting: waiting(environment),
      around: scheduler.vacant(at: position), environment)
  }

  /// Continues the plan from the current position in the steps of a new plan; valid only where a new plan would decide
  /// the same.
  mutating func continueHere(_ environment: CueEnvironment) {
    guard !environment.isOver, environment.context != nil else { return }
    scheduler.grow(from: environment.position)
    notes.leaveOut(before: environment.position)
    extend(environment)
  }

  /// Plans for a place to which the user has moved, where `present` words go on.
  ///
  /// Returns the cues that belong to more than the phase and have been played at this place, which aren't planned.
  mutating func arrive(
    beside present: [SpokenInterval], _ overdue: [OverdueCue], _ environment: CueEnvironment
  ) -> [ScheduledWarning] {
    let position = environment.position
    // Notes that were reported may be reported again.
    notes.reset()
    replan(from: position, beside: present, environment)
    let repeated = scheduler.queue.filter { cue in
      min(cue.due, cue.mark) <= position && ledger.holds(cue.key, mark: cue.mark)
    }
    if !repeated.isEmpty { dropSettled(overdue, environment) }
    return Array(repeated)
  }

  /// Plans as far ahead as the session needs.
  mutating func extend(_ environment: CueEnvironment) {
    guard let context = environment.context else { return }
    let position = environment.position
    scheduler.extend(to: position + scheduler.reach, environment.expander)
    notes.add(scheduler.drainNotes(), at: position, end: context.workoutEnd)
  }

  /// Decides which cues will sound up to `position`, without planning them before their time.
  mutating func decide(to position: Duration, _ expander: CueExpander) { scheduler.decide(to: position, expander) }

  /// Leaves a segment; returns the next one, or `nil` if the plan doesn't reach that far or nothing follows.
  mutating func leave(_ context: SegmentContext) -> SegmentContext? { scheduler.leave(context) }

  /// Discards the plan.
  mutating func stop() { scheduler = .nothing }

  /// Discards what is still to be reported about how the words of some cues were planned.
  mutating func removeNotes(about keys: [CueKey]) { notes.remove(where: keys.contains) }

  /// The planned cues whose marks have passed, because they waited for other words.
  func waiting(_ environment: CueEnvironment) -> [ScheduledWarning] {
    scheduler.waiting(at: environment.position, in: environment.context).compactMap { cue in
      guard let speech = cue.speech else { return nil }
      return cue.speaking(at: speech.onset, for: environment.expander.durations.length(of: speech.phrase))
    }
  }

  /// The cues of the rest of the current phase; if only the user ends it, those that every plan contains.
  mutating func rest(_ environment: CueEnvironment) -> [ScheduledWarning] {
    guard let context = environment.context else { return [] }
    let position = environment.position
    let end =
      context.cursor.end.map { min($0, position + Self.promised) }
      ?? WarningScheduler.leastPlan(at: position, from: context.cursor.start)
    scheduler.extend(to: end, environment.expander)
    return scheduler.queue.filter { $0.context.id == context.id && ($0.mark < end || $0.mark == context.cursor.end) }
  }

  /// Replans for a segment whose end was moved; waiting cues keep their place.
  mutating func followEnd(beside speaking: [SpokenInterval], _ environment: CueEnvironment) {
    guard environment.context != nil else { return }
    // What they belong to may end earlier now, and with it the time for which they may wait.
    let waiting = waiting(environment).compactMap { environment.cue(WaitingCue($0)) }
    replan(
      from: environment.position, beside: speaking, waiting: waiting.filter { $0.due <= $0.latestOnset }, environment)
  }

  /// Plans up to the end of a longer phase, so that the cues are known for which a shorter one leaves no time.
  mutating func extendInPhase(by moved: Duration, _ environment: CueEnvironment) {
    let position = environment.position
    let limit = position + Self.promised + max(moved, .zero)
    scheduler.extend(to: min(environment.context?.cursor.end ?? position, limit), environment.expander)
  }

  /// Whether a cue of an earlier plan may still come: it is planned again, or it belongs to more than the phase and
  /// lies beyond what is decided.
  func isToCome(_ cue: ScheduledWarning, _ environment: CueEnvironment) -> Bool {
    if scheduler.queue.contains(where: { $0.key == cue.key }) { return true }
    let isBeforeEnd = environment.context?.workoutEnd.map { cue.mark < $0 } ?? true
    guard cue.key.node != cue.context.id.node, isBeforeEnd else { return false }
    // A cue of the whole workout may have given way to other words, which another move can remove again.
    if cue.key.node == 0, !cue.entry.isMeasuredFromEnd { return cue.mark >= environment.position }
    return scheduler.plannedUpTo.map { cue.mark >= $0 } ?? false
  }

  /// The sounds and phrases that will be due up to `instant` if nothing happens before.
  func forecast(until instant: Duration, _ environment: CueEnvironment) -> [Effect] {
    guard environment.maySound else { return [] }
    var effects: [Effect] = []
    for cue in scheduler.queue {
      guard let due = environment.timer.instant(of: cue.due), due <= instant else { break }
      cue.appendEffects(sound: cue.sound, phrase: cue.speech?.phrase, due: due, shiftedBy: .zero, to: &effects)
    }
    return effects
  }

  /// The phrases from the current position through `end`, in the order in which they may be spoken.
  func phrases(through end: Duration, _ environment: CueEnvironment) -> [Phrase] {
    var scheduler = scheduler
    scheduler.extend(to: end, environment.expander)
    return scheduler.phrases(from: environment.position, through: end)
  }

  // MARK: Settling

  /// Removes and returns the first cue.
  mutating func removeFirst() -> ScheduledWarning { scheduler.removeFirst() }

  /// Removes and returns the next note to report.
  mutating func removeFirstNote() -> PlanNote { notes.removeFirst() }

  /// Removes the cues that were due by the current position and are settled or `overdue`.
  mutating func dropSettled(_ overdue: [OverdueCue], _ environment: CueEnvironment) {
    let position = environment.position
    let ledger = ledger
    scheduler.remove { cue in
      min(cue.due, cue.mark) <= position
        && (ledger.holds(cue.key, mark: cue.mark)
          || overdue.contains { $0.cue.key == cue.key && $0.cue.mark == cue.mark })
    }
  }

  /// Why the cue may not be played again; `nil` if it may be played.
  func refusal(of cue: ScheduledWarning, due: Duration) -> String? {
    ledger.refusal(of: cue.key, due: due, inLastSet: cue.isInLastSet)
  }

  /// Records that a cue that was due at `due` is settled. If it `isRefused`, it doesn't refuse another.
  mutating func record(_ cue: ScheduledWarning, due: Duration, isRefused: Bool) {
    ledger.record(
      WarningLedger.Entry(key: cue.key, segment: cue.context.id, mark: cue.mark, due: due, isRefused: isRefused))
  }

  /// Forgets what was settled from `position` in a segment on, because the user has gone back there.
  mutating func clear(from position: Duration, in segment: SegmentID, of timeline: Timeline) {
    ledger.clear(from: position, in: segment, of: timeline)
  }

  /// Forgets what was said about the old end of the current phase, which has moved, and what was said early of phases
  /// that now come later.
  mutating func clearAfterMovedEnd(_ environment: CueEnvironment) {
    guard let context = environment.context else { return }
    let expander = environment.expander
    notes.remove { expander.rules.isMeasuredFromEnd(rule: $0.rule) }
    ledger.forget { entry in
      let isToCome = entry.segment != context.id && !expander.rules.timeline.precedes(entry.segment, context.id)
      return expander.rules.isMeasuredFromEnd(rule: entry.key.rule) || (isToCome && !context.isWithin(entry.key))
    }
  }
}

/// A cue whose moment passed before a sound could begin.
struct OverdueCue: Sendable {
  let cue: ScheduledWarning
  /// When it was due, in session time.
  let due: Duration
  /// The time since then that doesn't count: it is due so much later.
  var delay = Duration.zero

  /// The part of a cue that plays.
  enum Part { case whole, sound }

  /// The part that still plays at `instant`: nothing if it is beyond its grace or no longer true; only its sound if its
  /// words don't fit, because other words have taken their place in the plan.
  func playablePart(
    at instant: Duration, _ environment: CueEnvironment, isTaken: (_ onset: Duration, _ end: Duration) -> Bool
  ) -> Part? {
    guard environment.maySound else { return nil }
    let late = instant - due - delay
    if let grace = cue.grace, late > grace { return nil }
    if cue.cueClass == .completion { return .whole }
    // A cue at the end of a phase or set is on time shortly after it, too.
    if cue.isEnd, late <= CueEnvironment.tolerance { return .whole }
    guard cue.anchor.contains(environment.position), environment.isCurrent(cue) else { return nil }
    guard late > CueEnvironment.tolerance, let planned = cue.speech else { return .whole }
    let phrase = environment.livePhrase(of: cue, due: due + delay, at: instant)
    let overrun = environment.expander.durations.overrun(of: phrase, beyond: planned)
    guard isTaken(planned.onset + late, planned.end + late + overrun) else { return .whole }
    return cue.sound == nil ? nil : .sound
  }
}
