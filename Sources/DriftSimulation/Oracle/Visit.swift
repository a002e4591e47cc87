import WorkoutModel

/// The phases that a session goes through, one after another; one that it comes back to is there twice.
struct VisitLog: Equatable, Sendable {
  private(set) var visits: [Visit] = []
  /// Each moment at which the plan began to run on, in order.
  private(set) var pieces: [RunPiece] = []
  /// The step that is being taken.
  var step = 0

  mutating func enter(_ cursor: Cursor, at position: Duration, _ instant: Duration, isShifted: Bool) {
    visits.append(
      Visit(
        segment: cursor.id, start: cursor.start, end: cursor.end, from: position, enteredAt: instant,
        firstStep: step, firstPiece: pieces.count, isShifted: isShifted))
  }

  /// The session goes on where it had been stored.
  mutating func markRestored() {
    guard let last = visits.indices.last else { return }
    visits[last].isRestored = true
  }

  mutating func leave(at position: Duration, _ instant: Duration, _ reason: Visit.Leaving) {
    guard let last = visits.indices.last, visits[last].leaving == nil else { return }
    visits[last].to = position
    visits[last].leftAt = instant
    visits[last].leaving = reason
    visits[last].lastStep = step
  }

  /// The user went away from the end, before what closes the workout had come.
  mutating func reopen() {
    guard let last = visits.indices.last, visits[last].leaving != nil else { return }
    visits[last].leaving = .elsewhere
  }

  /// The present phase ends somewhere else than planned.
  mutating func moveEnd(to end: Duration?) {
    guard let last = visits.indices.last else { return }
    visits[last].end = end
    visits[last].edits += 1
  }

  mutating func addPiece(from position: Duration, at instant: Duration) {
    pieces.append(RunPiece(position: position, instant: instant))
  }

  /// When the plan reached a position within a visit; `nil` where it didn't.
  func instant(of position: Duration, in visit: Int) -> Duration? {
    let first = visits[visit].firstPiece
    let end = visit + 1 < visits.count ? visits[visit + 1].firstPiece : pieces.count
    guard first < end, position >= pieces[first].position else { return nil }
    // Of several pieces that hold it, the first: it was reached before the pause.
    let piece = (first..<end).first { $0 + 1 >= end || position <= pieces[$0 + 1].position } ?? first
    return pieces[piece].instant + (position - pieces[piece].position)
  }
}

/// From this place in the plan on time ran, beginning at this instant.
struct RunPiece: Equatable, Sendable {
  let position: Duration
  let instant: Duration
}

/// A phase that a session went through.
struct Visit: Equatable, Sendable {
  /// Why a phase was left.
  enum Leaving: Equatable, Sendable {
    /// Its time was over.
    case time
    /// The user went on, past what was left of it.
    case forward
    /// The user went back, or to another place in it.
    case elsewhere
    /// The user ended it.
    case done
    /// The workout was stopped.
    case stop
    /// The session's process died.
    case death
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
  let firstPiece: Int
  /// Whether the user had changed the plan before.
  let isShifted: Bool
  /// Whether it goes on after the death of the session's process.
  var isRestored = false
  /// How often the user changed its length meanwhile.
  var edits = 0
}
