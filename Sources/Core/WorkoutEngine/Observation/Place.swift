public import WorkoutModel

/// Where a session is, as a screen shows it: the phase and what follows, its sets, and the times.
///
/// It holds from its instant on until an event comes; time alone leads to `place(at:)`.
///
/// ```swift
/// let place = engine.place
/// show(place.phase?.name ?? "", from: place.at)        // "Work"
/// report(place.phase?.set, place.phase?.sets)          // set 2 of 8
/// report(place.phaseRemaining, place.next?.name)       // 13 seconds, then "Rest"
/// ```
public struct Place: Equatable, Sendable {
  /// The plan.
  public private(set) var timeline: Timeline
  /// The person's numbers.
  let body: BodyProfile
  /// The instant from which it holds, in session time.
  public private(set) var at = Duration.zero
  /// The times at that instant.
  public private(set) var progress = SessionProgress(elapsed: .zero, position: .zero, remaining: nil)
  /// Whether the position advances.
  public private(set) var isRunning = false
  /// Whether the session plays, fades, pauses or is over.
  public package(set) var playback = PlaybackState.idle
  /// The place in the plan; `nil` when nothing is left.
  public private(set) var cursor: Cursor?
  /// The phase at the cursor; `nil` when nothing is left.
  public private(set) var phase: ObservedPhase?
  /// The phase that follows: at the end of this one, or for one that the user ends, if that is now.
  public private(set) var next: ObservedPhase?

  /// The place of a session that hasn't begun.
  package init(_ timeline: Timeline, of body: BodyProfile = BodyProfile()) {
    self.timeline = timeline
    self.body = body
    move(to: timeline.first())
  }

  /// The place of a session with this state.
  package init(_ timeline: Timeline, _ state: EngineState, _ progress: SessionProgress, of body: BodyProfile) {
    self.timeline = timeline
    self.body = body
    playback = state.playback
    at = state.now
    self.progress = progress
    isRunning = state.timer.isRunning
    move(to: state.cursor)
  }

  /// The place of a session that plays or has another state at a position of the plan, without an engine: for previews
  /// and tests.
  public init(_ timeline: Timeline, at position: Duration, _ playback: PlaybackState = .playing) {
    self.init(timeline)
    self.playback = playback
    let position = position.withinCentury
    let remaining = timeline.total.map { max(.zero, $0 - position) }
    sample(SessionProgress(elapsed: position, position: position, remaining: remaining), at: position)
    move(to: timeline.cursor(at: position))
  }

  /// Has its texts in the language of a reader, if the workout has translations into it.
  package mutating func read(in language: Language) {
    timeline = timeline.read(in: language)
    move(to: cursor)
  }

  // MARK: Reading

  /// Active time.
  public var elapsed: Duration { progress.elapsed }

  /// What is left of the workout; `nil` while an open phase without cap is ahead.
  public var remaining: Duration? { progress.remaining }

  /// The time since the start of the phase.
  public var phaseElapsed: Duration { max(.zero, progress.position - (cursor?.start ?? progress.position)) }

  /// What is left of the phase; `nil` if the user ends it, or if nobody is to know when it ends.
  public var phaseRemaining: Duration? {
    guard let end = cursor?.end, phase?.isSurprise == false else { return nil }
    return max(.zero, end - progress.position)
  }

  /// Whether the workout has begun, even if it is paused.
  public var hasBegun: Bool {
    switch playback {
    case .idle, .preparingToPlay, .preparingToPause: false
    default: true
    }
  }

  /// The reason why it is paused or pausing.
  public var pauseReason: PauseReason? {
    switch playback {
    case .paused(let reason), .preparingToPause(let reason), .fadingOut(_, .paused(let reason)): reason
    default: nil
    }
  }

  /// The intensity in which the phase is shown now; `nil` when nothing is left.
  public var shownIntensity: Intensity? { phase.map { $0.intensity(at: phaseElapsed) } }

  /// The next phases, at most `count`, as they follow unless a limit of the clock cuts an open phase; overtime isn't
  /// among them.
  ///
  /// A position or a length is unknown if it depends on when the user ends an open phase. Where the user decides how
  /// many there are, they are at most a thousand, or as many as the workout has.
  public func ahead(_ count: Int) -> [ObservedPhase] {
    guard let cursor else { return [] }
    var phases: [ObservedPhase] = []
    // Rounds of open phases take no time in the plan, so they would never come to an end.
    let count = min(count, max(timeline.phaseCount, Self.mostAhead))
    // Two plans, in which open phases last differently: what they have in common doesn't depend on the user.
    var (plan, other) = (cursor, Optional(cursor))
    while phases.count < count, let next = timeline.following(plan) {
      if other == plan, !timeline.endsByUser(plan.id), !timeline.isSurprise(plan.id) {
        other = next
      } else {
        let soon = Duration.nanoseconds(1)
        other = other.flatMap {
          // Overtime may take any time, though a plan has none.
          timeline.isOvertime($0.id)
            ? timeline.next(after: $0, endedAt: $0.start + soon) : timeline.following($0, openLength: soon)
        }.flatMap { $0.id == next.id ? $0 : nil }
      }
      if !timeline.isOvertime(next.id) { phases.append(ObservedPhase(next, in: timeline, of: body, unless: other)) }
      plan = next
    }
    return phases
  }

  private static let mostAhead = 1_000

  // MARK: Advancing

  /// The place at a later instant if no event occurs in between: the phases that follow by time begin. Before its own
  /// instant it is the place itself.
  public func place(at instant: Duration) -> Place {
    let instant = instant.withinCentury
    var place = extrapolated(to: instant)
    place.goOn(to: instant)
    return place
  }

  /// The times at another instant, if no event occurs in between, in the same phase; before the sample, the sample
  /// itself.
  package func extrapolated(to instant: Duration) -> Place {
    let passed = isRunning ? max(.zero, instant - at) : .zero
    var place = self
    place.at = max(at, instant)
    place.progress = SessionProgress(
      elapsed: progress.elapsed + passed, position: progress.position + passed,
      remaining: progress.remaining.map { max(.zero, $0 - passed) })
    return place
  }

  /// Whether extrapolating this place gives the times of the other one at its instant.
  package func leads(to other: Place) -> Bool {
    let place = extrapolated(to: other.at)
    return place.at == other.at && place.progress == other.progress && place.isRunning == other.isRunning
  }

  /// The instant at which the session is at `position`, if no event occurs before.
  package func instant(of position: Duration) -> Duration { at + (position - progress.position) }

  /// Goes on to the phase that has begun by `instant` if only time has passed.
  package mutating func goOn(to instant: Duration) {
    var last = cursor
    while isRunning, let here = last, let end = here.end, self.instant(of: end) <= instant,
      let next = timeline.next(after: here, endedAt: end)
    {
      last = next
    }
    if last != cursor { move(to: last) }
  }

  /// Takes the times at an instant.
  package mutating func sample(_ progress: SessionProgress, at instant: Duration) {
    (at, self.progress, isRunning) = (instant, progress, playback.isRunning)
  }

  /// Moves to a place in the plan; `nil` if nothing is left.
  package mutating func move(to cursor: Cursor?) {
    self.cursor = cursor
    phase = cursor.map { ObservedPhase($0, in: timeline, of: body, unless: $0) }
    next = ahead(1).first
  }
}

extension Engine {
  /// What a screen shows of the session at the instant up to which it has advanced.
  public var place: Place { Place(timeline, state, progress, of: policies.body) }
}

extension PlaybackState {
  package var isRunning: Bool {
    switch self {
    case .fadingIn, .playing: true
    default: false
    }
  }
}
