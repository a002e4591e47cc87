package import WorkoutEngine
package import WorkoutModel

/// A session as its observers see it.
///
/// The screen, the control socket, the desktop, the service manager and the pages are functions of this value. It
/// receives the session's events: what the passage of time causes when it is heard, and what a request causes when it
/// is decided, together with everything decided before. So no reading is older than a reply; `place` tells from which
/// instant on the state holds. It reads no clock.
package struct ObservedSession: Sendable {
  /// The speed of session time relative to real time.
  package let speed: Int
  /// Where it is.
  package private(set) var place: Place {
    // An interruption or a suspend has its own reason, independent of the user's action.
    didSet { if !playback.isPausedByUser { (pausedBy, isPauseAsked) = (nil, false) } }
  }
  /// The last phase of a workout that is complete.
  private(set) var lastPhase: ObservedPhase?
  /// The gain in dB relative to the normal level.
  package private(set) var volume = 0.0
  /// Whether there is an output device.
  package private(set) var isAudible = true
  /// The last report on the output.
  package private(set) var audio: SessionEvent.AudioReport?
  /// The owner of the audio session.
  package private(set) var owner: String?
  /// The numbers of moves that can be undone and redone.
  package private(set) var (undoable, redoable) = (0, 0)
  /// The last cue that sounded, or whose words couldn't be spoken.
  package private(set) var lastCue: CueReport?
  /// The completed rounds of groups with a time limit.
  package private(set) var rounds: Set<Round> = []
  /// How often a phase has begun, and how many pauses there were.
  package private(set) var (visitCount, pauseCount) = (0, 0)
  /// The phases that have begun.
  private var begun: Set<SegmentID> = []
  /// The number of phases that have begun, each counted once however often the user went back to it.
  package var phaseCount: Int { begun.count }
  /// The origin of the user's current or requested pause, if known.
  package private(set) var pausedBy: ActionOrigin?
  /// Whether the action of the user's pause is known; it comes after the change of the state.
  private(set) var isPauseAsked = false
  /// How the session ended.
  package private(set) var ending: Ending?
  /// The signals that have been measured, or that a sensor was chosen for.
  package private(set) var signals: [Signal: ObservedSignal] = [:]
  /// What keeps the machine awake.
  package var inhibits: [String] = []
  private var tracker: RoundTracker
  /// Whether the last action was one that changes the length of a phase.
  private var isExtension = false
  /// Whether the last action ended a phase, which may leave its end where it is.
  private var isDone = false
  /// Whether time asleep doesn't count.
  private var freezes = false
  /// The instant up to which a sleep that doesn't count holds the position; it may be in the future.
  private var heldUntil = Duration.zero

  /// The end of a session.
  package struct Ending: Equatable, Sendable {
    /// The reason.
    package let reason: FinishReason
    /// The active time.
    package let elapsed: Duration
    /// The counts of what has happened.
    package let counts: SessionCounts
  }

  /// A session of `timeline` that hasn't begun.
  package init(_ timeline: Timeline, speed: Int = 1) {
    self.speed = speed
    place = Place(timeline)
    tracker = RoundTracker(timeline)
  }

  /// A session, new or restored, before its first event, with sensors that measure some signals.
  package init(_ engine: Engine, speed: Int = 1, sensing signals: [Signal] = []) {
    self.init(engine.timeline, engine.state, engine.progress, engine.policies, speed: speed)
    for signal in signals { self.signals[signal] = ObservedSignal() }
    for (signal, measured) in engine.state.signals {
      self.signals[signal] = ObservedSignal(measured, of: signal, engine.policies.body)
    }
  }

  package init(
    _ timeline: Timeline, _ state: EngineState, _ progress: SessionProgress, _ policies: Policies, speed: Int = 1
  ) {
    self.init(timeline, speed: speed)
    freezes = policies.whenSuspended == .freeze
    place = Place(timeline, state, progress, of: policies.body)
    volume = state.volume
    isAudible = state.isAudible
    (undoable, redoable) = (state.history.undoable, state.history.redoable)
  }

  /// Has its texts in the language of a reader, if the workout has translations into it; otherwise they are in that of
  /// the voice.
  package mutating func read(in language: Language) {
    place.read(in: language)
    tracker = RoundTracker(place.timeline)
  }

  /// Adds an event.
  package mutating func observe(_ event: SessionEvent) {
    switch event.kind {
    case .hello: break
    case .audio(let report): audio = report
    case .session(let owner): self.owner = owner
    case .engine(let kind, let progress): observe(kind, progress, at: event.at, by: event.origin)
    }
  }

  package mutating func observe(_ event: EngineEvent) {
    observe(event.kind, event.progress, at: event.at, by: event.origin)
  }

  private mutating func observe(
    _ kind: EngineEvent.Kind, _ progress: SessionProgress, at instant: Duration, by origin: ActionOrigin?
  ) {
    let change = tracker.add(kind, progress)
    rounds.subtract(change.undone)
    rounds.formUnion(change.done)
    observe(kind, progress, by: origin)
    if freezes, case .suspended(let gap) = kind.acceptedAction { heldUntil = instant + gap }
    // What stops the timer ends the hold, too.
    let isFreed = !playback.isRunning && heldUntil > .zero
    if isFreed { heldUntil = .zero }
    let shown = place.at
    place.sample(progress, at: max(instant, heldUntil))
    // A late report doesn't set the place back.
    if !isFreed { place = place.extrapolated(to: shown) }
  }

  private mutating func observe(_ kind: EngineEvent.Kind, _ progress: SessionProgress, by origin: ActionOrigin?) {
    switch kind {
    case .stateChanged(let report):
      place.playback = report.to
      for change in report.changes { observe(change, at: progress.position) }
    case .actionTaken(let report):
      let (action, to) = (report.action, report.to)
      place.playback = to
      (isExtension, isDone) = (action.isExtension, action.mayEndPhase)
      if report.result == .accepted, action.mayPause, to.isPausedByUser { (pausedBy, isPauseAsked) = (origin, true) }
    case .phaseStarted(let report):
      visitCount += 1
      if !report.isOvertime { begun.insert(report.id) }
      place.move(to: report.cursor)
    // It may be followed by the new end of a last phase that fades out.
    case .phaseEnded(let ending): if ending.cause == .until { (isExtension, isDone) = (false, true) }
    case .cueSettled(let cue), .said(let cue): observe(cue)
    case .coached(let report): observe(report.cue)
    case .paused: pauseCount += 1
    case .measured(let report): signals[report.signal] = ObservedSignal(report)
    case .finished(let end):
      ending = Ending(reason: end.reason, elapsed: end.elapsed, counts: end.counts)
      if end.reason == .completed {
        lastPhase = phase
        place.move(to: nil)
      }
    case .resumed, .metronomeStarted, .setMismatched, .planNoted: break
    }
  }

  private mutating func observe(_ cue: CueReport) {
    switch cue.outcome {
    case .onTime, .late, .failed: lastCue = cue
    case .skipped, .collapsed, .cancelled, .duplicate: break
    }
  }

  private mutating func observe(_ change: StateChange, at position: Duration) {
    switch change {
    case .volume(let volume): self.volume = volume
    case .audible(let isAudible): self.isAudible = isAudible
    case .history(let undoable, let redoable): (self.undoable, self.redoable) = (undoable, redoable)
    case .end(let end): if let end { moveEnd(to: end, at: position) }
    // A jump before the beginning starts no phase.
    case .position(let position): if !hasBegun { place.move(to: timeline.cursor(at: position)) }
    case .playback, .phase, .ambient, .lifecycle: break
    }
  }

  private mutating func moveEnd(to end: Duration, at position: Duration) {
    guard var moved = cursor else { return }
    // If the user ends an open phase, the limits around it stay.
    if let old = moved.end, isExtension {
      _ = moved.extend(by: end - old, notBefore: position)
    } else if isDone || moved.end != end {
      moved.end(at: end)
    }
    place.move(to: moved)
  }

  /// Goes on to the phase that has begun by `instant` if only time has passed: its report may come a moment later.
  package mutating func advance(to instant: Duration) { place.goOn(to: instant) }
}

extension PlaybackState {
  fileprivate var isPausedByUser: Bool {
    switch self {
    case .paused(.user), .fadingOut(_, .paused(.user)), .preparingToPause(.user): true
    default: false
    }
  }
}

extension Action {
  fileprivate var mayPause: Bool { self == .pause || self == .toggle }

  /// Whether it may end an open phase: a seek to its end does.
  fileprivate var mayEndPhase: Bool {
    switch self {
    case .done, .skip, .seek: true
    default: false
    }
  }

  /// Whether it changes the length of a phase, or may take such a change back.
  fileprivate var isExtension: Bool {
    switch self {
    case .extend, .undo, .redo: true
    default: false
    }
  }
}
