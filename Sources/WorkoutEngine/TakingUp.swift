public import WorkoutModel

/// A session that another process takes up begins paused, with a clock of its own: the host sends `prepared` when the
/// sound of the place is there, as at any beginning, and the user's `resume` goes on.
extension EngineSnapshot {
  /// The session paused where it stood, its clock at 0; `nil` where it was over for good.
  public var takenUp: EngineSnapshot? { takenUp(after: .zero) }

  /// The session paused where it stood after so much more time, in which nothing but time has passed.
  ///
  /// Nothing sounds in a new process, so no bed, fade or phrase is on its way. What has been settled stays settled: no
  /// warning is played a second time. A session that the user stopped can be taken up, too.
  public func takenUp(after passed: Duration) -> EngineSnapshot? {
    guard state.cursor != nil, state.playback != .completed else { return nil }
    var state = state
    let now = state.now + max(passed, .zero)
    if state.timer.isRunning { state.timer.stop(at: now) }
    state.ledger.countInstants(from: now)
    state.playback = .preparingToPause(.restored)
    state.ambient = AmbientState()
    state.lifecycle = .active
    state.isAudible = true
    state.lastToggle = nil
    // What interrupted the process that ended doesn't interrupt this one.
    state.interruptions = Interruptions()
    state.now = .zero
    return EngineSnapshot(workout: workout, state: state, usage: usage, speaking: [], waiting: waiting, told: told)
  }

  /// The same session of a workout that is known to be the same, whatever digest the version that stored it gave it.
  public func belonging(to timeline: Timeline) -> EngineSnapshot {
    EngineSnapshot(
      workout: timeline.digest, state: state, usage: usage, speaking: speaking, waiting: waiting, told: told)
  }

  /// Whether nothing but time has passed since `earlier`, so that all else of it still holds.
  public func isLater(than earlier: EngineSnapshot) -> Bool {
    var then = self
    then.state.now = earlier.state.now
    return then == earlier && state.now >= earlier.state.now
  }
}

extension Engine {
  /// A session that stands paused at `cursor`, `progress` into it, with so much active time behind it: what is left of
  /// a session whose workout has been changed since.
  ///
  /// Nothing is known to have been said in this plan, so what lies behind the place counts as passed.
  public init(
    takingUp timeline: Timeline, at cursor: Cursor, progress: Duration, elapsed: Duration,
    lexicon: Lexicon = Lexicon(), policies: Policies = Policies()
  ) {
    self.init(timeline, lexicon: lexicon, policies: policies)
    let last = cursor.end.map { $0 - cursor.start } ?? progress
    let position = cursor.start + min(max(progress, .zero), max(last - .nanoseconds(1), .zero))
    state.timer = SessionTimer(elapsed: elapsed, position: position)
    state.playback = .preparingToPause(.restored)
    stand(at: cursor)
    replan(from: position)
    upcoming = next()
  }
}
