import WorkoutModel

/// The sequence of phases that a session visits; one that it returns to occurs twice.
struct PhaseVisitLog: Equatable, Sendable {
  private(set) var visits: [PhaseVisit] = []
  /// The current step of the trace.
  var step = 0

  mutating func enter(_ cursor: Cursor, at position: Duration, after elapsed: Duration, _ instant: Duration) {
    visits.append(
      PhaseVisit(
        cursor: cursor, segment: cursor.id, start: cursor.start, end: cursor.end, from: position, elapsed: elapsed,
        enteredAt: instant, firstStep: step))
  }

  mutating func leave(at position: Duration, _ instant: Duration, _ reason: PhaseVisit.Leaving) {
    guard let last = visits.indices.last, visits[last].leaving == nil else { return }
    visits[last].to = position
    visits[last].leftAt = instant
    visits[last].leaving = reason
    visits[last].lastStep = step
  }

  /// Records a move away from the end, before the closing cues.
  mutating func reopen() {
    guard let last = visits.indices.last, visits[last].leaving != nil else { return }
    visits[last].leaving = .elsewhere
  }

  /// Moves the end of the current phase, at a position. A session that was paused at its old end has not left it.
  mutating func moveEnd(to end: Duration?, at position: Duration, isDone: Bool = false) {
    guard let last = visits.indices.last else { return }
    (visits[last].end, visits[last].isCutShort) = (end, end == position)
    if !isDone { visits[last].isEdited = true }
    (visits[last].to, visits[last].leftAt) = (nil, nil)
    (visits[last].leaving, visits[last].lastStep) = (nil, nil)
  }
}

/// A visit of a phase by a session.
struct PhaseVisit: Equatable, Sendable {
  /// The reason for leaving a phase.
  enum Leaving: Equatable, Sendable {
    /// The clock ended it.
    case time
    /// The user moved forward, past the rest of it.
    case forward
    /// The user moved back, or to another position in it.
    case elsewhere
    /// The user ended it.
    case done
    /// The workout was stopped.
    case stop
    /// The session's process ended.
    case crash
  }

  /// The place in the plan at which it began.
  let cursor: Cursor
  let segment: SegmentID
  /// The start of the phase in the plan, as of the visit.
  let start: Duration
  var end: Duration?
  /// The position in the plan at which the session entered.
  let from: Duration
  /// The active time at which it entered.
  let elapsed: Duration
  /// The instant at which it entered, in session time.
  let enteredAt: Duration
  /// The position at which it left; `nil` for the current visit.
  var to: Duration?
  /// The instant at which it left, in session time.
  var leftAt: Duration?
  var leaving: Leaving?
  let firstStep: Int
  var lastStep: Int?
  /// Whether the user changed its length during the visit, other than by ending it.
  var isEdited = false
  /// Whether the user's last change of its end left nothing of it.
  var isCutShort = false

  /// Whether it ended at once by an action of the user, rather than by the clock or at the end that the user had set.
  var isEndedAtOnce: Bool { isCutShort || (leaving != .time && leaving != .done) }
}
