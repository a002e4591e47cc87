public import WorkoutModel

/// Runs a workout as a deterministic store: actions go in through `send`; effects and events come out.
///
/// ```swift
/// var engine = Engine(timeline)
/// perform(engine.send(.start, at: .zero).effects)
/// perform(engine.send(.prepared, at: .zero).effects)  // Once the first phrases are synthesised.
/// while let deadline = engine.nextDeadline {
///   // Wait until `deadline`, in session time.
///   perform(engine.send(.tick, at: deadline).effects)
/// }
/// ```
///
/// The engine reads no clock and performs no I/O. The host reports what happened and when; the engine returns what must
/// happen and what has happened. The same inputs give the same outputs. It advances by instants, never by counted
/// ticks: the state after many ticks, none of which is more than a day late, equals the state after the last of them
/// alone. A tick before the next deadline
/// costs next to nothing. A copy is an independent session that shares the compiled workout. To run a workout many
/// times, make one engine, call `lookAhead(to:)` and copy it.
///
/// The state is one value, divided into parts with rules of their own: `PlaybackMachine` (playback and timer),
/// `PlanPosition` (segment, edits, undo), `AmbientFader` (the bed) and `Facts` (what was said). The parts don't
/// know each other; the engine passes each the information it needs, and dates and reports what they return. All other
/// fields are derived from the state, or describe what is heard at the moment.
public struct Engine: Sendable {
  /// The user-selectable behaviour of the session.
  public internal(set) var policies: Policies
  /// The state of the session after the last `send`.
  public internal(set) var state: EngineState
  /// The counts of what has happened so far, without the action being applied.
  public internal(set) var counts = SessionCounts()
  /// The current segment, which the cursor of the state identifies; `nil` when all is done.
  var context: SegmentContext?
  /// Finds the cues, for the current lengths of phrases and phases.
  var expander: CueExpander
  var scheduler: WarningScheduler
  /// The cues that were due before a sound could begin.
  var overdue: [DueCue] = []
  var overdueWords: [UnplannedWords] = []
  /// The words that a pause hears, at their instants; `nil` if there are none.
  var saidInPause: SpokenInterval?
  /// The earliest instant at which a sound can be heard, and the instant at which the host was awake before.
  var hearing = (from: Duration.zero, previous: Duration.zero)
  /// The cause of the time lost since the last wake-up.
  var gapCause = CueCause.stall
  /// What the current call of `send` has decided so far.
  var reaction = Reaction()
  /// The action being applied, which isn't counted yet.
  var currentAction: Action?
  /// How much of its phase the skip being applied leaves out.
  var skipped: Duration?
  /// The source of the action being applied.
  var currentOrigin: ActionOrigin?
  /// The last move, and the last change from one phase to another.
  var moves = MoveGuard()
  /// What a log that is being replayed has told; `nil` in a session that makes its own decisions.
  var replay: Replay?
  /// The next deadline if only time passes. It is derived from the other fields and recomputed after every change.
  var upcoming: Deadline?

  /// The cause of a gap that the system didn't explain.

  /// A session of `timeline` that has not begun.
  public init(_ timeline: Timeline, durations: PhraseDurations = PhraseDurations(), policies: Policies = Policies()) {
    self.init(EngineState(timeline), CueExpander(CompiledRules(timeline), durations), policies)
    plan()
  }

  /// Creates a session that is paused `progress` into `cursor`, with `elapsed` active time, to resume a session whose
  /// workout has changed since.
  ///
  /// What was said in this plan is unknown, so cues before the position count as passed.
  package init(
    resuming timeline: Timeline, at cursor: Cursor, progress: Duration, elapsed: Duration,
    durations: PhraseDurations = PhraseDurations(), policies: Policies = Policies()
  ) {
    var cursor = cursor
    let progress = progress.withinCentury
    // As long as a phase that may have taken any time: it is over.
    if cursor.end == nil, !timeline.endsByUser(cursor.id) {
      cursor.end(at: cursor.start + max(progress, .nanoseconds(1)))
    }
    let last = cursor.end.map { $0 - cursor.start } ?? progress
    let position = cursor.start + min(max(progress, .zero), max(last - .nanoseconds(1), .zero))
    var state = EngineState(timeline)
    state.machine = PlaybackMachine(resumingAt: position, elapsed: elapsed.withinCentury, fade: state.machine.fade)
    state.place.move(to: cursor)
    state.facts = Facts(since: position)
    state.coaching.arrive(at: elapsed.withinCentury)
    self.init(state, CueExpander(CompiledRules(timeline), durations), policies)
    plan()
    findNextDeadline()
  }

  init(_ state: EngineState, _ expander: CueExpander, _ policies: Policies) {
    (self.state, self.expander, self.policies) = (state, expander, policies)
    scheduler = WarningScheduler(at: nil, from: .zero, expander)
    context = state.cursor.map(expander.context(of:))
  }

  // MARK: Reading

  /// The instant up to which the session has advanced.
  public var now: Duration { state.now }

  /// Whether the session plays, fades, pauses or is over.
  public var playback: PlaybackState { state.machine.state }

  /// Active time and the position in the plan, as functions of the instant.
  package var timer: SessionTimer { state.machine.timer }

  /// The position in the plan.
  public var position: Duration { timer.position(at: state.now) }

  /// The cursor in the plan; `nil` when nothing is left, or when the workout has length zero.
  public var cursor: Cursor? { state.place.cursor }

  /// The current phase, and the sets around it; `nil` when all is done.
  package var segment: SegmentID? { context?.id }

  /// The bed and the state of its fade.
  package var ambient: AmbientFader { state.ambient }

  /// The fade position of the bed, from 0 to 1; reading it copies no bed.
  public var bedLevel: Double { state.ambient.level(at: state.now) }

  /// Whether there is an output device.
  public var isAudible: Bool { state.isAudible }

  /// The progress of the session at the instant up to which it has advanced.
  public var progress: SessionProgress { progress(at: now) }

  /// The lengths of phrases and sounds that the host has reported.
  public var durations: PhraseDurations { expander.durations }

  /// The plan that the session follows.
  public var timeline: Timeline { rules.timeline }

  /// The latest instant at which the host must send the next tick; `nil` if the passage of time alone changes nothing
  /// in the hundred years of a session.
  public var nextDeadline: Duration? {
    guard let instant = upcoming?.instant, instant == instant.withinCentury else { return nil }
    return instant
  }

  var rules: CompiledRules { expander.rules }

  /// Whether the session is over or about to end, so that nothing is planned any more.
  var isOver: Bool { playback.stage == .over }

  func context(of cursor: Cursor) -> SegmentContext { expander.context(of: cursor) }

  // MARK: Changing

  /// The same session with other policies.
  package func under(_ policies: Policies) -> Engine {
    var engine = self
    engine.policies = policies
    return engine
  }

  /// Updates the lengths of phrases, and replans if one has changed.
  public mutating func updateDurations(_ change: (inout PhraseDurations) -> Void) {
    var durations = durations
    change(&durations)
    guard durations != self.durations else { return }
    let hasSameLengths = durations.hasSameLengths(as: self.durations)
    renewExpander(durations, known: hasSameLengths ? expander.known : [:])
    if !hasSameLengths { replan() }
    findNextDeadline()
  }

  /// Changes the place in the plan, and with it what is derived from it.
  @discardableResult
  mutating func changePlace<Result>(_ change: (inout PlanPosition) -> Result) -> Result {
    let result = change(&state.place)
    if context?.cursor != state.cursor { context = state.cursor.map(expander.context(of:)) }
    if expander.edits != state.edits { renewExpander() }
    return result
  }

  /// Follows changed lengths of phrases and phases; `known` is what still holds.
  mutating func renewExpander(
    _ durations: PhraseDurations? = nil, known: [CueExpander.PieceKey: CueExpander.Piece] = [:]
  ) {
    expander = CueExpander(
      rules, durations ?? self.durations, state.edits, countInProgress, known: known)
  }

  // MARK: Sending

  /// Advances to `now`, applies `action`, and returns the effects and events.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - origin: Its source; a move of a client is refused where it was meant for another phase than the present one.
  ///   - now: The instant, in session time; instants before the last one count as that one, and those after a hundred
  ///     years as that moment. If more than a day passes in a phase that nothing ends, only the cues of its last
  ///     day are reported.
  ///   - soundsFrom: The earliest instant at which a sound can still begin: `now` for a host that acts when it is
  ///     woken, the start of the block for one that renders up to `now`. Cues due before it are late.
  /// - Returns: Effects and events, in the order of their instants.
  public mutating func send(
    _ action: Action, by origin: ActionOrigin? = nil, at now: Duration, soundsFrom: Duration? = nil
  ) -> Reaction {
    let now = max(now.withinCentury, self.now)
    let soundsFrom = min(max(soundsFrom ?? now, self.now), now)
    if case .tick = action {
      // Observable fields that time alone changes are reported when they change.
      guard let upcoming, upcoming.instant <= now else {
        state.now = now
        return Reaction()
      }
      advance(to: now, soundsFrom: soundsFrom)
    } else {
      act(action.withinCentury, by: origin, at: now, soundsFrom: soundsFrom)
    }
    defer { reaction = Reaction() }
    return reaction
  }

  private mutating func act(_ action: Action, by origin: ActionOrigin?, at now: Duration, soundsFrom: Duration) {
    var refusal: RefusalReason?
    // Cues that the action makes due at this instant sound now, and those of a sleep as soon as the host can.
    var startsFrom = now
    if case .suspended(let gap) = action {
      refusal = refusalOfSleep(gap, at: now)
      startsFrom = soundsFrom
      // Time passed as usual until the suspend; the policy decides how to treat the time since.
      advance(to: refusal == nil ? max(self.now, now - gap) : now, soundsFrom: soundsFrom)
    } else {
      advance(to: now, soundsFrom: soundsFrom)
    }
    var before = state
    // It isn't compared, and a shared one would have to be copied to record a cue.
    before.facts = Facts()
    apply(action, by: origin, refusal: refusal)
    let isHistoryChanged = state.history.counts != before.history.counts
    advance(to: now, soundsFrom: startsFrom)
    gapCause = .stall
    // Playback, phase and bed were reported when they changed, and so was what time has removed from the history.
    let changes = state.changes(since: before).filter {
      !$0.isReportedAtOnce && (isHistoryChanged || $0 != state.history.counts)
    }
    if !changes.isEmpty { report(changes, at: now) }
  }

  // MARK: Advancing

  /// Advances time to `now`; sounds can begin from `soundsFrom` on. If that is later, cues due until `now` wait for the
  /// next call.
  mutating func advance(to now: Duration, soundsFrom: Duration) {
    hearing = (soundsFrom, isOverdue ? hearing.previous : self.now)
    while let deadline = upcoming, deadline.instant <= now {
      let instant = deadline.instant
      if passesOver(from: instant, to: now) { continue }
      // Cues that are overdue when a phase ends are judged from the next phase.
      if isOverdue, instant > soundsFrom || (instant == soundsFrom && deadline.kind != .phaseEnded) {
        settleOverdue(at: soundsFrom)
      }
      state.now = max(self.now, instant)
      handle(deadline)
      findNextDeadline()
    }
    if isOverdue, soundsFrom <= now { settleOverdue(at: soundsFrom) }
    state.now = now
  }

  var isOverdue: Bool { !overdue.isEmpty || !overdueWords.isEmpty }

  private mutating func handle(_ deadline: Deadline) {
    let instant = deadline.instant
    switch deadline.kind {
    case .measurementEnded: updateSignals(at: instant)
    case .planEnding: extendPlan()
    case .fadeEnded: endFade(at: instant)
    case .leftOut: leaveOutFirst(at: instant)
    case .cue: playFirst(due: instant)
    case .coaching: coach(at: instant)
    case .requested: answerRequest(at: instant)
    case .ambientEnding:
      if let left = timeLeft(at: instant) { fadeBed(at: instant) { $0.end(before: left, at: instant) } }
    case .untilHeld: endUntil()
    case .phaseEnded: endPhase(at: instant)
    }
  }
}
