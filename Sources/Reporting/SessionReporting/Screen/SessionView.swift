package import WorkoutEngine
public import WorkoutModel

/// The screen of a session: it receives the session's events and returns frames.
///
/// It reads no clock: the caller passes the time. A session reports events slightly before they are heard; the view
/// shows them when they are heard. Between two events the time continues from the last reported position.
public struct SessionView: Sendable {
  /// The minimum display time of a message, and the additional time per character.
  static let (messageTime, readingTime) = (Duration.seconds(6), Duration.milliseconds(60))
  /// The gain, in dB, at or below which the session is inaudible.
  static let mute = -60.0

  let timeline: Timeline
  /// Whether any phase has a remark.
  let hasNotes: Bool
  /// The events that are not shown yet.
  private(set) var awaited: [SessionEvent] = []
  var clock = ViewClock()
  var phase: ShownPhase?
  var playback = PlaybackState.idle
  var cue: CueReport?
  var volume = 0.0
  var audio: SessionEvent.AudioReport?
  var ending: (reason: FinishReason, usage: SessionCounts)?
  private var tracker: RoundTracker
  private(set) var rounds: Set<Round> = []
  /// The number of phases that have begun, and of pauses.
  var counts = (phases: 0, pauses: 0)
  var message: (text: String, until: Duration)?
  /// The user's input, which replaces messages; `nil` without a prompt.
  public var prompt: String?
  /// Whether the list of keys replaces the time.
  public var showsKeys = false

  /// A session of `timeline` that hasn't begun.
  public init(_ timeline: Timeline) {
    self.timeline = timeline
    tracker = RoundTracker(timeline)
    hasNotes = timeline.phases.contains { $0.phase.target != nil || $0.phase.notes != nil || $0.phase.track != nil }
  }

  /// Adds an event of the session.
  public mutating func add(_ event: SessionEvent) { awaited.append(event) }

  /// Shows a message from `now` on, for the time needed to read it.
  public mutating func show(_ message: String, at now: Duration) {
    self.message = (message, now + max(Self.messageTime, Self.readingTime * message.count))
  }

  /// Shows every event up to `now`; `nil` means all events.
  public mutating func advance(to now: Duration?) {
    // Reports may arrive late, so a later report may have an earlier instant.
    let due = awaited.filter { event in now.map { event.at <= $0 } ?? true }
    if due.isEmpty { return }
    awaited.removeAll { event in now.map { event.at <= $0 } ?? true }
    for event in due { apply(event) }
  }

  private mutating func apply(_ event: SessionEvent) {
    switch event.kind {
    case .hello, .session: break
    case .audio(let report): audio = report
    case .engine(let kind, let progress):
      apply(kind, progress, at: event.at)
      clock.set(progress, at: event.at, isRunning: playback.isRunning)
    }
  }

  private mutating func apply(_ kind: EngineEvent.Kind, _ progress: SessionProgress, at instant: Duration) {
    let change = tracker.add(kind, progress)
    rounds.subtract(change.undone)
    rounds.formUnion(change.done)
    switch kind {
    case .stateChanged(_, let to, let changes):
      playback = to
      for change in changes { apply(change) }
    case .phaseStarted(let report):
      phase = ShownPhase(report, progress, at: instant, timeline)
      counts.phases += 1
    case .actionTaken(let action, let answer, _, let to):
      playback = to
      if case .refused(let reason) = answer, action.isUsers { show("\(action.name): \(reason)", at: instant) }
    case .cueSettled(let report):
      switch report.outcome {
      case .onTime, .late, .failed: cue = report
      case .skipped, .collapsed, .cancelled, .duplicate: break
      }
    case .paused: counts.pauses += 1
    case .finished(_, let reason, let usage): ending = (reason, usage)
    case .resumed, .metronomeStarted, .setMismatched, .planNoted: break
    }
  }

  private mutating func apply(_ change: StateChange) {
    switch change {
    case .volume(let volume): self.volume = volume
    case .end(let end):
      // If the user ends the last phase, its end comes before that of the limit around it, which stays.
      if case .fadingOut(_, to: .completed) = playback { phase?.end = end } else { phase?.moveEnd(to: end) }
    case .playback, .phase, .ambient, .lifecycle, .audible, .history, .position: break
    }
  }
}

/// The current phase, with its times in the plan.
struct ShownPhase: Sendable {
  let name: String
  let intensity: Intensity
  let start: Duration
  var end: Duration?
  /// Whether the user ends it, and the number of repetitions.
  let isOpen: Bool
  let reps: Int?
  let target: String?
  /// The text beside its name; it begins with the target.
  let remark: String?
  /// The limit of the innermost group that has one: its time, the time up to its cap, or the interval of the set.
  private(set) var limit: Range<Duration>?
  /// The enclosing groups, innermost first, without those of a single set.
  let groups: [Timeline.SetSpan]
  let next: (name: String, intensity: Intensity, length: Duration?)?

  init(_ report: PhaseReport, _ progress: SessionProgress, at instant: Duration, _ timeline: Timeline) {
    name = report.name
    intensity = report.intensity
    start = progress.position + (report.start - instant)
    end = report.end.map { progress.position + ($0 - instant) }
    isOpen = timeline.isUsers(report.id)
    reps = report.reps
    target = report.target?.description
    remark = report.remark
    limit = report.groups.lazy.compactMap(\.limit).first
    groups = report.groups.filter { $0.sets != 1 }
    next = report.next.map { segment in
      let phase = timeline.phase(of: segment.id)
      return (phase.name, phase.intensity, timeline.isUsers(segment.id) ? nil : segment.length)
    }
  }

  /// Extends or shortens the phase; the limit around it moves by the same amount.
  mutating func moveEnd(to end: Duration?) {
    if let end, let old = self.end, let limit {
      self.limit = limit.lowerBound..<max(limit.lowerBound, limit.upperBound + (end - old))
    }
    self.end = end
  }
}

extension PlaybackState {
  /// Whether the timer runs.
  package var isRunning: Bool {
    switch self {
    case .fadingIn, .playing: true
    default: false
    }
  }
}

extension Action {
  /// Whether it is an action of the user, who awaits its result.
  var isUsers: Bool {
    switch self {
    case .start, .tick, .prepared, .preparationFailed, .abort, .lifecycle, .interruptionBegan, .interruptionEnded,
      .audioLost, .audioRestored, .suspended, .speechFailed:
      false
    default: true
    }
  }
}
