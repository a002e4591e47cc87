public import WorkoutEngine
public import WorkoutModel

/// What else is read of the session at a place.
extension ObservedSession {
  /// The plan.
  public var timeline: Timeline { place.timeline }

  /// Whether the session plays, fades, pauses or is over.
  public var playback: PlaybackState { place.playback }

  /// The place in the plan; `nil` when nothing is left.
  public var cursor: Cursor? { place.cursor }

  /// The phase at the cursor; it stays the last one after the end.
  public var phase: ObservedPhase? { place.phase ?? lastPhase }

  /// The current phase; `nil` when nothing is left.
  public var current: ObservedPhase? { place.phase }

  /// The phase that follows: at the end of this one, or for one that the user ends, if that is now.
  public var next: ObservedPhase? { place.next }

  /// The next phases, at most `count`, as they follow unless a limit of the clock cuts an open phase.
  public func ahead(_ count: Int) -> [ObservedPhase] { place.ahead(count) }

  /// The limit of the innermost group that has one, in the plan: its time, the time up to its cap, or the interval of
  /// the set.
  public var limit: Range<Duration>? { limited?.limit }

  /// Whether that limit is a cap, so that the time which has passed is the result.
  var isCapped: Bool { limited?.isCapped == true }

  private var limited: Timeline.SetSpan? { phase?.groups.last { $0.limit != nil } }

  /// Whether the workout has begun, even if it is paused.
  public var hasBegun: Bool { place.hasBegun }

  /// Whether the session is muted.
  public var isMuted: Bool { volume <= Limits.volume.lowerBound }

  /// The reason why it is paused or pausing.
  public var pauseReason: PauseReason? { place.pauseReason }

  package var roundCounts: [RoundCount] { RoundCount.all(rounds) }
}
