public import SessionReporting
public import WorkoutEngine
import WorkoutModel

/// The properties of a session as of what is heard, kept up by its events.
public struct SessionProperties: Sendable {
  /// How many of the next phases `ahead` lists.
  static let aheadCount = 20

  let timeline: Timeline
  let speed: Int
  private(set) var playback: PlaybackState
  private(set) var phase: PhaseReport?
  private(set) var place: SessionPlace
  private(set) var volume: Double
  private(set) var isAudible: Bool
  private(set) var audio: SessionEvent.AudioReport?
  private(set) var owner: String?
  private(set) var undoable: Int
  private(set) var redoable: Int
  private(set) var lastCue: CueReport?
  private(set) var inhibits: [String] = []

  /// Those of a session that is about to run as `engine` has it, `speed` times as fast as real time.
  public init(_ engine: Engine, speed: Int = 1) {
    timeline = engine.timeline
    self.speed = speed
    let state = engine.state
    playback = state.playback
    place = SessionPlace(engine.progress, at: state.now, rate: 0)
    volume = state.volume
    isAudible = state.isAudible
    (undoable, redoable) = (state.history.undoable, state.history.redoable)
  }

  /// Whether the session moves; the end of a fade out is not waited for.
  var isRunning: Bool {
    switch playback {
    case .fadingIn, .playing: true
    default: false
    }
  }

  /// What holds the machine awake now.
  public mutating func setInhibits(_ inhibits: [String]) -> Set<SessionProperty> {
    if inhibits == self.inhibits { return [] }
    self.inhibits = inhibits
    return [.inhibits]
  }

  /// Follows an event that is heard.
  ///
  /// - Returns: What has changed; what changes only because time passes has not.
  public mutating func follow(_ event: SessionEvent) -> Set<SessionProperty> {
    switch event.kind {
    case .hello: return []
    case .audio(let report):
      audio = report
      return [.audio]
    case .session(let owner):
      defer { self.owner = owner }
      return owner == self.owner ? [] : [.owner]
    case .engine(let kind, let progress):
      var changed = follow(kind, progress, at: event.at)
      if move(progress, at: event.at) { changed.insert(.place) }
      return changed
    }
  }

  private mutating func follow(
    _ kind: EngineEvent.Kind, _ progress: SessionProgress, at instant: Duration
  ) -> Set<SessionProperty> {
    switch kind {
    case .stateChanged(_, let to, let changes):
      var changed = change(to: to)
      for change in changes { changed.formUnion(follow(change)) }
      return changed
    case .phaseStarted(let report):
      phase = report
      place.phaseBegin = progress.position - (instant - report.start)
      place.phaseLength = report.end.map { $0 - report.start }
      return [.phase, .next, .ahead, .place]
    case .cueSettled(let cue):
      guard cue.at != nil else { return [] }
      lastCue = cue
      return [.lastCue]
    case .actionTaken(_, _, _, let to): return change(to: to)
    case .finished:
      phase = nil
      (place.phaseBegin, place.phaseLength) = (nil, nil)
      return [.phase, .next, .ahead, .place]
    case .paused, .resumed, .setMismatched, .planNoted: return []
    }
  }

  private mutating func change(to playback: PlaybackState) -> Set<SessionProperty> {
    let before = (self.playback.name, reason)
    self.playback = playback
    var changed: Set<SessionProperty> = []
    if playback.name != before.0 { changed.insert(.playback) }
    if reason != before.1 { changed.insert(.reason) }
    return changed
  }

  private mutating func follow(_ change: StateChange) -> Set<SessionProperty> {
    switch change {
    case .volume(let volume):
      let wasMuted = isMuted
      self.volume = volume
      return wasMuted == isMuted ? [.volume] : [.volume, .muted]
    case .audible(let isAudible):
      self.isAudible = isAudible
      return [.audible]
    case .history(let undoable, let redoable):
      (self.undoable, self.redoable) = (undoable, redoable)
      return [.undoable, .redoable]
    case .end(let end):
      place.phaseLength = end.flatMap { end in place.phaseBegin.map { end - $0 } }
      return [.phase, .place, .ahead]
    case .playback, .phase, .ambient, .lifecycle, .position: return []
    }
  }

  /// Moves the place to where an event is; whether that isn't where time alone would have brought it.
  private mutating func move(_ progress: SessionProgress, at instant: Duration) -> Bool {
    var moved = SessionPlace(progress, at: instant, rate: isRunning ? speed : 0)
    (moved.phaseBegin, moved.phaseLength) = (place.phaseBegin, place.phaseLength)
    let isJump = !moved.continues(place)
    place = moved
    return isJump
  }

  /// Whether nothing is heard because the user wants it so.
  var isMuted: Bool { volume <= -60 }

  /// Why the session is paused, or has failed.
  var reason: String? {
    switch playback {
    case .paused(let reason), .preparingToPause(let reason), .fadingOut(_, .paused(let reason)): reason.rawValue
    case .failed(let reason): reason
    default: nil
    }
  }
}

/// A place of the session at an instant, and how fast it moves on from there.
struct SessionPlace: Equatable, Sendable {
  let t: Duration
  let elapsed: Duration
  let position: Duration
  let remaining: Duration?
  let rate: Int
  /// Where the phase begins, in the plan; `nil` outside all phases.
  var phaseBegin: Duration?
  /// How long it lasts; `nil` where the user ends it.
  var phaseLength: Duration?

  init(_ progress: SessionProgress, at instant: Duration, rate: Int) {
    (t, elapsed, position) = (instant, progress.elapsed, progress.position)
    (remaining, self.rate) = (progress.remaining, rate)
  }

  /// Whether time alone leads here from an earlier place.
  func continues(_ earlier: SessionPlace) -> Bool {
    let passed = earlier.rate == 0 ? .zero : t - earlier.t
    return rate == earlier.rate && elapsed == earlier.elapsed + passed && position == earlier.position + passed
      && remaining == earlier.remaining.map { $0 - passed } && phaseBegin == earlier.phaseBegin
      && phaseLength == earlier.phaseLength
  }
}
