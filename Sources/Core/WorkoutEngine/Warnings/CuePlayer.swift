import WorkoutModel

/// Plays the planned cues: each once, in the words that are true when it plays, and late ones within their grace.
///
/// What must sound and what is reported is written to a `SessionRecorder`.
struct CuePlayer: Sendable {
  /// What is to come and what has been.
  var plan: CuePlan
  /// What is being said.
  var speech: SpeechInProgress
  /// The cues that were due before a sound could begin.
  private var overdue: [OverdueCue] = []
  /// From when on a sound can be heard, and when the host was awake before.
  private var hearing = (from: Duration.zero, previous: Duration.zero)
  /// Why time was lost since the last wake-up, where it is known.
  var gapCause: String?

  /// More than this between two wake-ups is a gap, after which at most one overdue announcement sounds.
  private static let longestStep = Duration.milliseconds(300)
  /// How fast speech falls silent when its phase is left.
  private static let speechFade = Duration.milliseconds(50)

  init(_ plan: CuePlan = CuePlan(), speaking: [SpokenInterval] = []) {
    self.plan = plan
    speech = SpeechInProgress(speaking)
  }

  /// Whether cues wait for the instant at which a sound can begin.
  var hasOverdue: Bool { !overdue.isEmpty }

  /// The host, which was awake at `previous`, is awake again: sounds can begin from `instant` on.
  mutating func wake(at previous: Duration, soundsFrom instant: Duration) {
    hearing = (instant, overdue.isEmpty ? previous : hearing.previous)
  }

  // MARK: Planning

  /// Plans again for a restored session, in which `stored` cues had to wait for other words.
  mutating func restore(waiting stored: [WaitingCue], _ environment: CueEnvironment) {
    if environment.isOver { return }
    replan(from: environment.position, waiting: stored.compactMap(environment.cue), environment)
    plan.dropSettled(overdue, environment)
  }

  /// Plans again from `position` on. What was due at this very position is planned again, in its own place, unless its
  /// moment has passed; other words that are being said keep theirs.
  mutating func replan(
    from position: Duration, without settled: Set<CueKey> = [], waiting: [ScheduledWarning] = [],
    _ environment: CueEnvironment
  ) {
    plan.replan(
      from: position, beside: speech.present(at: position, in: environment.context?.id), without: settled,
      waiting: waiting, environment)
  }

  /// Plans again at the current position without losing any of the plan.
  mutating func replanHere(_ environment: CueEnvironment) {
    let present = speech.present(at: environment.position, in: environment.context?.id)
    plan.replanHere(beside: present, environment)
    plan.dropSettled(overdue, environment)
  }

  /// Everything fades out: cues that gave way to a phrase that is cut short can be planned again.
  mutating func fadeOut(_ environment: CueEnvironment) {
    speech.clear()
    replanHere(environment)
  }

  /// The session is at another place: plans from there, and refuses what belongs to more than the phase and has been
  /// played at this place of the plan.
  mutating func arrive(_ environment: CueEnvironment, _ recorder: inout SessionRecorder) {
    let position = environment.position
    speech.clear()
    plan.forgetReportedNotes()
    replan(from: position, environment)
    let repeated = plan.queue.filter { cue in
      min(cue.due, cue.mark) <= position && plan.ledger.holds(cue.key, mark: cue.mark)
    }
    guard !repeated.isEmpty else { return }
    plan.dropSettled(overdue, environment)
    for cue in repeated {
      let due = environment.now + (cue.due - position)
      let cause = "played before at this place"
      settle(cue, .duplicate, due: due, at: nil, cause: cause, text: cue.speech?.text, environment, &recorder)
    }
  }

  /// The end of the current phase was moved by `moved`: what was planned for it is planned again or cancelled.
  mutating func followEnd(
    movedBy moved: Duration, _ planned: [ScheduledWarning], cause: String, _ environment: CueEnvironment,
    _ recorder: inout SessionRecorder
  ) {
    plan.followEnd(movedBy: moved, beside: speech.intervals, environment)
    plan.dropSettled(overdue, environment)
    plan.extendInPhase(by: moved, environment)
    cancel(planned.filter { !plan.isToCome($0, environment) }, cause: cause, environment, &recorder)
  }

  /// The user has ended the current phase: what lies at its end comes now, the rest of what was planned for it doesn't.
  mutating func followDone(
    _ planned: [ScheduledWarning], _ environment: CueEnvironment, _ recorder: inout SessionRecorder
  ) {
    let position = environment.position
    replan(from: position, without: plan.ledger.keys(from: position), environment)
    cancel(planned.filter { !plan.isToCome($0, environment) }, cause: "done", environment, &recorder)
  }

  /// The user has skipped the last phase: of its end only the `closing` cues come.
  mutating func followSkip(to closing: [ScheduledWarning], _ environment: CueEnvironment) {
    replan(from: environment.position, environment)
    let kept = Set(closing.map(\.key))
    // The plan still holds the moments of what the skip has cancelled, until the user goes back.
    for cue in plan.queue where !kept.contains(cue.key) { plan.record(cue, due: environment.now, isRefused: true) }
    plan.dropSettled(overdue, environment)
  }

  // MARK: Playing

  /// Plays the cue that is due at `instant`, or has it wait where no sound can begin yet.
  mutating func playFirst(due instant: Duration, _ environment: CueEnvironment, _ recorder: inout SessionRecorder) {
    let cue = plan.removeFirst()
    if instant >= hearing.from {
      play(cue, due: instant, at: instant, .onTime, cause: nil, environment, &recorder)
    } else {
      overdue.append(OverdueCue(cue: cue, due: instant))
    }
  }

  /// Settles what was due before `instant`: plays what is still true and within its grace, never a burst.
  mutating func settleOverdue(at instant: Duration, _ environment: CueEnvironment, _ recorder: inout SessionRecorder) {
    let waiting = overdue
    overdue = []
    let afterGap = instant - hearing.previous > Self.longestStep
    let playable = waiting.map { item in
      plan.refusal(of: item.cue, due: item.due) == nil ? playablePart(of: item, at: instant, environment) : nil
    }
    // After a gap only the newest announcement sounds; cues planned for one instant count as one.
    let newest = waiting.indices.last { playable[$0] != nil }.map { waiting[$0].due }
    for (item, playable) in zip(waiting, playable) {
      let text = item.cue.speech?.text
      if let refusal = plan.refusal(of: item.cue, due: item.due) {
        settle(
          item.cue, .duplicate, due: item.due, at: nil, cause: refusal, text: text, environment, &recorder)
      } else if let playable, !afterGap || item.due == newest {
        let isLate = instant - item.due > CueEnvironment.tolerance
        play(
          item.cue, saysWords: playable == .whole, due: item.due, at: instant, isLate ? .late : .onTime,
          cause: isLate ? gapCause ?? "stall" : nil, environment, &recorder)
      } else {
        let isPast = item.cue.cueClass == .start && item.cue.context.id != environment.context?.id
        settle(
          item.cue, playable != nil || isPast ? .collapsed : .skipped, due: item.due, at: nil,
          cause: gapCause ?? "stall", text: text, environment, &recorder)
      }
    }
  }

  /// What plays of a cue that is late.
  private enum Part { case whole, sound }

  /// What still plays of an overdue cue: nothing where it is beyond its grace or no longer true, and its sound alone
  /// where its words don't fit.
  private func playablePart(of item: OverdueCue, at instant: Duration, _ environment: CueEnvironment) -> Part? {
    let cue = item.cue
    guard environment.maySound else { return nil }
    let late = instant - item.due
    if let grace = cue.grace, late > grace { return nil }
    if cue.cueClass == .completion { return .whole }
    // What lies at the end of a phase or set is on time a little after it, too.
    if cue.isEnd, late <= CueEnvironment.tolerance { return .whole }
    guard cue.anchor.contains(environment.position), environment.isCurrent(cue) else { return nil }
    guard late > CueEnvironment.tolerance, let planned = cue.speech else { return .whole }
    let text = environment.liveText(of: cue, due: item.due, at: instant)
    let overrun = environment.expander.durations.overrun(of: text, beyond: planned)
    let (onset, end) = (planned.onset + late, planned.end + late + overrun)
    let isTaken =
      speech.isHeard(from: onset, to: end)
      || plan.queue.contains { other in other.speech.map { $0.onset < end && onset < $0.end } ?? false }
    guard isTaken else { return .whole }
    return cue.sound == nil ? nil : .sound
  }

  /// Plays the closing words that had to wait for others and so begin after the end, where the timer has stopped. If a
  /// stall has delayed the end itself, the closing cue replaces them.
  mutating func playLastWords(at end: Duration, _ environment: CueEnvironment, _ recorder: inout SessionRecorder) {
    for cue in plan.queue where cue.cueClass == .completion {
      let due = end + (cue.due - environment.position)
      if due >= hearing.from || hearing.from - end <= CueEnvironment.tolerance {
        play(cue, due: due, at: max(due, hearing.from), .onTime, cause: nil, environment, &recorder)
      } else {
        let cause = gapCause ?? "stall"
        settle(cue, .collapsed, due: due, at: nil, cause: cause, text: cue.speech?.text, environment, &recorder)
      }
    }
  }

  /// The earliest instant at which what comes at `instant` can be heard.
  func audible(_ instant: Duration) -> Duration { max(instant, hearing.from) }

  /// Plays a cue at `instant` that was due at `due`, in the words that are true now, or without words.
  private mutating func play(
    _ cue: ScheduledWarning, saysWords: Bool = true, due: Duration, at instant: Duration, _ outcome: Outcome,
    cause: String?, _ environment: CueEnvironment, _ recorder: inout SessionRecorder
  ) {
    if let refusal = plan.refusal(of: cue, due: due) {
      settle(cue, .duplicate, due: due, at: nil, cause: refusal, text: cue.speech?.text, environment, &recorder)
      return
    }
    if let planned = cue.plannedSet, let playing = environment.liveSet(of: cue, at: instant), planned != playing {
      recorder.report(.setMismatched(cue: cue.key, planned: planned, playing: playing), at: instant, environment)
    }
    let durations = environment.expander.durations
    let text = saysWords ? environment.liveText(of: cue, due: due, at: instant) : nil
    let failure = text.flatMap { durations.failure(of: $0, insteadOf: cue.speech?.text) }
    var sound = cue.sound
    if failure != nil, sound == nil {
      sound = CueSound(cue.cueClass == .countdown ? BuiltInSound.beep.rawValue : BuiltInSound.gong.rawValue)
    }
    if failure == nil, saysWords { silenceSpeech(for: cue, late: instant - due, at: instant, &recorder) }
    // What was resolved to other words than planned may have nothing to say.
    let spoken = failure == nil ? text.flatMap { durations.length(of: $0) == .zero ? nil : $0 } : nil
    cue.appendEffects(sound: sound, text: spoken, due: due, shiftedBy: instant - due, to: &recorder.effects)
    settle(
      cue, failure == nil ? outcome : .failed, due: due, at: instant, cause: failure ?? cause, text: text, environment,
      &recorder)
  }

  /// What a late host still says falls silent where the words of another cue begin.
  private mutating func silenceSpeech(
    for cue: ScheduledWarning, late: Duration, at instant: Duration, _ recorder: inout SessionRecorder
  ) {
    guard let speech = cue.speech else { return }
    let (onset, end) = (speech.onset + late + CueEnvironment.tolerance, speech.end + late)
    guard self.speech.isHeard(from: onset, to: end) else { return }
    recorder.emit(.silence(.speech, over: Self.speechFade), at: instant)
    self.speech.silence()
  }

  /// Silences the speech of the phase that is left.
  mutating func silenceSpeech(_ environment: CueEnvironment, _ recorder: inout SessionRecorder) {
    if speech.isHeard(from: environment.position) {
      recorder.emit(.silence(.speech, over: Self.speechFade), at: environment.now)
    }
    // Inaudible speech is over as well.
    speech.clear()
  }
}
