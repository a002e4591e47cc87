import WorkoutModel

/// What is to come and what has been: the planned cues, the notes about them, and the ledger of those settled.
struct CuePlan: Sendable {
  private var scheduler = WarningScheduler.nothing
  private var notes: NoteQueue
  /// The warnings settled so far.
  private(set) var ledger: WarningLedger

  /// How far ahead the cues of a phase are promised: leaving it cancels these, not the thousands of a long day.
  private static let promised = Duration.seconds(3600)

  init(ledger: WarningLedger = WarningLedger(), reported: [NoteQueue.Reported] = []) {
    self.ledger = ledger
    notes = NoteQueue(reported: reported)
  }

  /// The next cue.
  var first: ScheduledWarning? { scheduler.queue.first }
  /// What is planned and not yet settled, by due time.
  var queue: ArraySlice<ScheduledWarning> { scheduler.queue }
  /// At which position the plan must grow; `nil` when nothing is left to plan.
  var growsAt: Duration? { scheduler.growsAt }
  /// How far ahead of the session the plan reaches at least.
  var reach: Duration { scheduler.reach }
  /// The position at which the next note is reported.
  var nextNote: Duration? { notes.next }
  /// The notes reported at the last position that had any.
  var reported: [NoteQueue.Reported] { notes.reported }

  // MARK: Planning

  /// Plans again from `position` on; safe to repeat.
  ///
  /// `present` is what is being said meanwhile. Where the words that were said fall silent, what has been `settled`
  /// here takes no place. The places that are `vacant` stay so.
  mutating func replan(
    from position: Duration, beside present: [SpokenInterval], keeping kept: Set<CueKey> = [],
    without settled: Set<CueKey> = [], waiting: [ScheduledWarning] = [], around vacant: [DecisionMaker.Vacancy] = [],
    _ environment: CueEnvironment
  ) {
    // A session that is over, or about to be, has cancelled what was left.
    guard !environment.isOver else { return }
    scheduler = WarningScheduler(
      at: environment.context, from: position,
      speaking: present.map { SpokenTime.Span(start: $0.onset, end: $0.end, kind: $0.kind) }, keeping: kept,
      without: settled, waiting: waiting, around: vacant, environment.expander)
    notes.begin()
    extend(environment)
  }

  /// Plans again at the current position without losing any of the plan.
  mutating func replanHere(beside present: [SpokenInterval], _ environment: CueEnvironment) {
    let position = environment.position
    replan(
      from: position, beside: present, keeping: Set(scheduler.queue.map(\.key)), waiting: waiting(environment),
      around: scheduler.vacant(at: position), environment)
  }

  /// Plans on from the current position as a plan that is made here does, where that would decide the same.
  mutating func continueHere(_ environment: CueEnvironment) {
    guard !environment.isOver, environment.context != nil else { return }
    scheduler.grow(from: environment.position)
    notes.leaveOut(before: environment.position)
    extend(environment)
  }

  /// Plans for a place to which the user has moved; returns what belongs to more than the phase and has been played at
  /// this place, which isn't planned.
  mutating func arrive(_ overdue: [OverdueCue], _ environment: CueEnvironment) -> [ScheduledWarning] {
    let position = environment.position
    // The notes reported so far may be reported again.
    notes.forgetReported()
    replan(from: position, beside: [], environment)
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

  /// Leaves a segment for the next one; `nil` if the plan doesn't reach that far, or nothing follows.
  mutating func leave(_ context: SegmentContext) -> SegmentContext? { scheduler.leave(context) }

  /// Nothing is planned any more.
  mutating func stop() { scheduler = .nothing }

  /// What is planned although its moment has passed: it had to wait for other words.
  func waiting(_ environment: CueEnvironment) -> [ScheduledWarning] {
    scheduler.waiting(at: environment.position).compactMap { cue in
      guard let speech = cue.speech else { return nil }
      return cue.speaking(at: speech.onset, for: environment.expander.durations.length(of: speech.phrase))
    }
  }

  /// The cues of the rest of the current phase; where only the user ends it, those that every plan holds.
  mutating func rest(_ environment: CueEnvironment) -> [ScheduledWarning] {
    guard let context = environment.context else { return [] }
    let position = environment.position
    let end =
      context.cursor.end.map { min($0, position + Self.promised) }
      ?? WarningScheduler.leastPlan(at: position, from: context.cursor.start)
    scheduler.extend(to: end, environment.expander)
    return scheduler.queue.filter { $0.context.id == context.id && ($0.mark < end || $0.mark == context.cursor.end) }
  }

  /// Plans again for a segment whose end was moved by `moved`; what is waiting stays in its place.
  mutating func followEnd(movedBy moved: Duration, beside speaking: [SpokenInterval], _ environment: CueEnvironment) {
    guard let context = environment.context else { return }
    // But for a completion no words wait longer than what they belong to lasts.
    let waiting = waiting(environment).filter { cue in
      cue.cueClass == .completion || context.end(of: cue.key).map { cue.due < $0 } ?? true
    }
    replan(from: environment.position, beside: speaking, waiting: waiting, environment)
  }

  /// Plans what a longer phase has time for, so that it is known what a shorter one has none for any more.
  mutating func extendInPhase(by moved: Duration, _ environment: CueEnvironment) {
    let position = environment.position
    let limit = position + Self.promised + max(moved, .zero)
    scheduler.extend(to: min(environment.context?.cursor.end ?? position, limit), environment.expander)
  }

  /// Whether a cue of a plan made before may still come: it is planned again, or belongs to more than the phase and
  /// lies behind all that is decided.
  func isToCome(_ cue: ScheduledWarning, _ environment: CueEnvironment) -> Bool {
    if scheduler.queue.contains(where: { $0.key == cue.key }) { return true }
    let isBeforeEnd = environment.context?.workoutEnd.map { cue.mark < $0 } ?? true
    guard cue.key.node != cue.context.id.node, isBeforeEnd else { return false }
    // What belongs to the whole workout may have given way to other words, which another move can take away again.
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

  /// The phrases from the current position through `end`, in the order in which they may be said.
  func phrases(through end: Duration, _ environment: CueEnvironment) -> [Phrase] {
    var scheduler = scheduler
    scheduler.extend(to: end, environment.expander)
    return scheduler.phrases(from: environment.position, through: end)
  }

  // MARK: Settling

  /// Takes out the first cue.
  mutating func removeFirst() -> ScheduledWarning { scheduler.removeFirst() }

  /// Takes out the next note to report.
  mutating func removeFirstNote() -> PlanNote { notes.removeFirst() }

  /// Takes out what was due by the current position and has been settled, or is `overdue`.
  mutating func dropSettled(_ overdue: [OverdueCue], _ environment: CueEnvironment) {
    let position = environment.position
    let ledger = ledger
    scheduler.remove { cue in
      min(cue.due, cue.mark) <= position
        && (ledger.holds(cue.key, mark: cue.mark)
          || overdue.contains { $0.cue.key == cue.key && $0.cue.mark == cue.mark })
    }
  }

  /// Why the cue may not be played, because it was played before; `nil` if it may.
  func refusal(of cue: ScheduledWarning, due: Duration) -> String? {
    ledger.refusal(of: cue.key, due: due, inLastSet: cue.isInLastSet)
  }

  /// Records that a cue that was due at `due` is settled, or `isRefused` and so doesn't refuse another.
  mutating func record(_ cue: ScheduledWarning, due: Duration, isRefused: Bool) {
    ledger.record(
      WarningLedger.Entry(key: cue.key, segment: cue.context.id, mark: cue.mark, due: due, isRefused: isRefused))
  }

  /// The user has gone back to `position` in a segment: what was settled from there on may be played again.
  mutating func clear(from position: Duration, in segment: SegmentID, of timeline: Timeline) {
    ledger.clear(from: position, in: segment, of: timeline)
  }

  /// The end of the current phase has moved: what was said about the old end may be said again, and so may what was
  /// said early of phases that come later now.
  mutating func clearAfterMovedEnd(_ environment: CueEnvironment) {
    guard let context = environment.context else { return }
    let expander = environment.expander
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

  /// What plays of it.
  enum Part { case whole, sound }

  /// What still plays of it at `instant`: nothing where it is beyond its grace or no longer true, and its sound alone
  /// where its words don't fit, as other words have `taken` their place in the plan.
  func playablePart(
    at instant: Duration, _ environment: CueEnvironment, isTaken: (_ onset: Duration, _ end: Duration) -> Bool
  ) -> Part? {
    guard environment.maySound else { return nil }
    let late = instant - due
    if let grace = cue.grace, late > grace { return nil }
    if cue.cueClass == .completion { return .whole }
    // What lies at the end of a phase or set is on time a little after it, too.
    if cue.isEnd, late <= CueEnvironment.tolerance { return .whole }
    guard cue.anchor.contains(environment.position), environment.isCurrent(cue) else { return nil }
    guard late > CueEnvironment.tolerance, let planned = cue.speech else { return .whole }
    let phrase = environment.livePhrase(of: cue, due: due, at: instant)
    let overrun = environment.expander.durations.overrun(of: phrase, beyond: planned)
    guard isTaken(planned.onset + late, planned.end + late + overrun) else { return .whole }
    return cue.sound == nil ? nil : .sound
  }
}
