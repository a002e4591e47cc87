public import WorkoutModel

/// A process can be killed after a sound has begun and before the state that follows it is stored.
extension EngineSnapshot {
  /// The session paused where it is after it has played for `played` more, and the events of that time; it can have
  /// begun to play and been killed at once, after zero.
  ///
  /// How much of that time was heard is unknown, so none of it plays again: a cue that was due in it is reported as
  /// `skipped`, with that reason. The times of the events count from the end of that time.
  ///
  /// - Returns: The paused session, which is `nil` if it is complete at that time, and the events.
  public func leavingOut(
    _ played: Duration, _ timeline: Timeline, durations: PhraseDurations = PhraseDurations()
  ) throws(SnapshotError) -> (paused: EngineSnapshot?, events: [EngineEvent]) {
    var engine = try Engine(restoring: self, timeline, durations: durations)
    let begin = engine.now
    var events: [EngineEvent] = []
    // If it hadn't begun when it was stored, or was paused, it has played since.
    for action in engine.playback.actionsToPlay where !engine.timer.isRunning {
      events += engine.send(action, at: begin).events
    }
    let end = begin + max(played, .zero)
    events += engine.send(.tick, at: end, soundsFrom: begin).events
    return (engine.snapshot(of: workout).paused, events.map { $0.inDoubt(from: end) })
  }
}

extension PlaybackState {
  /// What has led to playback since the state was stored.
  fileprivate var actionsToPlay: [Action] {
    switch self {
    case .idle: [.start, .prepared]
    case .preparingToPlay: [.prepared]
    case .preparingToPause: [.prepared, .resume]
    default: [.resume]
    }
  }
}

extension EngineEvent {
  /// The event with its times counted from `origin`; a cue that was played may have been heard.
  fileprivate func inDoubt(from origin: Duration) -> EngineEvent {
    var kind = kind
    switch kind {
    case .cueSettled(let cue): kind = .cueSettled(cue.inDoubt(from: origin))
    case .coached(var report):
      report.cue = report.cue.inDoubt(from: origin)
      kind = .coached(report)
    default: break
    }
    return EngineEvent(at: at - origin, kind: kind, progress: progress)
  }
}

extension CueReport {
  fileprivate func inDoubt(from origin: Duration) -> CueReport {
    var cue = self
    cue.due -= origin
    cue.mark -= origin
    if cue.at != nil { (cue.outcome, cue.cause) = (.skipped, "may have been heard before the interruption") }
    cue.at = nil
    return cue
  }
}
