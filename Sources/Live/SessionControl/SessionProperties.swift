public import SessionReporting
public import WorkoutEngine
import WorkoutModel

/// The audible properties of a session: it applies events and returns which properties changed.
///
/// The caller passes the time. The advance of time alone is not a change.
public struct SessionProperties: Sendable {
  /// The gain in dB at or below which the session counts as muted.
  private static let silence = -60.0

  let speed: Int
  private(set) var playback: PlaybackState
  /// The position of the session.
  public private(set) var place: SessionPlace
  /// The start and end of the current phase in the plan.
  private var span: (start: Duration, end: Duration?)?
  private(set) var phase: UpcomingPhase?
  private(set) var next: UpcomingPhase?
  private var outlook: PlanOutlook
  private(set) var volume: Double
  private(set) var isAudible: Bool
  private(set) var audio: SessionEvent.AudioReport?
  private(set) var owner: String?
  private(set) var undoable: Int
  private(set) var redoable: Int
  private(set) var lastCue: CueReport?
  private(set) var inhibits: [String] = []

  /// The properties of a session, new or restored, before its first event.
  ///
  /// - Parameters:
  ///   - engine: The session.
  ///   - speed: The speed factor of session time.
  public init(_ engine: Engine, speed: Int = 1) {
    self.speed = speed
    let state = engine.state
    playback = state.playback
    let cursor = state.cursor
    place = SessionPlace(
      at: state.now, engine.progress, phase: cursor.map { ($0.start, $0.end) },
      isRunning: state.timer.isRunning)
    phase = cursor.map { UpcomingPhase($0, in: engine.timeline, isPlaceKnown: true) }
    span = cursor.map { ($0.start, $0.end) }
    outlook = PlanOutlook(engine.timeline, at: cursor)
    next = outlook.next
    volume = state.volume
    isAudible = state.isAudible
    (undoable, redoable) = (state.history.undoable, state.history.redoable)
  }

  /// Sets the inhibitors that keep the machine awake.
  public mutating func setInhibits(_ inhibits: [String]) -> SessionPropertySet {
    defer { self.inhibits = inhibits }
    return inhibits == self.inhibits ? [] : [.inhibits]
  }

  /// Applies an event that is heard.
  ///
  /// - Returns: The properties that changed.
  public mutating func follow(_ event: SessionEvent) -> SessionPropertySet {
    switch event.kind {
    case .hello: return []
    case .audio(let report):
      defer { audio = report }
      return report == audio ? [] : [.audio]
    case .session(let owner):
      defer { self.owner = owner }
      return owner == self.owner ? [] : [.owner]
    case .engine(let kind, let progress):
      let before = place
      var changed = follow(kind, progress, at: event.at)
      place = SessionPlace(at: event.at, progress, phase: span, isRunning: playback.isRunning)
      if !before.leads(to: place) { changed.formUnion([.place]) }
      return changed
    }
  }

  private mutating func follow(
    _ kind: EngineEvent.Kind, _ progress: SessionProgress, at instant: Duration
  ) -> SessionPropertySet {
    switch kind {
    case .stateChanged(_, let to, let changes):
      return changes.reduce(set(to)) { $0.union(follow($1, at: progress.position)) }
    case .actionTaken(_, _, _, let to): return set(to)
    case .phaseStarted(let report): return enter(report, progress.position - instant)
    case .cueSettled(let cue):
      switch cue.outcome {
      case .onTime, .late, .failed:
        lastCue = cue
        return [.lastCue]
      case .skipped, .collapsed, .cancelled, .duplicate: return []
      }
    case .finished(_, .completed, _): return leavePlan()
    case .paused, .resumed, .metronomeStarted, .setMismatched, .planNoted, .finished: return []
    }
  }

  private mutating func follow(_ change: StateChange, at position: Duration) -> SessionPropertySet {
    switch change {
    case .volume(let volume):
      let wasMuted = isMuted
      self.volume = volume
      return isMuted == wasMuted ? [.volume] : [.volume, .muted]
    case .audible(let isAudible):
      self.isAudible = isAudible
      return [.audible]
    case .history(let undoable, let redoable):
      var changed = SessionPropertySet()
      if undoable != self.undoable { changed.formUnion([.undoable]) }
      if redoable != self.redoable { changed.formUnion([.redoable]) }
      (self.undoable, self.redoable) = (undoable, redoable)
      return changed
    case .end(let end):
      outlook.move(to: end, notBefore: position)
      if let start = span?.start {
        span = (start, end)
        phase?.length = end.map { $0 - start }
      }
      return [.phase, .ahead]
    case .playback, .phase, .ambient, .lifecycle, .position: return []
    }
  }

  private mutating func set(_ playback: PlaybackState) -> SessionPropertySet {
    let (name, reason) = (self.playback.name, self.reason)
    self.playback = playback
    var changed = SessionPropertySet()
    if playback.name != name { changed.formUnion([.playback]) }
    if self.reason != reason { changed.formUnion([.reason]) }
    return changed
  }

  /// Applies the start of a phase; `lead` is the difference between a position in the plan and its instant.
  private mutating func enter(_ report: PhaseReport, _ lead: Duration) -> SessionPropertySet {
    let (phase, next, cursor) = (self.phase, self.next, outlook.cursor)
    let (start, end) = (report.start + lead, report.end.map { $0 + lead })
    span = (start, end)
    outlook.enter(report, from: start, to: end)
    self.phase = UpcomingPhase(report, in: outlook.timeline, position: start)
    self.next = outlook.next
    var changed = SessionPropertySet()
    if !Self.looksEqual(self.phase, phase) { changed.formUnion([.phase]) }
    if !Self.looksEqual(self.next, next) { changed.formUnion([.next]) }
    if outlook.cursor == nil || outlook.cursor != cursor { changed.formUnion([.ahead]) }
    return changed
  }

  private mutating func leavePlan() -> SessionPropertySet {
    outlook.end()
    (phase, next, span) = (nil, nil, nil)
    return [.phase, .next, .ahead]
  }

  /// Whether two phases have the same `phase` and `next` values, which exclude the position.
  private static func looksEqual(_ a: UpcomingPhase?, _ b: UpcomingPhase?) -> Bool {
    guard var a, let b else { return a == nil && b == nil }
    a.position = b.position
    return a == b
  }

  /// Whether the session is muted.
  var isMuted: Bool { volume <= Self.silence }

  /// The reason why it is paused, pausing or failed.
  var reason: String? {
    switch playback {
    case .paused(let reason), .preparingToPause(let reason), .fadingOut(_, .paused(let reason)): reason.rawValue
    case .failed(let reason): reason
    default: nil
    }
  }

  /// The phases that follow.
  var ahead: [UpcomingPhase] { outlook.phases }
}
