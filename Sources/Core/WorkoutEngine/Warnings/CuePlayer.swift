import WorkoutModel

/// Plays the planned cues: each once, in words that are true when it plays, and late ones within their grace.
///
/// Effects and reports are written to a `SessionRecorder`.
struct CuePlayer: Sendable {
  /// The planned cues and the ledger of settled cues.
  var plan: CuePlan
  /// The words in progress.
  var speech: SpeechInProgress
  /// The cues that were due before a sound could begin.
  private var overdue: [OverdueCue] = []
  /// The earliest instant at which a sound can be heard, and the instant at which the host was awake before.
  private var hearing = (from: Duration.zero, previous: Duration.zero)
  /// The cause of the time lost since the last wake-up.
  private var gapCause = CuePlayer.stall

  /// The cause of a gap that the system didn't explain.
  private static let stall = "stall"
  /// The longest time between two wake-ups that isn't a gap; after a gap at most one overdue announcement sounds.
  private static let longestStep = Duration.milliseconds(300)

  init(_ plan: CuePlan = CuePlan(), speaking: [SpokenInterval] = []) {
    self.plan = plan
    speech = SpeechInProgress(speaking)
  }

  /// The position at which the plan must grow; `nil` when nothing is left to plan.
  var growsAt: Duration? { plan.growsAt }
  /// The position at which the next note about the plan is reported.
  var nextNote: Duration? { plan.nextNote }
  /// The cue that is due next.
  var nextCue: ScheduledWarning? { plan.first }
  /// Whether cues wait for the instant at which a sound can begin.
  var hasOverdue: Bool { !overdue.isEmpty }
  /// The minimum reach of the plan ahead of the session.
  var reach: Duration { plan.reach }
  /// The warnings settled so far.
  var ledger: WarningLedger { plan.ledger }

  /// Records that the host, which was awake at `previous`, is awake again; sounds can begin from `instant` on.
  mutating func wake(at previous: Duration, soundsFrom instant: Duration) {
    hearing = (instant, overdue.isEmpty ? previous : hearing.previous)
  }

  /// Sets the cause of time that is lost from now on; `nil` if the system gives none.
  mutating func setGapCause(_ cause: String?) { gapCause = cause ?? Self.stall }

  /// The cue state of a stored session, besides the ledger.
  func stored(_ environment: CueEnvironment) -> StoredCues {
    let waiting = plan.waiting(environment).map(WaitingCue.init)
    return StoredCues(speaking: speech.intervals, waiting: waiting, reported: plan.reported)
  }

  // MARK: Planning

  /// Plans as far ahead as the session needs.
  mutating func extend(_ environment: CueEnvironment) { plan.extend(environment) }

  /// Decides which cues will sound up to `position`, without planning them before their time.
  mutating func lookAhead(to position: Duration, _ environment: CueEnvironment) {
    plan.decide(to: position, environment.expander)
  }

  /// Leaves a segment; returns the next one, or `nil` if the plan doesn't reach that far or nothing follows.
  mutating func leave(_ context: SegmentContext) -> SegmentContext? { plan.leave(context) }

  /// Discards the plan.
  mutating func stop() { plan.stop() }

  /// The cues of the rest of the current phase, before a move changes them.
  mutating func restOfPhase(_ environment: CueEnvironment) -> [ScheduledWarning] { plan.rest(environment) }

  /// The phrases from the current position through `end` and a little beyond, in the order in which they may be spoken.
  func phrases(through end: Duration, _ environment: CueEnvironment) -> [Phrase] {
    plan.phrases(through: end + plan.reach, environment)
  }

  /// Removes and returns the next note to report.
  mutating func removeFirstNote() -> PlanNote { plan.removeFirstNote() }

  /// The sounds and phrases that will be due up to `instant` if nothing happens before.
  func forecast(until instant: Duration, _ environment: CueEnvironment) -> [Effect] {
    plan.forecast(until: instant, environment)
  }

  /// Forgets what was settled from `position` in a segment on, because the user has gone back there.
  mutating func clear(from position: Duration, in segment: SegmentID, of timeline: Timeline) {
    plan.clear(from: position, in: segment, of: timeline)
  }

  /// Replans a restored session, in which `stored` cues had to wait for other words.
  mutating func restore(waiting stored: [WaitingCue], _ environment: CueEnvironment) {
    if environment.isOver { return }
    replan(from: environment.position, waiting: stored.compactMap(environment.cue), environment)
    plan.dropSettled(overdue, environment)
  }

  /// Replans from `position` on. Cues due at this very position are planned again, in their own place, unless their
  /// moment has passed; other words in progress keep theirs.
  mutating func replan(
    from position: Duration, without settled: Set<CueKey> = [], waiting: [ScheduledWarning] = [],
    _ environment: CueEnvironment
  ) {
    plan.replan(
      from: position, beside: speech.present(at: position, in: environment.context?.id), without: settled,
      waiting: waiting, environment)
  }

  /// Replans at the current position without losing any of the plan.
  mutating func replanHere(_ environment: CueEnvironment) {
    let present = speech.present(at: environment.position, in: environment.context?.id)
    plan.replanHere(beside: present, environment)
    plan.dropSettled(overdue, environment)
  }

  /// Continues the plan from the current position, where a new plan would be the same.
  mutating func continueHere(_ environment: CueEnvironment) {
    plan.continueHere(environment)
    plan.dropSettled(overdue, environment)
  }

  /// Stops speech because everything fades out; cues that gave way to a phrase that is cut short can be planned again.
  mutating func fadeOut(_ reason: String, _ environment: CueEnvironment, _ recorder: inout SessionRecorder) {
    let position = environment.position
    // Words that still wait for the earliest instant at which a sound can begin are cut, too.
    let isWaiting = overdue.contains { $0.cue.speech.map { $0.end > position } ?? false }
    let isCut = isWaiting || speech.isPlanned(behind: position)
    let heard = speech.intervals.filter { $0.isHeard(from: position) }
    reportCut(heard, reason, at: environment.now, environment, &recorder)
    plan.removeNotes(about: heard.map(\.key))
    speech.clear()
    if isCut { replanHere(environment) } else { continueHere(environment) }
  }

  /// Plans from the session's new place, and refuses cues that belong to more than the phase and have been played at
  /// this place of the plan.
  mutating func arrive(_ environment: CueEnvironment, _ recorder: inout SessionRecorder) {
    speech.shift(by: environment.position)
    for cue in plan.arrive(beside: speech.intervals, overdue, environment) {
      let due = environment.now + (cue.due - environment.position)
      let cause = "played before at this place"
      settle(cue, .duplicate, due: due, at: nil, cause: cause, phrase: cue.speech?.phrase, environment, &recorder)
    }
  }

  /// Follows the end of the current phase, which was moved by `moved`: its planned cues are planned again or cancelled.
  mutating func followEnd(
    movedBy moved: Duration, _ planned: [ScheduledWarning], cause: String, _ environment: CueEnvironment,
    _ recorder: inout SessionRecorder
  ) {
    plan.clearAfterMovedEnd(environment)
    plan.followEnd(beside: speech.intervals, environment)
    plan.dropSettled(overdue, environment)
    plan.extendInPhase(by: moved, environment)
    cancel(planned.filter { !plan.isToCome($0, environment) }, cause: cause, environment, &recorder)
  }

  /// Follows the user's end of the current phase: cues at its end play now, its other planned cues don't.
  mutating func followDone(
    _ planned: [ScheduledWarning], _ environment: CueEnvironment, _ recorder: inout SessionRecorder
  ) {
    let position = environment.position
    plan.replan(
      from: position, beside: speech.intervals, without: plan.ledger.keys(from: position), environment)
    cancel(planned.filter { !plan.isToCome($0, environment) }, cause: "done", environment, &recorder)
  }

  /// Follows a skip of the last phase: only the `closing` cues of its end play.
  mutating func followSkip(to closing: [ScheduledWarning], _ environment: CueEnvironment) {
    replan(from: environment.position, environment)
    let kept = Set(closing.map(\.key))
    // The plan still contains the moments of the cues that the skip has cancelled, until the user goes back.
    for cue in plan.queue where !kept.contains(cue.key) { plan.record(cue, due: environment.now, isRefused: true) }
    plan.dropSettled(overdue, environment)
  }

  // MARK: Playing

  /// Plays the cue that is due at `instant`, or defers it if no sound can begin yet.
  mutating func playFirst(due instant: Duration, _ environment: CueEnvironment, _ recorder: inout SessionRecorder) {
    let cue = plan.removeFirst()
    if instant >= hearing.from {
      play(cue, due: instant, at: instant, .onTime, cause: nil, environment, &recorder)
    } else {
      overdue.append(OverdueCue(cue: cue, due: instant))
    }
  }

  /// Moves the cues that wait for the instant at which a sound can begin, because time that doesn't count has passed.
  mutating func postponeOverdue(by gap: Duration) {
    for index in overdue.indices { overdue[index].delay += gap }
  }

  /// Settles what was due before `instant`: plays cues that are still true and within their grace, never in a burst.
  mutating func settleOverdue(at instant: Duration, _ environment: CueEnvironment, _ recorder: inout SessionRecorder) {
    let waiting = overdue
    overdue = []
    let afterGap = instant - hearing.previous > Self.longestStep
    let playable = waiting.map { item in
      plan.refusal(of: item.cue, due: item.due) == nil
        ? item.playablePart(at: instant, environment) { isTaken(for: item.cue, from: $0, to: $1) } : nil
    }
    // After a gap only one announcement sounds, that of an end or else the newest; cues planned for one instant
    // count as one.
    let candidates = waiting.indices.filter { playable[$0] != nil }
    let chosen = (candidates.last { waiting[$0].cue.announcesEnd } ?? candidates.last).map { waiting[$0].due }
    for (item, playable) in zip(waiting, playable) {
      let (phrase, due) = (item.cue.speech?.phrase, item.due + item.delay)
      if let refusal = plan.refusal(of: item.cue, due: item.due) {
        settle(
          item.cue, .duplicate, due: due, delay: item.delay, at: nil, cause: refusal, phrase: phrase, environment,
          &recorder)
      } else if let playable, !afterGap || item.due == chosen {
        let isLate = instant - due > CueEnvironment.tolerance
        play(
          item.cue, saysWords: playable == .whole, due: due, delay: item.delay, at: instant, isLate ? .late : .onTime,
          cause: isLate ? gapCause : nil, environment, &recorder)
      } else {
        let isPast = item.cue.cueClass == .start && item.cue.context.id != environment.context?.id
        settle(
          item.cue, playable != nil || isPast ? .collapsed : .skipped, due: due, delay: item.delay, at: nil,
          cause: gapCause, phrase: phrase, environment, &recorder)
      }
    }
  }

  /// Plays the closing words that waited for others and so begin after the end, where the timer has stopped. If a stall
  /// has delayed the end itself, the closing cue replaces them.
  mutating func playLastWords(at end: Duration, _ environment: CueEnvironment, _ recorder: inout SessionRecorder) {
    for cue in plan.queue where cue.cueClass == .completion {
      let due = end + (cue.due - environment.position)
      if due >= hearing.from || hearing.from - end <= CueEnvironment.tolerance {
        play(cue, due: due, at: max(due, hearing.from), .onTime, cause: nil, environment, &recorder)
      } else {
        let cause = gapCause
        settle(cue, .collapsed, due: due, at: nil, cause: cause, phrase: cue.speech?.phrase, environment, &recorder)
      }
    }
  }

  /// The earliest instant at which a sound due at `instant` can be heard.
  func audible(_ instant: Duration) -> Duration { max(instant, hearing.from) }

  /// Plays a cue at `instant` that was due at `due`, in the words that are true now, or without words.
  private mutating func play(
    _ cue: ScheduledWarning, saysWords: Bool = true, due: Duration, delay: Duration = .zero, at instant: Duration,
    _ outcome: Outcome, cause: String?, _ environment: CueEnvironment, _ recorder: inout SessionRecorder
  ) {
    if let refusal = plan.refusal(of: cue, due: due - delay) {
      settle(cue, .duplicate, due: due, at: nil, cause: refusal, phrase: cue.speech?.phrase, environment, &recorder)
      return
    }
    if let planned = cue.plannedSet, let playing = environment.liveSet(of: cue, at: instant), planned != playing {
      recorder.report(.setMismatched(cue: cue.key, planned: planned, playing: playing), at: instant, environment)
    }
    let isHeldBack = saysWords && isHeldBack(cue, late: instant - due)
    if isHeldBack, cue.sound == nil {
      let cause = gapCause
      settle(
        cue, .collapsed, due: due, delay: delay, at: nil, cause: cause, phrase: cue.speech?.phrase, environment,
        &recorder)
      return
    }
    let saysWords = saysWords && !isHeldBack
    let durations = environment.expander.durations
    let phrase = saysWords ? environment.livePhrase(of: cue, due: due, at: instant) : nil
    let failure = phrase.flatMap { durations.failure(of: $0, insteadOf: cue.speech?.phrase) }
    var sound = cue.sound
    if failure != nil, sound == nil {
      sound = CueSound(cue.cueClass == .countdown ? BuiltInSound.beep.rawValue : BuiltInSound.gong.rawValue)
    }
    if failure == nil, saysWords { silenceSpeech(for: cue, late: instant - due, at: instant, environment, &recorder) }
    // Words that were resolved differently than planned may be silent.
    let spoken = failure == nil ? phrase.flatMap { durations.isSilent($0) ? nil : $0 } : nil
    cue.appendEffects(sound: sound, phrase: spoken, due: due, shiftedBy: instant - due, to: &recorder.effects)
    settle(
      cue, failure == nil ? outcome : .failed, due: due, delay: delay, at: instant, cause: failure ?? cause,
      phrase: phrase, environment, &recorder)
  }

  /// Records the outcome of a cue: its words take up their time, unless a pause left them unspoken, and it isn't played
  /// again. `late` is how much later than planned its words are heard; `nil` if they aren't.
  mutating func record(
    _ cue: ScheduledWarning, _ outcome: Outcome, due: Duration, late: Duration?, phrase: Phrase?,
    _ environment: CueEnvironment
  ) {
    if outcome == .cancelled { return }
    if let planned = cue.speech, environment.maySound {
      let overrun = environment.expander.durations.overrun(of: phrase, beyond: planned)
      speech.add(SpokenInterval(cue, planned, saying: phrase, late: late, overrun: overrun))
    }
    plan.record(cue, due: due, isRefused: outcome == .duplicate)
  }
}
