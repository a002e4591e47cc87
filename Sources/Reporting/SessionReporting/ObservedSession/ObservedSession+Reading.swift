public import WorkoutEngine
import WorkoutModel

/// What else is read of the session at a place.
extension ObservedSession {
  /// The current phase; `nil` when nothing is left.
  public var current: ObservedPhase? { cursor == nil ? nil : phase }

  /// The next phases, at most `count`, as they follow unless a limit of the clock cuts an open phase.
  ///
  /// A position or a length is unknown if it depends on when the user ends an open phase.
  public func ahead(_ count: Int) -> [ObservedPhase] {
    guard let cursor else { return [] }
    var phases: [ObservedPhase] = []
    // Two plans, in which open phases last differently: what they have in common doesn't depend on the user.
    var (plan, other) = (cursor, Optional(cursor))
    while phases.count < count, let next = timeline.following(plan) {
      if other == plan, !timeline.endsByUser(plan.id), !timeline.isSurprise(plan.id) {
        other = next
      } else {
        other = other.flatMap { timeline.following($0, openLength: .nanoseconds(1)) }.flatMap {
          $0.id == next.id ? $0 : nil
        }
      }
      phases.append(ObservedPhase(next, in: timeline, of: body, unless: other))
      plan = next
    }
    return phases
  }

  /// The limit of the innermost group that has one, in the plan: its time, the time up to its cap, or the interval of
  /// the set.
  public var limit: Range<Duration>? { limited?.limit }

  /// Whether that limit is a cap, so that the time which has passed is the result.
  var isCapped: Bool { limited?.isCapped == true }

  private var limited: Timeline.SetSpan? { phase?.groups.last { $0.limit != nil } }

  /// Whether the workout has begun, even if it is paused.
  public var hasBegun: Bool {
    switch playback {
    case .idle, .preparingToPlay, .preparingToPause: false
    default: true
    }
  }

  /// Whether the session is muted.
  public var isMuted: Bool { volume <= Limits.volume.lowerBound }

  /// The reason why it is paused or pausing.
  public var pauseReason: PauseReason? {
    switch playback {
    case .paused(let reason), .preparingToPause(let reason), .fadingOut(_, .paused(let reason)): reason
    default: nil
    }
  }

  package var roundCounts: [RoundCount] { RoundCount.all(rounds) }
}
