public import WorkoutModel

/// What a log that is being replayed has told since the session came to its place.
struct Replay: Sendable {
  /// The position at which it came there.
  var arrival = Duration.zero
  /// The phases that it has passed since, as far back as a cue can wait.
  private(set) var passed: [SegmentContext] = []

  /// Notes a phase that ends.
  mutating func pass(_ phase: SegmentContext) {
    let first = (phase.cursor.end ?? phase.cursor.start) - ScheduledWarning.longestWait
    passed.removeAll { phase in phase.cursor.end.map { $0 < first } ?? false }
    passed.append(phase)
  }
}

/// A session is what was done in it and what became of its cues.
extension Engine {
  /// The session that a log tells, at an instant of the last run's clock; by default that of its last entry.
  ///
  /// Nothing is decided again: which cues have begun is known. How late they were, and what is still heard of them,
  /// isn't told.
  ///
  /// - Throws: `ReplayError` if the log is of another workout, or some of it is missing.
  public init(
    replaying log: SessionLog, _ timeline: Timeline, to end: Duration? = nil,
    durations: PhraseDurations = PhraseDurations()
  ) throws(ReplayError) {
    guard let timeline = try? timeline.drawn(from: log.seed) else { throw .otherWorkout }
    self.init(timeline, durations: durations)
    replay = Replay()
    discardPlan()
    for run in log.runs { try replay(run) }
    if let end { _ = send(.tick, at: end) }
    endReplay()
  }

  private mutating func replay(_ run: SessionLog.Run) throws(ReplayError) {
    var counts = counts
    defer { self.counts = counts }
    counts.add(run.counts)
    switch run.start {
    case .beginning: policies = run.policies
    case .continued(let end, let clock):
      _ = send(.tick, at: end)
      pause(clock: clock)
      policies = run.policies
    case .phase(let id, let progress, let elapsed):
      guard timeline.contains(id), let cursor = timeline.walk(to: id, []) else { throw .otherWorkout }
      self = Engine(
        resuming: timeline, at: cursor, progress: progress, elapsed: elapsed, durations: durations,
        policies: run.policies)
      replay = Replay(arrival: position)
      discardPlan()
    }
    for entry in run.entries {
      switch entry {
      case .action(let action, let instant): try perform(action.withinCentury, at: max(instant.withinCentury, now))
      case .coached(let call, let signal, let instant):
        _ = send(.tick, at: instant)
        state.coaching.record(call, of: signal, at: timer.elapsed(at: instant.withinCentury))
      case .said(let instant):
        _ = send(.tick, at: instant)
        state.requests.removeFirst()
      case .cue(let fact):
        guard timeline.contains(fact.segment) else { throw .otherWorkout }
        state.facts.record(fact)
      }
    }
  }

  /// Applies an action at the instant of its event; that of a suspend is when it began.
  ///
  /// - Throws: `ReplayError.incomplete` if it is refused: something that allowed it is missing.
  private mutating func perform(_ action: Action, at instant: Duration) throws(ReplayError) {
    advance(to: instant, soundsFrom: instant)
    apply(action, by: nil)
    if reaction.events.contains(where: { $0.kind.refusal != nil }) { throw .incomplete }
    advance(to: instant, soundsFrom: instant)
    reaction = Reaction()
  }

  /// Decides by itself from now on.
  private mutating func endReplay() {
    guard let replay else { return }
    self.replay = nil
    renewExpander()
    state.facts.wait(waiting(since: replay))
    plan()
    findNextDeadline()
  }

  /// The cues whose moments have come since the session is at its place, but whose words haven't begun.
  private func waiting(since replay: Replay) -> [WaitingCue] {
    guard let context else { return [] }
    let first = max(replay.arrival, position - ScheduledWarning.longestWait)
    return (replay.passed + [context]).flatMap { phase -> [WaitingCue] in
      let (start, end) = (max(phase.cursor.start, first), min(phase.cursor.end ?? position, position))
      guard start <= end else { return [] }
      let here = phase.id == context.id ? context : SegmentContext(phase.cursor, rules, before: context)
      let found = expander.find(in: CueExpander.Stretch(context: here, from: start, to: end)).candidates
      let waiting = found.filter { cue in
        cue.mark == cue.due && cue.mark < position && cue.latestOnset >= position
          && !state.facts.contains(cue.key, mark: cue.mark)
      }
      return waiting.map(WaitingCue.init)
    }
  }
}

/// A session that another process resumes begins paused, with a clock of its own. The host sends `prepared` once the
/// sound at the current place is ready, as at any start. The user's `resume` continues the session.
extension Engine {
  /// The session paused at its position, where nothing sounds and the clock is at `clock`; `nil` if it is completed or
  /// has no current phase. A session that the user stopped can be resumed, too.
  ///
  /// What has been said stays said.
  public func paused(clock: Duration = .zero) -> Engine? {
    guard state.cursor != nil, playback != .completed else { return nil }
    var engine = self
    engine.pause(clock: clock)
    return engine
  }

  private mutating func pause(clock: Duration = .zero) {
    let clock = clock.withinCentury
    if replay == nil { state.facts.wait(waiting.map(WaitingCue.init)) }
    state.facts.countInstants(from: now - clock)
    state.facts.keepWords { _ in false }
    // Interruptions of the process that ended don't affect this one.
    state.machine = PlaybackMachine(
      resumingAt: position, elapsed: timer.elapsed(at: now), fade: state.machine.fade)
    state.ambient = AmbientFader()
    (state.lifecycle, state.isAudible) = (.active, true)
    // Nobody knows the values of later.
    (state.signals, state.held) = ([:], nil)
    state.requests.removeAll()
    state.now = clock
    state.coaching.arrive(at: timer.elapsed(at: clock))
    (overdue, overdueWords, saidInPause, hearing) = ([], [], nil, (clock, clock))
    moves = MoveGuard()
    plan()
    findNextDeadline()
  }

  /// The session paused where it is after it has played for `played` more, and the events of that time; it can have
  /// begun to play and been killed at once, after zero.
  ///
  /// A process can be killed after a sound has begun and before its log is stored. How much of that time was heard is
  /// unknown, so none of it plays again: a cue that was due in it is reported as `skipped`, with that reason. The times
  /// of the events count from the end of that time.
  ///
  /// - Returns: The paused session, which is `nil` if it is complete at that time, and the events.
  package func leavingOut(_ played: Duration) -> (paused: Engine?, events: [EngineEvent]) {
    var engine = self
    var events: [EngineEvent] = []
    // If it hadn't begun when it was stored, or was paused, it has played since.
    for action in engine.playback.actionsToPlay where !engine.timer.isRunning {
      events += engine.send(action, at: now).events
    }
    let end = now + max(played, .zero)
    events += engine.send(.tick, at: end, soundsFrom: now).events
    return (engine.paused(), events.map { $0.inDoubt(from: end) })
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
    kind.cue = kind.cue?.inDoubt(from: origin)
    if case .planNoted(let note) = kind { kind = .planNoted(note.shifted(by: .zero - origin)) }
    return EngineEvent(at: at - origin, kind: kind, progress: progress)
  }
}

extension CueReport {
  fileprivate func inDoubt(from origin: Duration) -> CueReport {
    var cue = self
    cue.due -= origin
    cue.mark -= origin
    if cue.at != nil { (cue.outcome, cue.cause) = (.skipped, .inDoubt) }
    cue.at = nil
    return cue
  }
}
