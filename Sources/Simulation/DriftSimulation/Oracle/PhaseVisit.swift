import WorkoutModel

/// The phases that a session goes through, one after another; one that it comes back to is there twice.
struct PhaseVisitLog: Equatable, Sendable {
  private(set) var visits: [PhaseVisit] = []
  /// Each moment at which the plan began to run on, in order.
  private(set) var intervals: [RunInterval] = []
  /// The step that is being judged.
  var step = 0
  /// Whether a phase was left other than by time, or its length was changed.
  private(set) var hasMoved = false

  mutating func enter(_ cursor: Cursor, at position: Duration, _ instant: Duration, isShifted: Bool) {
    visits.append(
      PhaseVisit(
        segment: cursor.id, start: cursor.start, end: cursor.end, from: position, enteredAt: instant,
        firstStep: step, firstInterval: intervals.count, isShifted: isShifted))
  }

  /// The session continues from where it had been stored.
  mutating func markRestored() {
    guard let last = visits.indices.last else { return }
    visits[last].isRestored = true
  }

  mutating func leave(at position: Duration, _ instant: Duration, _ reason: PhaseVisit.Leaving) {
    guard let last = visits.indices.last, visits[last].leaving == nil else { return }
    visits[last].to = position
    visits[last].leftAt = instant
    visits[last].leaving = reason
    visits[last].lastStep = step
    if reason != .time { hasMoved = true }
  }

  /// The user went away from the end, before what closes the workout had come.
  mutating func reopen() {
    guard let last = visits.indices.last, visits[last].leaving != nil else { return }
    visits[last].leaving = .elsewhere
    hasMoved = true
  }

  /// Moves the end of the present phase. A session that was paused at its old end has not left it.
  mutating func moveEnd(to end: Duration?) {
    guard let last = visits.indices.last else { return }
    visits[last].end = end
    visits[last].edits += 1
    hasMoved = true
    (visits[last].to, visits[last].leftAt) = (nil, nil)
    (visits[last].leaving, visits[last].lastStep) = (nil, nil)
  }

  /// Whether the plan ran on from a position at an instant, as after a pause there.
  func runsOn(from position: Duration, at instant: Duration) -> Bool {
    intervals.contains(RunInterval(position: position, instant: instant))
  }

  mutating func addInterval(from position: Duration, at instant: Duration) {
    intervals.append(RunInterval(position: position, instant: instant))
  }

  /// When the plan reached a position within a visit; `nil` if it didn't.
  func instant(of position: Duration, in visit: Int) -> Duration? {
    let first = visits[visit].firstInterval
    let end = visit + 1 < visits.count ? visits[visit + 1].firstInterval : intervals.count
    guard first < end, position >= intervals[first].position else { return nil }
    // Of several intervals that hold it, the first: it was reached before the pause.
    let interval = (first..<end).first { $0 + 1 >= end || position <= intervals[$0 + 1].position } ?? first
    return intervals[interval].instant + (position - intervals[interval].position)
  }
}

/// From this place in the plan on time ran, beginning at this instant.
struct RunInterval: Equatable, Sendable {
  let position: Duration
  let instant: Duration
}

/// A phase that a session went through.
struct PhaseVisit: Equatable, Sendable {
  /// Why a phase was left.
  enum Leaving: Equatable, Sendable {
    /// Its time was over.
    case time
    /// The user moved forward, past the rest of it.
    case forward
    /// The user went back, or to another place in it.
    case elsewhere
    /// The user ended it.
    case done
    /// The workout was stopped.
    case stop
    /// The session's process ended.
    case crash
  }

  let segment: SegmentID
  /// Where the phase begins in the plan, as it was then.
  let start: Duration
  var end: Duration?
  /// Where in the plan the session came in.
  let from: Duration
  /// When it came in, in session time.
  let enteredAt: Duration
  /// Where it left; `nil` while it is there.
  var to: Duration?
  /// When it left, in session time.
  var leftAt: Duration?
  var leaving: Leaving?
  let firstStep: Int
  var lastStep: Int?
  let firstInterval: Int
  /// Whether the user had changed the plan before.
  let isShifted: Bool
  /// Whether it continues after a crash of the session's process.
  var isRestored = false
  /// How often the user changed its length meanwhile.
  var edits = 0
}
