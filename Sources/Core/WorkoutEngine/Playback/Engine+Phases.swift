import WorkoutModel

/// A change that the passage of time alone causes.
struct Deadline {
  let instant: Duration
  let kind: Kind

  enum Kind {
    case planEnding, fadeEnded, note, cue, ambientEnding, phaseEnded
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
    // The offset from a position to its instant; there is none while no time passes.
    let lead = plan.context == nil ? nil : machine.timer.lead
    if let lead, let position = player.growsAt { consider(max(position + lead, now), .planEnding) }
    switch machine.state {
    // Once the timer runs to the end, the fade before it is over.
    case .fadingOut(_, .completed) where machine.timer.isRunning: break
    case .fadingIn(let ramp), .fadingOut(let ramp, _): consider(ramp.end, .fadeEnded)
    default: break
    }
    defer { upcoming = found }
    guard let lead, let context = plan.context else { return }
    if let note = player.nextNote { consider(max(note + lead, now), .note) }
    let cue = player.nextCue
    let isOfThisPhase = cue.map { $0.context === context || $0.context.id == context.id } ?? false
    let due = cue.map { $0.due + lead }
    if isOfThisPhase { consider(due, .cue) }
    if let end = context.workoutEnd { consider(bed.endingStart(before: end + lead, at: now), .ambientEnding) }
    if let end = context.cursor.end { consider(end + lead, .phaseEnded) }
    // What the next phase begins with comes after this one has ended.
    if !isOfThisPhase { consider(due, .cue) }
  }

  mutating func endFade(at instant: Duration) {
    if case .fadingOut(_, .stopped) = machine.state { return finish(.stopped, at: instant) }
    let reason = transition(at: instant) { $0.endFade(at: instant) }
    if let reason { reportPause(reason, at: instant) }
  }

  /// Ends the current phase and begins the next one.
  mutating func endPhase(at instant: Duration) {
    guard let context = plan.context else { return }
    let before = (plan.history.undoable, plan.history.redoable)
    plan.forgetExtensions()
    let left = (plan.history.undoable, plan.history.redoable)
    if left != before { report([.history(undoable: left.0, redoable: left.1)], at: instant) }
    let next = player.leave(context) ?? context.following.map(plan.context(of:))
    plan.enter(next)
    if context.phase.track != nil { emit(.track(.stop(fade: Self.trackFade)), at: instant) }
    endBeats(of: context, at: instant)
    if let next { begin(next, at: instant) } else { complete(at: instant) }
    // The plan must cover all cues at the start of the new phase.
    player.extend(environment)
  }

  /// Completes the workout, because nothing of the plan is left.
  mutating func complete(at instant: Duration) {
    machine.stopTimer(at: instant)
    // Cues that a stall has delayed until now, above all the closing cue, are settled before the end is reported.
    settleOverdue(at: player.audible(instant))
    player.playLastWords(at: instant, environment, &recorder)
    finish(.completed, at: instant)
  }

  /// Reports that a phase begins, and starts its bed, beats and track.
  mutating func begin(_ context: SegmentContext, at instant: Duration) {
    report(.phaseStarted(phaseReport(context, at: instant)), at: instant)
    emit(.journal, at: instant)
    let isRunning = machine.timer.isRunning
    fadeBed(at: instant) { $0.change(to: context.phase.bed, isRunning: isRunning, at: instant) }
    beginBeats(of: context, at: instant)
    guard let track = context.phase.track else { return }
    let offset = max(.zero, machine.timer.position(at: instant) - context.cursor.start)
    emit(.track(.start(track, offset: offset)), at: instant)
    if !isRunning { emit(.track(.pause(fade: .zero)), at: instant) }
  }

  private func phaseReport(_ context: SegmentContext, at instant: Duration) -> PhaseReport {
    let (phase, groups) = (context.phase, Array(context.sets[context.groups]))
    let position = machine.timer.position(at: instant)
    let shift = instant - position
    let isUsers = timeline.isUsers(context.id)
    let next = isUsers ? timeline.next(after: context.cursor, endedAt: position) : context.following
    return PhaseReport(
      id: context.id, cursor: context.cursor, name: context.words.name, side: context.words.side,
      reps: context.words.reps, target: context.words.target, notes: context.words.notes, track: phase.track,
      intensity: phase.intensity, path: phase.path, set: groups.first?.set, sets: groups.first?.sets,
      metronome: phase.metronome,
      start: context.cursor.start + shift, end: context.cursor.end.map { $0 + shift },
      groups: groups, next: next?.segment)
  }

  /// Ends the session, and reports the end with the counts.
  mutating func finish(_ reason: FinishReason, at instant: Duration) {
    fadeBed(at: instant) { $0.stop(at: instant) }
    if reason == .stopped, let context = plan.context {
      if context.phase.track != nil { emit(.track(.stop(fade: .zero)), at: instant) }
      endBeats(of: context, at: instant)
    }
    transition(at: instant) { $0.finish(reason) }
    var counts = recorder.counts
    // An action that ends a session was accepted.
    if let currentAction { counts.count(currentAction, .accepted) }
    report(.finished(elapsed: machine.timer.elapsed(at: instant), reason: reason, counts), at: instant)
    if reason == .completed, lifecycle == .background {
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
  /// Whether nothing of the plan is left.
  var isAtEnd: Bool {
    guard let context = plan.context, context.following == nil else { return false }
    return context.cursor.end == position
  }

  /// The time that bed and track take to fall silent if the workout ends now instead of after `left`, at most `left`;
  /// zero if neither is audible.
  func closingLength(before left: Duration?) -> Duration {
    let track = plan.context?.phase.track.map { _ in machine.fade }
    let longest = [bed.bed?.fade, track].compactMap { $0 }.max() ?? .zero
    return machine.closingLength(longest, before: left, at: now)
  }

  /// Ends the workout at the end of its last phase, after a fade of `length`.
  mutating func close(over length: Duration) {
    let isPlaying = machine.timer.isRunning
    if plan.context?.phase.track != nil { emit(.track(.stop(fade: max(length, Self.trackFade))), at: now) }
    if length > .zero {
      if isPlaying {
        fadeOutBeats(over: length)
        fadeBed(at: now) { [now] in $0.end(over: length, at: now) }
      } else {
        bed.endWithCurrentFade()
      }
    }
    transition(at: now) { [now] in $0.close(over: length, at: now) }
  }

  /// Cancels the closing and plays, because the user has moved away from the end.
  mutating func reopen() { transition(at: now) { [now] in $0.reopen(at: now) } }
}

/// Dates and reports the results of the engine's parts.
extension Engine {
  func progress(at instant: Duration) -> SessionProgress {
    SessionProgress(at: instant, machine.timer, in: plan.context)
  }

  /// The remaining time of the workout; `nil` if it depends on the user.
  func timeLeft(at instant: Duration) -> Duration? {
    plan.context?.workoutEnd.map { $0 - machine.timer.position(at: instant) }
  }

  mutating func emit(_ kind: Effect.Kind, at instant: Duration) { recorder.emit(kind, at: instant) }

  mutating func report(_ kind: EngineEvent.Kind, at instant: Duration) {
    recorder.report(kind, at: instant, progress(at: instant))
  }

  mutating func report(_ changes: [StateChange], at instant: Duration) {
    report(.stateChanged(from: machine.state, to: machine.state, changes), at: instant)
  }

  mutating func reportPause(_ reason: PauseReason, at instant: Duration) {
    report(.paused(elapsed: machine.timer.elapsed(at: instant), reason: reason), at: instant)
  }

  /// Changes the playback, and reports a change of its state.
  @discardableResult
  mutating func transition<Result>(at instant: Duration, _ change: (inout PlaybackMachine) -> Result) -> Result {
    let before = machine.state
    let result = change(&machine)
    if machine.state != before {
      let changes = [StateChange.playback(machine.state.name)]
      report(.stateChanged(from: before, to: machine.state, changes), at: instant)
    }
    return result
  }

  /// Changes the fade of the bed, and reports a change of the bed.
  mutating func fadeBed(at instant: Duration, _ change: (inout AmbientFader) -> [Effect.AmbientCommand]) {
    let before = bed.sound
    for command in change(&bed) { emit(.ambient(command), at: instant) }
    if bed.sound != before { report([.ambient(bed.sound)], at: instant) }
  }
}
