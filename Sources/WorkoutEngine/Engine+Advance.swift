import WorkoutModel

/// Something that time alone brings.
struct Milestone {
  let instant: Duration
  let kind: Kind

  enum Kind {
    case planEnding, fadeEnded, note, cue, ambientEnding, phaseEnded
  }
}

extension Engine {
  /// Lets time pass up to `now`; sounds can begin from `soundsFrom` on. Where that is later, what falls due until `now`
  /// waits for the next call.
  mutating func advance(to now: Duration, soundsFrom: Duration) {
    let previous = overdue.isEmpty ? state.now : hearing.previous
    hearing = (soundsFrom, previous)
    while let milestone = upcoming, milestone.instant <= now {
      let instant = milestone.instant
      // What is overdue when a phase ends is seen from the next one.
      if instant > soundsFrom || (instant == soundsFrom && milestone.kind != .phaseEnded) {
        settleOverdue(at: soundsFrom, previous: previous)
      }
      state.now = max(state.now, instant)
      switch milestone.kind {
      case .planEnding: extendPlan()
      case .fadeEnded: endFade(at: instant)
      case .note:
        let shift = instant - state.timer.position(at: instant)
        report(.planNoted(notes.removeFirst().shifted(by: shift)), at: instant)
      case .cue:
        let cue = scheduler.removeFirst()
        if instant >= soundsFrom {
          play(cue, due: instant, at: instant, outcome: .onTime, cause: nil)
        } else {
          overdue.append(Overdue(cue: cue, due: instant))
        }
      case .ambientEnding: endAmbient(at: instant)
      case .phaseEnded: endPhase(at: instant)
      }
      upcoming = next()
    }
    if soundsFrom <= now { settleOverdue(at: soundsFrom, previous: previous) }
    state.now = now
  }

  /// The next thing that time alone brings, if the state stays as it is.
  func next() -> Milestone? {
    var found: Milestone?
    // Asked in the order in which things happen at one instant: the first one is found.
    func consider(_ instant: Duration?, _ kind: Milestone.Kind) {
      guard let instant else { return }
      if let found, found.instant <= instant { return }
      found = Milestone(instant: instant, kind: kind)
    }
    let timer = state.timer
    let spot = timer.isRunning ? spot : nil
    if spot != nil, let position = scheduler.growsAt {
      consider(timer.instant(of: position).map { max($0, state.now) }, .planEnding)
    }
    switch state.playback {
    // Once the timer brings the end, the fade before it is over.
    case .fadingOut(_, .completed) where timer.isRunning: break
    case .fadingIn(let ramp), .fadingOut(let ramp, _): consider(ramp.end, .fadeEnded)
    default: break
    }
    guard let spot else { return found }
    consider(notes.next.flatMap(timer.instant(of:)).map { max($0, state.now) }, .note)
    let cue = scheduler.queue.first
    let isOfThisPhase = cue.map { $0.spot === spot || $0.spot.id == spot.id } ?? false
    let due = cue.flatMap { timer.instant(of: $0.due) }
    if isOfThisPhase { consider(due, .cue) }
    consider(ambientEnd(), .ambientEnding)
    consider(spot.cursor.end.flatMap(timer.instant(of:)), .phaseEnded)
    // What the next phase begins with comes after this one has ended.
    if !isOfThisPhase { consider(due, .cue) }
    return found
  }

  /// When time alone brings something next: the latest instant at which a host must send a tick. `nil` while nothing
  /// will come.
  public var nextDeadline: Duration? { upcoming?.instant }

  private mutating func endFade(at instant: Duration) {
    switch state.playback {
    case .fadingIn: change(to: .playing, at: instant)
    case .fadingOut(_, .paused(let reason)):
      change(to: .paused(reason), at: instant)
      report(.paused(elapsed: state.timer.elapsed(at: instant), reason: reason), at: instant)
    case .fadingOut(_, .stopped): finish(.stopped, at: instant)
    case .fadingOut(_, .completed): state.timer.start(at: instant)
    default: break
    }
  }

  /// The current phase is over: on to the next one.
  mutating func endPhase(at instant: Duration) {
    guard let spot else { return }
    let before = (state.history.undoable, state.history.redoable)
    state.history.forgetExtensions(of: spot.id)
    let left = (state.history.undoable, state.history.redoable)
    if left != before {
      let change = StateChange.history(undoable: left.0, redoable: left.1)
      report(.stateChanged(from: state.playback, to: state.playback, [change]), at: instant)
    }
    enter(scheduler.leave(spot) ?? spot.following.map { Spot($0, timeline, book) }, at: instant)
    // Planned far enough for whatever the new phase brings at once.
    extendPlan()
  }

  /// Enters a segment at its start, or ends the workout where there is none.
  mutating func enter(_ spot: Spot?, at instant: Duration) {
    let track = self.spot?.sheet.track
    stand(at: spot)
    if track != nil { emit(.track(.stop(fade: Self.trackFade)), at: instant) }
    guard let spot else {
      state.timer.stop(at: instant)
      // What a stall has held up until now, the closing cue above all, comes before the end is told.
      settleOverdue(at: max(instant, hearing.from), previous: hearing.previous)
      playLastWords(at: instant)
      finish(.completed, at: instant)
      return
    }
    begin(spot, at: instant)
  }

  /// Says that a phase begins, and brings its bed and track.
  mutating func begin(_ spot: Spot, at instant: Duration) {
    report(.phaseStarted(phaseReport(spot, at: instant)), at: instant)
    emit(.journal, at: instant)
    updateAmbient(at: instant)
    startTrack(of: spot, at: instant)
  }

  /// Plays the track of a phase from where the plan stands in it.
  private mutating func startTrack(of spot: Spot, at instant: Duration) {
    guard let track = spot.sheet.track else { return }
    let offset = max(.zero, state.timer.position(at: instant) - spot.cursor.start)
    emit(.track(.start(track, offset: offset)), at: instant)
    if !state.timer.isRunning { emit(.track(.pause(fade: .zero)), at: instant) }
  }

  /// A track is cut where its phase ends, without a click.
  static let trackFade = Duration.milliseconds(300)

  private func phaseReport(_ spot: Spot, at instant: Duration) -> PhaseReport {
    let groups = Array(spot.sets[spot.groups])
    let position = state.timer.position(at: instant)
    let shift = instant - position
    let next = timeline.isUsers(spot.id) ? timeline.next(after: spot.cursor, endedAt: position) : spot.following
    return PhaseReport(
      id: spot.id, name: spot.sheet.name, intensity: spot.sheet.intensity, path: spot.sheet.path,
      set: groups.first?.set, sets: groups.first?.sets, start: spot.cursor.start + shift,
      end: spot.cursor.end.map { $0 + shift }, groups: groups, next: next?.segment)
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
      if spot?.sheet.track != nil { emit(.track(.stop(fade: .zero)), at: instant) }
      change(to: .stopped, at: instant)
    case .failed: break
    }
    var counts = usage
    // What ends a session was accepted.
    if let acting { counts.note(acting, .accepted) }
    report(.finished(elapsed: state.timer.elapsed(at: instant), reason: reason, counts), at: instant)
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
