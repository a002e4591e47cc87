import WorkoutModel

extension Engine {
  /// What time alone brings, in the order in which it happens at one instant.
  private enum Milestone: Int {
    case planEnding
    case fadeEnded
    case cueOfThisPhase
    case ambientEnding
    case phaseEnded
    case cueOfLaterPhase
  }

  /// Lets time pass up to `now`; sounds can begin from `soundsFrom` on.
  mutating func advance(to now: Duration, soundsFrom: Duration) {
    let previous = state.now
    hearing = (soundsFrom, previous)
    while let (instant, milestone) = next(), instant <= now {
      if instant >= soundsFrom { settleOverdue(at: soundsFrom, previous: previous) }
      state.now = max(state.now, instant)
      switch milestone {
      case .planEnding: extendPlan()
      case .fadeEnded: endFade(at: instant)
      case .cueOfThisPhase, .cueOfLaterPhase:
        let cue = scheduler.removeFirst()
        if instant >= soundsFrom {
          play(cue, due: instant, at: instant, outcome: .onTime, cause: nil)
        } else {
          overdue.append(Overdue(cue: cue, due: instant))
        }
      case .ambientEnding: endAmbient(at: instant)
      case .phaseEnded: endPhase(at: instant)
      }
    }
    settleOverdue(at: soundsFrom, previous: previous)
    state.now = now
  }

  /// The next thing that time alone brings, if the state stays as it is.
  private func next() -> (Duration, Milestone)? {
    var found: (Duration, Milestone)?
    func consider(_ instant: Duration?, _ milestone: Milestone) {
      guard let instant else { return }
      if let (best, kind) = found, (best, kind.rawValue) <= (instant, milestone.rawValue) { return }
      found = (instant, milestone)
    }
    switch state.playback {
    case .fadingIn(let ramp), .fadingOut(let ramp, _): consider(ramp.end, .fadeEnded)
    default: break
    }
    guard let cursor = state.cursor, state.timer.isRunning else { return found }
    consider(cursor.end.flatMap(state.timer.instant(of:)), .phaseEnded)
    if let cue = scheduler.queue.first {
      let isOfThisPhase = cue.segment == cursor.id
      consider(state.timer.instant(of: cue.due), isOfThisPhase ? .cueOfThisPhase : .cueOfLaterPhase)
    }
    consider(ambientEnd(), .ambientEnding)
    if let planned = scheduler.plannedUpTo {
      consider(state.timer.instant(of: planned - WarningScheduler.lookAhead).map { max($0, state.now) }, .planEnding)
    }
    return found
  }

  /// When time alone brings something next: the latest instant at which a host must send a tick. `nil` while nothing
  /// will come.
  public var nextDeadline: Duration? { next()?.0 }

  private mutating func endFade(at instant: Duration) {
    switch state.playback {
    case .fadingIn: change(to: .playing, at: instant)
    case .fadingOut(_, .paused(let reason)):
      change(to: .paused(reason), at: instant)
      report(.paused(elapsed: state.timer.elapsed(at: instant), reason: reason), at: instant)
    case .fadingOut(_, .stopped): finish(.stopped, at: instant)
    default: break
    }
  }

  /// The current phase is over: on to the next one.
  mutating func endPhase(at instant: Duration) {
    guard let cursor = state.cursor, let end = cursor.end else { return }
    enter(timeline.next(after: cursor, endedAt: end), at: instant)
    // Planned far enough for whatever the new phase brings at once.
    extendPlan()
  }

  /// Enters a segment at its start, or ends the workout where there is none.
  mutating func enter(_ cursor: Cursor?, at instant: Duration) {
    let track = state.cursor.flatMap { timeline.phase(of: $0.id).track }
    state.cursor = cursor
    sets = cursor.map { timeline.sets(around: $0) } ?? []
    if track != nil { emit(.track(.stop(fade: Self.trackFade)), at: instant) }
    guard let cursor else {
      // What a stall has held up until now, the closing cue above all, comes before the end is told.
      settleOverdue(at: max(instant, hearing.from), previous: hearing.previous)
      state.timer.stop(at: instant)
      finish(.completed, at: instant)
      return
    }
    begin(cursor, at: instant)
  }

  /// Says that a phase begins, and brings its bed and track.
  mutating func begin(_ cursor: Cursor, at instant: Duration) {
    report(.phaseStarted(phaseReport(cursor, at: instant)), at: instant)
    emit(.journal, at: instant)
    updateAmbient(at: instant)
    startTrack(of: cursor, at: instant)
  }

  /// Plays the track of a phase from where the plan stands in it.
  func trackOffset(in cursor: Cursor, at instant: Duration) -> Duration {
    max(.zero, state.timer.position(at: instant) - cursor.start)
  }

  mutating func startTrack(of cursor: Cursor, at instant: Duration) {
    guard let track = timeline.phase(of: cursor.id).track else { return }
    emit(.track(.start(track, offset: trackOffset(in: cursor, at: instant))), at: instant)
    if !state.timer.isRunning { emit(.track(.pause(fade: .zero)), at: instant) }
  }

  /// A track is cut where its phase ends, without a click.
  static let trackFade = Duration.milliseconds(300)

  func phaseReport(_ cursor: Cursor, at instant: Duration) -> PhaseReport {
    let phase = timeline.phase(of: cursor.id)
    let set = sets.dropLast().first
    let position = state.timer.position(at: instant)
    return PhaseReport(
      id: cursor.id, name: phase.name, intensity: phase.intensity, path: timeline.path(of: cursor.id), set: set?.set,
      sets: set?.sets, start: instant + (cursor.start - position), end: cursor.end.map { instant + ($0 - position) })
  }

  /// The session is over.
  mutating func finish(_ reason: FinishReason, at instant: Duration) {
    if state.ambient.sound != nil {
      let level = state.ambient.level(at: instant)
      if level > 0 { emit(.ambient(.stop(fade: Self.suddenFade)), at: instant) }
      set(nil, at: instant)
      state.ambient.fade(to: 0, over: .zero, at: instant)
    }
    switch reason {
    case .completed: change(to: .completed, at: instant)
    case .stopped:
      if let cursor = state.cursor, timeline.phase(of: cursor.id).track != nil {
        emit(.track(.stop(fade: .zero)), at: instant)
      }
      change(to: .stopped, at: instant)
    case .failed: break
    }
    report(.finished(elapsed: state.timer.elapsed(at: instant), reason: reason, usage), at: instant)
    if reason == .completed, state.lifecycle == .background {
      emit(.notify("\(timeline.workout.name) complete"), at: instant)
    }
    emit(.journal, at: instant)
    emit(.session(.deactivate), at: instant)
    emit(.finish(reason), at: instant)
  }

  /// The bed's fade where the end came without notice.
  static let suddenFade = Duration.milliseconds(300)
}
