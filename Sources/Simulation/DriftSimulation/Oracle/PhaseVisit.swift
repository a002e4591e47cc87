import WorkoutModel

/// The sequence of phases that a session visits; one that it returns to occurs twice.
struct PhaseVisitLog: Equatable, Sendable {
  private(set) var visits: [PhaseVisit] = []
  /// Each start of the timer, in order.
  private(set) var intervals: [RunInterval] = []
  /// The current step of the trace.
  var step = 0
  /// Whether a phase was left other than by time or as planned, or its length was changed.
  private(set) var hasMoved = false

  mutating func enter(
    _ cursor: Cursor, at position: Duration, _ instant: Duration, isShifted: Bool, doneAfter: Duration? = nil,
    isRestored: Bool = false
  ) {
    visits.append(
      PhaseVisit(
        cursor: cursor, segment: cursor.id, start: cursor.start, end: cursor.end, from: position, enteredAt: instant,
        firstStep: step, firstInterval: intervals.count, isShifted: isShifted, doneAfter: doneAfter,
        isRestored: isRestored))
  }

  mutating func leave(
    at position: Duration, _ instant: Duration, _ reason: PhaseVisit.Leaving, isPlanned: Bool = false
  ) {
    guard let last = visits.indices.last, visits[last].leaving == nil else { return }
    visits[last].to = position
    visits[last].leftAt = instant
    visits[last].leaving = reason
    visits[last].lastStep = step
    if !isPlanned { hasMoved = true }
  }

  /// Records a move away from the end, before the closing cues.
  mutating func reopen() {
    guard let last = visits.indices.last, visits[last].leaving != nil else { return }
    visits[last].leaving = .elsewhere
    hasMoved = true
  }

  /// Moves the end of the current phase, at a position. A session that was paused at its old end has not left it.
  mutating func moveEnd(to end: Duration?, at position: Duration, isPlanned: Bool = false) {
    guard let last = visits.indices.last else { return }
    (visits[last].end, visits[last].isCutShort) = (end, end == position)
    if !isPlanned {
      visits[last].edits += 1
      hasMoved = true
    }
    (visits[last].to, visits[last].leftAt) = (nil, nil)
    (visits[last].leaving, visits[last].lastStep) = (nil, nil)
  }

  /// Records that the user has said of the current phase that it is done, so long after its start, and that it lasts on
  /// until a later end.
  mutating func hold(until end: Duration?, saidAfter: Duration, isPlanned: Bool) {
    guard let last = visits.indices.last else { return }
    moveEnd(to: end, at: visits[last].start + saidAfter, isPlanned: isPlanned)
    visits[last].doneAfter = saidAfter
  }

  /// Whether the timer started at a position and an instant, as after a pause there.
  func runsOn(from position: Duration, at instant: Duration) -> Bool {
    intervals.contains(RunInterval(position: position, instant: instant))
  }

  mutating func addInterval(from position: Duration, at instant: Duration) {
    intervals.append(RunInterval(position: position, instant: instant))
  }

  /// The instant at which the plan reached a position within a visit; `nil` if it didn't.
  func instant(of position: Duration, in visit: Int) -> Duration? {
    let first = visits[visit].firstInterval
    let end = visit + 1 < visits.count ? visits[visit + 1].firstInterval : intervals.count
    guard first < end, position >= intervals[first].position else { return nil }
    // The first of several intervals that contain it: it was reached before the pause.
    let interval = (first..<end).first { $0 + 1 >= end || position <= intervals[$0 + 1].position } ?? first
    return intervals[interval].instant + (position - intervals[interval].position)
  }
}

/// A start of the timer: its position in the plan and its instant.
struct RunInterval: Equatable, Sendable {
  let position: Duration
  let instant: Duration
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
  /// The instant at which it entered, in session time.
  let enteredAt: Duration
  /// The position at which it left; `nil` for the current visit.
  var to: Duration?
  /// The instant at which it left, in session time.
  var leftAt: Duration?
  var leaving: Leaving?
  let firstStep: Int
  var lastStep: Int?
  let firstInterval: Int
  /// Whether the user had changed the plan before, other than by ending open phases as planned.
  let isShifted: Bool
  /// The time after the start of the phase at which the user said that it is done, if that took effect later.
  var doneAfter: Duration?
  /// Whether it continues after a crash of the session's process.
  let isRestored: Bool
  /// The number of times that the user changed its length during the visit, other than as planned.
  var edits = 0
  /// Whether the user's last change of its end left nothing of it.
  var isCutShort = false

  /// Makes it the current one again; forgets the *done* if the user has said it only later.
  mutating func reopen(isDone: Bool) {
    (to, leaving) = (nil, nil)
    if !isDone { (end, doneAfter) = (cursor.end, nil) }
  }

  /// The position at which the user said that it is done; `nil` if the user didn't.
  var doneAt: Duration? { doneAfter.map { start + $0 } ?? (leaving == .done ? to : nil) }

  /// Whether it ended at once by an action of the user, rather than by the clock or at the end that the user had set.
  var isEndedAtOnce: Bool { isCutShort || (leaving != .time && leaving != .done) }
}
