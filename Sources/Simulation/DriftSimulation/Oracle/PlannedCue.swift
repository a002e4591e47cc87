public import WorkoutEngine
public import WorkoutModel

/// A cue of the plan: its place and its maximum lateness. It is immutable, so all laws share it.
public final class PlannedCue: Sendable {
  /// Its identity.
  public var key: CueKey { warning.key }
  /// Its role.
  public var kind: CueKind { warning.kind }
  /// Its class, which determines the maximum lateness.
  public var cueClass: CueClass { warning.cueClass }
  /// The set it is planned for, counted from 1.
  public var set: Int? { warning.plannedSet }
  /// The position in the plan at which it must begin to sound.
  public var due: Duration { warning.due }
  /// The moment that its rule specifies, in the plan.
  public var mark: Duration { warning.mark }
  /// Its words when it is on time; `nil` if it has none.
  public let say: String?
  /// The phase in which it is settled in an undisturbed run: that of its moment, or an earlier one if its words begin
  /// before that.
  public let segment: SegmentID
  /// The start and end of that phase in the plan.
  let segmentStart: Duration
  let segmentEnd: Duration?
  var rule: CueRule { warning.rule }
  /// Whether the user may end a phase within its phase, set or workout, whose end is then unknown beforehand.
  let isOpen: Bool
  /// The cue as the engine planned it.
  let warning: ScheduledWarning
  /// Creates a cue from one that the engine has planned, and that was settled in a phase.
  init(_ warning: ScheduledWarning, in phase: Cursor?, isOpen: Bool) {
    self.warning = warning
    self.isOpen = isOpen
    say = warning.speech?.phrase.text
    let home = warning.segment
    let first = warning.due < home.start ? phase?.segment ?? home : home
    segment = first.id
    segmentStart = first.start
    segmentEnd = first.end
  }

  /// The maximum lateness; `nil` without limit.
  public var grace: Duration? { warning.longestDelay }

  /// Whether its place is independent of the end of its phase, set or workout.
  var isMeasuredFromStart: Bool {
    switch rule.at {
    case .start, .part(0, _), .every: true
    case .end, .half, .part, .random: false
    }
  }
}
