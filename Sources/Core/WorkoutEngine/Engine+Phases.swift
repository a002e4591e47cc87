import WorkoutModel

/// A change that the passage of time alone causes.
struct Deadline {
  let instant: Duration
  let kind: Kind

  enum Kind {
    case measurementEnded, planEnding, fadeEnded, leftOut, cue, coaching, ambientEnding, untilHeld, phaseEnded
    case requested
  }
}

/// Changes that the passage of time causes: the ends of fades, phases and the workout.
extension Engine {
  /// The fade of a track that is cut at the end of its phase, to avoid a click.
  static let trackFade = Duration.milliseconds(300)

  /// Finds the next deadline, provided that only time passes.
  mutating func findNextDeadline() {
    var found: Deadline?
    // The candidates are in the order in which they occur at one instant; the first one wins.
    func consider(_ instant: Duration?, _ kind: Deadline.Kind) {
      guard let instant else { return }
      if let found, found.instant <= instant { return }
      found = Deadline(instant: instant, kind: kind)
    }
    if !state.signals.isEmpty, !playback.isOver { consider(nextMeasurementEnd, .measurementEnded) }
    // The offset from a position to its instant; there is none while no time passes.
    let lead = context == nil ? nil : timer.lead
    if let lead, let position = scheduler.growsAt { consider(max(position + lead, now), .planEnding) }
    // `playback` would copy the whole machine.
    switch state.machine.state {
    // Once the timer runs to the end, the fade before it is over.
    case .fadingOut(_, .completed) where timer.isRunning: break
    case .fadingIn(let ramp), .fadingOut(let ramp, _): consider(ramp.end, .fadeEnded)
    default: break
    }
    defer {
      // What comes with its instant comes first, because it depends on that.
      if awaitsWords, replay == nil, !isOver { consider(nextAnswer?.at ?? now, .requested) }
      upcoming = found
    }
    guard let lead, let context else { return }
    if let position = scheduler.nextLeftOut { consider(max(position + lead, now), .leftOut) }
    let cue = scheduler.queue.first
    let isOfThisPhase = cue.map { $0.context === context || $0.context.id == context.id } ?? false
    let due = cue.map { $0.due + lead }
    if isOfThisPhase { consider(due, .cue) }
    if context.coach != nil { consider(nextCoaching(in: context, lead), .coaching) }
    if let end = context.workoutEnd { consider(state.ambient.endingStart(before: end + lead, at: now), .ambientEnding) }
    if let end = untilEnd, end != context.cursor.end { consider(end + lead, .untilHeld) }
    if let end = context.cursor.end { consider(end + lead, .phaseEnded) }
    // What the next phase begins with comes after this one has ended.
    if !isOfThisPhase { consider(due, .cue) }
  }

  mutating func endFade(at instant: Duration) {
    if case .fadingOut(_, .stopped) = playback { return finish(.stopped, at: instant) }
    let reason = transition(at: instant) { $0.endFade(at: instant) }
    if let reason { reportPause(reason, at: instant) }
  }

  mutating func endPhase(at instant: Duration) {
    guard let context else { return }
    reportEndByClock(of: context, at: instant)
    forgetExtensions(of: context, at: instant)
    replay?.pass(context)
    let next = context.following.map(expander.context(of:))
    state.place.move(to: next?.cursor)
    self.context = next
    if context.phase.track != nil {
      emit(.track(.stop(fade: playback.isClosing ? .zero : Self.trackFade)), at: instant)
    }
    endBeats(of: context, at: instant)
    if let next {
      moves.recordChange(to: next.id, at: instant)
      begin(next, at: instant)
    } else {
      complete(at: instant)
    }
    // The plan must cover all cues at the start of the new phase.
    extendPlan()
  }

  /// Forgets the changes to the length of a phase that ends by itself.
  mutating func forgetExtensions(of context: SegmentContext, at instant: Duration) {
    let before = state.history.counts
    state.place.history.forgetExtensions(of: context.id)
    if state.history.counts != before { report([state.history.counts], at: instant) }
  }

  /// Completes the workout, because nothing of the plan is left.
  mutating func complete(at instant: Duration) {
    state.machine.stopTimer(at: instant)
    // Cues that a stall has delayed until now, above all the closing cue, are settled before the end is reported.
    let settled = reaction.events.count
    settleOverdue(at: max(instant, hearing.from))
    let isHeard = reaction.events[settled...].contains { event in
      if case .cueSettled(let cue) = event.kind { cue.at != nil } else { false }
    }
    playLastWords(at: instant, isReplaced: isHeard && isAfterGap(at: hearing.from))
    finish(.completed, at: instant)
  }

  /// Reports that a phase begins, and starts its bed, beats and track.
  mutating func begin(_ context: SegmentContext, at instant: Duration) {
    report(.phaseStarted(phaseReport(context, at: instant)), at: instant)
    emit(.journal, at: instant)
    beginUntil(at: instant)
    let (isRunning, left) = (timer.isRunning, timeLeft(at: instant))
    fadeBed(at: instant) { $0.change(to: context.phase.bed, isRunning: isRunning, before: left, at: instant) }
    beginBeats(of: context, at: instant)
    if rules.coach != nil { beginCoaching(at: instant) }
    guard let track = context.phase.track else { return }
    let offset = max(.zero, timer.position(at: instant) - context.cursor.start)
    emit(.track(.start(track, offset: offset)), at: instant)
    if !isRunning { emit(.track(.pause(fade: .zero)), at: instant) }
  }

  private func phaseReport(_ context: SegmentContext, at instant: Duration) -> PhaseReport {
    let (phase, groups) = (context.phase, Array(context.sets[context.groups]))
    let position = timer.position(at: instant)
    // Between whole nanoseconds, as which both are told.
    let shift = Duration.nanoseconds(instant.inNanoseconds - position.inNanoseconds)
    let endsByUser = timeline.endsByUser(context.id)
    let next =
      endsByUser && !context.cursor.isEndedByUser
      ? timeline.nextPhase(after: context.cursor, endedAt: position) : context.next
    let words = context.words
    var report = PhaseReport(
      id: context.id, cursor: context.cursor, name: words.name, side: words.side, reps: words.reps,
      target: words.target, until: phase.until, notes: words.notes, track: phase.track, intensity: phase.intensity,
      isOvertime: phase.isOvertime, varying: timeline.varyingLength(of: context.id), path: phase.path,
      set: groups.first?.set, sets: groups.first?.sets, metronome: context.metronome,
      start: context.cursor.start + shift, end: context.cursor.end.map { $0 + shift },
      groups: groups, next: next?.segment)
    report.template = words.template
    return report
  }

  /// Ends the session, and reports the end with the counts.
  mutating func finish(_ reason: FinishReason, at instant: Duration) {
    leaveOutRequests(reason.cueCause, at: instant)
    cutWordsInPause(.stopped)
    fadeBed(at: instant) { $0.stop(at: instant) }
    if reason == .stopped, let context {
      if context.phase.track != nil { emit(.track(.stop(fade: .zero)), at: instant) }
      endBeats(of: context, at: instant)
    }
    transition(at: instant) { $0.finish(reason) }
    var counts = counts
    // An action that ends a session was accepted.
    if let currentAction { counts.count(currentAction, .accepted) }
    report(.finished(FinishReport(elapsed: timer.elapsed(at: instant), reason: reason, counts: counts)), at: instant)
    if reason == .completed, state.lifecycle == .background {
      emit(.notify("\(timeline.workout.name) complete"), at: instant)
    }
    emit(.journal, at: instant)
    emit(.session(.deactivate), at: instant)
    emit(.finish(reason), at: instant)
  }
}

/// An early end: bed and track fade out first, and the closing cues follow the silence.
///
/// Meanwhile the timer is stopped at the end of the last phase. That phase remains the current one, so a pause delays
/// the end, and a move of the user starts from there.
extension Engine {
  var isAtEnd: Bool {
    guard let context, context.following == nil else { return false }
    return context.cursor.end == position
  }

  /// The time that bed and track take to fall silent if the workout ends now instead of after `left`, at most `left`;
  /// zero if neither is audible.
  func closingLength(before left: Duration?) -> Duration {
    let track = context?.phase.track.map { _ in state.machine.fade }
    let longest = [ambient.bed?.fade, track].compactMap { $0 }.max() ?? .zero
    return state.machine.closingLength(longest, before: left, at: now)
  }

  /// Ends the workout at the end of its last phase, after a fade of `length`.
  mutating func close(over length: Duration) {
    let isPlaying = timer.isRunning
    if length > .zero {
      if isPlaying {
        // It stays within reach of a stop, whose fade may be shorter.
        if context?.phase.track != nil { emit(.track(.pause(fade: length)), at: now) }
        fadeOutBeats(over: length)
        fadeBed(at: now) { [now] in $0.end(over: length, at: now) }
      } else {
        fadeOutLoudest(within: length)
        state.ambient.endWithCurrentFade()
      }
    } else if let end = timer.instant(of: position) {
      // In frozen time the end is still to come, and beds that phases have left are silent by then.
      fadeBed(at: now) { [now] in $0.hastenLeaving(within: end - now, at: now) }
    }
    transition(at: now) { [now] in $0.close(over: length, at: now) }
  }

  /// Cancels the closing and plays, because the user has moved away from the end.
  mutating func reopen() { transition(at: now) { [now] in $0.reopen(at: now) } }
}

/// Dates and reports the results of the engine's parts; small functions are inlined, because a call would copy the
/// session.
extension Engine {
  @inline(__always) func progress(at instant: Duration) -> SessionProgress {
    let (elapsed, position) = timer.reading(at: instant)
    let remaining = context.map { $0.shownEnd.map { $0 - position } } ?? .zero
    return SessionProgress(elapsed: elapsed, position: position, remaining: remaining)
  }

  /// The remaining time of the workout; `nil` if it depends on the user.
  @inline(__always) func timeLeft(at instant: Duration) -> Duration? {
    context?.workoutEnd.map { $0 - timer.position(at: instant) }
  }

  mutating func emit(_ kind: Effect.Kind, at instant: Duration) {
    reaction.effects.append(Effect(due: instant, kind: kind))
  }

  mutating func report(_ kind: consuming EngineEvent.Kind, at instant: Duration) {
    var event = EngineEvent(at: instant, kind: kind, progress: progress(at: instant))
    switch event.kind {
    case .actionTaken(let report):
      (event.origin, event.left) = (currentOrigin, report.result == .accepted ? skipped : nil)
    case .measured: event.origin = currentOrigin
    default: break
    }
    reaction.events.append(event)
  }

  mutating func report(_ changes: [StateChange], at instant: Duration) {
    report(.stateChanged(StateReport(from: playback, to: playback, changes: changes)), at: instant)
  }

  mutating func reportPause(_ reason: PauseReason, at instant: Duration) {
    report(.paused(PauseReport(elapsed: timer.elapsed(at: instant), reason: reason)), at: instant)
  }

  @discardableResult
  mutating func transition<Result>(at instant: Duration, _ change: (inout PlaybackMachine) -> Result) -> Result {
    let before = playback
    let result = change(&state.machine)
    if playback != before {
      let changes = [StateChange.playback(playback.name)]
      report(.stateChanged(StateReport(from: before, to: playback, changes: changes)), at: instant)
    }
    return result
  }

  mutating func fadeBed(at instant: Duration, _ change: (inout AmbientFader) -> [Effect.AmbientCommand]) {
    let before = ambient.sound
    for command in change(&state.ambient) { emit(.ambient(command), at: instant) }
    if ambient.sound != before { report([.ambient(ambient.sound)], at: instant) }
  }
}
