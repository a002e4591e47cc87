package import WorkoutEngine
package import WorkoutModel

/// A cue of the plan: its place and its maximum lateness. It is immutable, so all laws share it.
package final class PlannedCue: Sendable {
  /// Its identity.
  package var key: CueKey { warning.key }
  /// Its role.
  package var kind: CueKind { warning.kind }
  /// Its class, which determines the maximum lateness.
  package var cueClass: CueClass { warning.cueClass }
  /// The set it is planned for, counted from 1.
  package var set: Int? { warning.plannedSet }
  /// The position in the plan at which it must begin to sound.
  package var due: Duration { warning.due }
  /// The moment that its rule specifies, in the plan.
  package var mark: Duration { warning.mark }
  /// Its words when it is on time; `nil` if it has none.
  package let say: String?
  /// The phase in which it is settled in an undisturbed run: that of its moment, or an earlier one if its words begin
  /// before that.
  package let segment: SegmentID
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
  package var grace: Duration? { warning.longestDelay }

  /// Whether its place is independent of the end of its phase, set or workout.
  var isMeasuredFromStart: Bool {
    switch rule.at {
    case .start, .part(0, _), .every: true
    case .end, .half, .part, .random: false
    }
  }
}
