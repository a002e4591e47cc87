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
/// ticks: the state after many ticks equals the state after the last of them alone. A tick before the next deadline
/// costs next to nothing. A copy is an independent session that shares the compiled workout. To run a workout many
/// times, make one engine, call `lookAhead(to:)` and copy it.
///
/// It has four parts, each with its own state: `PlaybackMachine` (playback and timer), `PlanPosition` (segment, edits,
/// undo), `AmbientFader` (the bed) and `CuePlayer` (planned cues and those in progress). The parts don't know each
/// other; the engine passes each the information it needs, and dates and reports what they return.
public struct Engine: Sendable {
  /// The user-selectable behaviour of the session.
  public private(set) var policies: Policies
  /// The instant up to which the session has advanced.
  public private(set) var now = Duration.zero
  var machine: PlaybackMachine
  var plan: PlanPosition {
    didSet { if plan.edits != expander.edits { expander = CueExpander(plan.rules, durations, plan.edits) } }
  }
  /// Finds the cues, for the current lengths of phrases and phases.
  private var expander: CueExpander
  var bed = AmbientFader()
  var player = CuePlayer()
  var recorder = SessionRecorder()
  /// dB relative to the normal level.
  var volume = 0.0
  var lifecycle = Lifecycle.active
  /// Whether there is an output device.
  public internal(set) var isAudible = true
  /// The action being applied, which isn't counted yet.
  var currentAction: Action?
  /// The next deadline if only time passes. It is derived from the other fields and recomputed after every change.
  var upcoming: Deadline?

  /// A session of `timeline` that has not begun.
  public init(_ timeline: Timeline, durations: PhraseDurations = PhraseDurations(), policies: Policies = Policies()) {
    self.policies = policies
    machine = PlaybackMachine(fade: timeline.workout.ambient?.fade ?? Ambient.standardFade)
    plan = PlanPosition(timeline)
    expander = CueExpander(plan.rules, durations)
    player.replan(from: .zero, environment)
  }

  /// Restores a stored session, which continues as if it had never been stored, with its own seed instead of that of
  /// `timeline`.
  ///
  /// `digest` is the digest of `timeline`, for a host that knows it: computing it takes longer than all the rest.
  ///
  /// - Throws: `SnapshotError` if the session belongs to another version or workout, or is damaged: nothing is guessed.
  public init(
    restoring snapshot: EngineSnapshot, _ timeline: Timeline, digest: String? = nil,
    durations: PhraseDurations = PhraseDurations(), policies: Policies = Policies()
  ) throws(SnapshotError) {
    guard snapshot.format == EngineSnapshot.format else { throw .otherFormat(snapshot.format) }
    guard snapshot.workout == digest ?? timeline.digest else { throw .otherWorkout }
    guard let timeline = try? timeline.drawn(from: snapshot.seed) else { throw .damaged }
    let state = snapshot.state
    self.policies = policies
    machine = PlaybackMachine(state, fade: timeline.workout.ambient?.fade ?? Ambient.standardFade)
    plan = try PlanPosition(timeline, restoring: state)
    expander = CueExpander(plan.rules, durations, plan.edits)
    (now, bed, volume, lifecycle, isAudible) = (
      state.now, state.ambient, state.volume, state.lifecycle, state.isAudible
    )
    recorder = SessionRecorder(snapshot.counts)
    player = CuePlayer(CuePlan(ledger: state.ledger, reported: snapshot.reported), speaking: snapshot.speaking)
    player.restore(waiting: snapshot.waiting, environment)
    findNextDeadline()
  }

  /// Creates a session that is paused `progress` into `cursor`, with `elapsed` active time, to resume a session whose
  /// workout has changed since.
  ///
  /// What was said in this plan is unknown, so cues before the position count as passed.
  public init(
    resuming timeline: Timeline, at cursor: Cursor, progress: Duration, elapsed: Duration,
    durations: PhraseDurations = PhraseDurations(), policies: Policies = Policies()
  ) {
    self.init(timeline, durations: durations, policies: policies)
    let last = cursor.end.map { $0 - cursor.start } ?? progress
    let position = cursor.start + min(max(progress, .zero), max(last - .nanoseconds(1), .zero))
    machine = PlaybackMachine(resumingAt: position, elapsed: elapsed, fade: machine.fade)
    plan.move(to: cursor)
    player.replan(from: position, environment)
    findNextDeadline()
  }

  /// The lengths of phrases and sounds that the host has reported.
  public var durations: PhraseDurations { expander.durations }

  /// The plan that the session follows.
  public var timeline: Timeline { plan.timeline }

  /// The current phase, and the sets around it; `nil` when all is done.
  public var segment: SegmentID? { plan.context?.id }

  /// The progress of the session at the instant up to which it has advanced.
  public var progress: SessionProgress { progress(at: now) }

  /// The counts of what has happened so far.
  public var counts: SessionCounts { recorder.counts }

  /// The latest instant at which the host must send the next tick; `nil` if the passage of time alone changes nothing.
  public var nextDeadline: Duration? { upcoming?.instant }

  /// Whether the session plays, fades, pauses or is over.
  ///
  /// This property and those below are cheap; `state` composes all of them.
  public var playback: PlaybackState { machine.state }

  /// Active time and the position in the plan, as functions of the instant.
  public var timer: SessionTimer { machine.timer }

  /// The cursor in the plan; `nil` when nothing is left, or when the workout has length zero.
  public var cursor: Cursor? { plan.context?.cursor }

  /// The bed and the state of its fade.
  public var ambient: AmbientFader { bed }

  /// The position in the plan.
  public var position: Duration { machine.timer.position(at: now) }

  /// The state of the session that cues depend on.
  var environment: CueEnvironment {
    CueEnvironment(
      expander: expander, context: plan.context, timer: machine.timer, now: now, isOver: machine.stage == .over)
  }

  /// The same session with other policies.
  public func under(_ policies: Policies) -> Engine {
    var engine = self
    engine.policies = policies
    return engine
  }

  /// Decides which cues will sound up to `position` of the plan if nothing moves, so that copies of this session need
  /// not do it again; nothing else changes.
  public mutating func lookAhead(to position: Duration) {
    player.lookAhead(to: position, environment)
  }

  /// Updates the lengths of phrases, and replans if one has changed.
  public mutating func updateDurations(_ change: (inout PhraseDurations) -> Void) {
    var durations = durations
    change(&durations)
    guard durations != self.durations else { return }
    let hasSameLengths = durations.hasSameLengths(as: self.durations)
    expander = CueExpander(plan.rules, durations, plan.edits)
    if hasSameLengths { player.continueHere(environment) } else { player.replanHere(environment) }
    findNextDeadline()
  }

  /// The sounds and phrases that will be due up to `instant` if nothing happens before; empty while nothing may
  /// sound.
  public func forecast(until instant: Duration) -> [Effect] { player.forecast(until: instant, environment) }

  // MARK: Sending

  /// Advances to `now`, applies `action`, and returns the effects and events.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - now: The instant, in session time; instants before the last one count as that one.
  ///   - soundsFrom: The earliest instant at which a sound can still begin: `now` for a host that acts when it is
  ///     woken, the start of the block for one that renders up to `now`. Cues due before it are late.
  /// - Returns: Effects and events, in the order of their instants.
  public mutating func send(_ action: Action, at now: Duration, soundsFrom: Duration? = nil) -> Reaction {
    let now = max(now, self.now)
    let soundsFrom = min(max(soundsFrom ?? now, self.now), now)
    if case .tick = action {
      // Observable fields that time alone changes are reported when they change.
      guard let upcoming, upcoming.instant <= now else {
        self.now = now
        return Reaction()
      }
      advance(to: now, soundsFrom: soundsFrom)
    } else {
      let before = observable
      act(action, at: now, soundsFrom: soundsFrom)
      // Playback, phase and bed were reported when they changed.
      let changes = observable.changes(since: before).filter { !$0.isReportedAtOnce }
      if !changes.isEmpty { report(changes, at: now) }
    }
    return recorder.drainReaction()
  }

  private mutating func act(_ action: Action, at now: Duration, soundsFrom: Duration) {
    if case .suspended(let gap) = action {
      // Time passed as usual until the suspend; the policy decides how to treat the time since.
      let asleep = max(self.now, now - max(gap, .zero))
      advance(to: asleep, soundsFrom: now)
      apply(action)
      advance(to: now, soundsFrom: now)
      player.setGapCause(nil)
    } else {
      advance(to: now, soundsFrom: soundsFrom)
      apply(action)
      // Cues that the action made due at this instant sound now.
      advance(to: now, soundsFrom: now)
    }
  }

  // MARK: Advancing

  /// Advances time to `now`; sounds can begin from `soundsFrom` on. If that is later, cues due until `now` wait for the
  /// next call.
  private mutating func advance(to now: Duration, soundsFrom: Duration) {
    player.wake(at: self.now, soundsFrom: soundsFrom)
    while let deadline = upcoming, deadline.instant <= now {
      let instant = deadline.instant
      // Cues that are overdue when a phase ends are judged from the next phase.
      if player.hasOverdue, instant > soundsFrom || (instant == soundsFrom && deadline.kind != .phaseEnded) {
        settleOverdue(at: soundsFrom)
      }
      self.now = max(self.now, instant)
      meet(deadline)
      findNextDeadline()
    }
    if player.hasOverdue, soundsFrom <= now { settleOverdue(at: soundsFrom) }
    self.now = now
  }

  private mutating func meet(_ deadline: Deadline) {
    let instant = deadline.instant
    switch deadline.kind {
    case .planEnding: player.extend(environment)
    case .fadeEnded: endFade(at: instant)
    case .note:
      let shift = instant - machine.timer.position(at: instant)
      report(.planNoted(player.removeFirstNote().shifted(by: shift)), at: instant)
    case .cue: player.playFirst(due: instant, environment, &recorder)
    case .ambientEnding:
      if let left = timeLeft(at: instant) { fadeBed(at: instant) { $0.end(before: left, at: instant) } }
    case .phaseEnded: endPhase(at: instant)
    }
  }

  /// Settles the cues that were due before `instant`, the earliest instant at which sounds can begin.
  mutating func settleOverdue(at instant: Duration) {
    guard player.hasOverdue else { return }
    now = max(now, instant)
    player.settleOverdue(at: instant, environment, &recorder)
  }
}
