package import WorkoutEngine
package import WorkoutModel

/// What else is read of the session at a place.
extension ObservedSession {
  /// The plan.
  package var timeline: Timeline { place.timeline }

  /// Whether the session plays, fades, pauses or is over.
  package var playback: PlaybackState { place.playback }

  /// The place in the plan; `nil` when nothing is left.
  package var cursor: Cursor? { place.cursor }

  /// The phase at the cursor; it stays the last one after the end.
  package var phase: ObservedPhase? { place.phase ?? lastPhase }

  /// The current phase; `nil` when nothing is left.
  package var current: ObservedPhase? { place.phase }

  /// The phase that follows: at the end of this one, or for one that the user ends, if that is now.
  package var next: ObservedPhase? { place.next }

  /// The next phases, at most `count`, as they follow unless a limit of the clock cuts an open phase.
  package func ahead(_ count: Int) -> [ObservedPhase] { place.ahead(count) }

  /// The limit of the innermost group that has one, in the plan: its time, the time up to its cap, or the interval of
  /// the set.
  package var limit: Range<Duration>? { limited?.limit }

  /// Whether that limit is a cap, so that the time which has passed is the result.
  var isCapped: Bool { limited?.isCapped == true }

  private var limited: Timeline.SetSpan? { phase?.groups.last { $0.limit != nil } }

  /// Whether the workout has begun, even if it is paused.
  package var hasBegun: Bool { place.hasBegun }

  /// Whether the session is muted.
  package var isMuted: Bool { volume <= Limits.volume.lowerBound }

  /// The reason why it is paused or pausing.
  package var pauseReason: PauseReason? { place.pauseReason }

  package var roundCounts: [RoundCount] { RoundCount.all(rounds) }
}
