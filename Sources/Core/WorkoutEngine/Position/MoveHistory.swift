import WorkoutModel

/// The places that the user's moves have left, so that each move can be undone.
///
/// The law: an undo followed at once by a redo changes only the history itself.
package struct MoveHistory: Equatable, Sendable {
  /// The maximum number of moves that can be undone.
  package static let capacity = 32

  /// A place in the plan, and the lengths that the user had chosen by then.
  struct Location: Equatable, Sendable {
    let cursor: Cursor
    let position: Duration
    let edits: [PhaseEdit]

    /// The same place at another position, at most its end.
    func reached(at position: Duration) -> Location {
      Location(cursor: cursor, position: min(position, cursor.end ?? position), edits: edits)
    }
  }

  /// A place that a move left, or at which the length of a phase was changed.
  struct Entry: Equatable, Sendable {
    let place: Location
    /// The change of the length of the phase; `nil` for a move.
    var extended: Extension?
    var kind = Kind.move
  }

  enum Kind: String, Equatable, Sendable {
    case move
    /// A *done* that took effect later: while its phase lasts, undoing it doesn't move.
    case held
    /// The end of a phase before its time, while the clock of the group around it ran on: it runs on in an undo, too.
    case onClock
  }

  /// A change to the length of a phase. While that phase is the current one, undoing the change doesn't move the
  /// session.
  struct Extension: Equatable, Sendable {
    let id: SegmentID
    /// By how much the end moved later.
    let amount: Duration
    /// Whether nothing was left of the phase, so that the change also moved to the next one.
    let endedPhase: Bool
  }

  enum Step: Equatable {
    case travel(to: Location, Kind)
    case extend(by: Duration)
  }

  /// The direction in the history.
  enum Direction: String { case undo, redo }

  private(set) var past: [Entry] = []
  private(set) var future: [Entry] = []

  /// The number of moves that can be undone now.
  package var undoable: Int { past.count }
  /// The number of undone moves that can be redone now.
  package var redoable: Int { future.count }

  /// The numbers of both, as an event reports them.
  var counts: StateChange { .history(undoable: undoable, redoable: redoable) }

  /// The places that one undo or redo from the phase `id` leads to.
  func next(from id: SegmentID) -> [Location] {
    [past.last, future.last].compactMap { $0 }.filter { $0.extended?.id != id }.map { $0.place }
  }

  /// Records the place that a new move leaves, and discards the undone moves.
  mutating func record(_ place: Location, _ extended: Extension? = nil, _ kind: Kind = .move) {
    past.append(Entry(place: place, extended: extended, kind: kind))
    if past.count > Self.capacity { past.removeFirst() }
    future = []
  }

  /// The step that undoes the last move or change of a length, or redoes the last undone one.
  func step(_ direction: Direction, in id: SegmentID) -> Step? {
    guard let entry = direction == .undo ? past.last : future.last else { return nil }
    guard let extended = entry.extended, extended.id == id else {
      return .travel(to: entry.place, entry.kind)
    }
    return .extend(by: direction == .undo ? .zero - extended.amount : extended.amount)
  }

  /// Records that an undo or a redo was made at `place`; `extended` is its change of the length of the phase.
  mutating func record(_ direction: Direction, from place: Location, _ extended: Extension? = nil) {
    guard let entry = direction == .undo ? past.popLast() : future.popLast() else { return }
    // From another phase than that of the *done*, the way back is a move.
    let isElsewhere = entry.place.cursor.id != place.cursor.id
    let kind = entry.kind == .held && isElsewhere ? .onClock : entry.kind
    switch direction {
    case .undo: future.append(Entry(place: place, extended: extended?.reversed, kind: kind))
    case .redo: past.append(Entry(place: place, extended: extended, kind: kind))
    }
  }

  /// Forgets the changes to the length of a phase that time has ended: they can no longer be undone.
  mutating func forgetExtensions(of id: SegmentID) {
    while past.last?.extended?.isOver(with: id) ?? false { past.removeLast() }
    while future.last?.extended?.isOver(with: id) ?? false { future.removeLast() }
  }
}

extension MoveHistory.Extension {
  fileprivate var reversed: Self { Self(id: id, amount: .zero - amount, endedPhase: endedPhase) }

  fileprivate func isOver(with phase: SegmentID) -> Bool { id == phase && !endedPhase }
}
