import WorkoutModel

/// The places that moves of the user have left, so that each can be undone.
///
/// The law: an undo followed at once by a redo changes only the history itself.
public struct MoveHistory: Equatable, Sendable, Codable {
  /// How many moves can be undone.
  public static let capacity = 32

  /// A place in the plan, and the lengths that the user had chosen by then.
  struct Place: Equatable, Sendable, Codable {
    let cursor: Cursor
    let position: Duration
    let edits: [PhaseEdit]
  }

  /// A place that a move has left, or where a phase was made longer or shorter.
  struct Entry: Equatable, Sendable, Codable {
    let place: Place
    /// What was done to the length of the phase; `nil` for a move.
    var extended: Extension?

    private enum CodingKeys: CodingKey {
      case place, extended
    }
  }

  /// A change to the length of a phase. While that phase is the current one, undoing the change doesn't move the
  /// session.
  struct Extension: Equatable, Sendable, Codable {
    let id: SegmentID
    /// By how much the end came later.
    let amount: Duration
    /// Whether nothing was left of the phase then, so that it was a move to the next one as well.
    let endedPhase: Bool
  }

  /// What an undo or a redo does.
  enum Step: Equatable {
    case travel(to: Place)
    case extend(by: Duration)
  }

  /// Backwards or forwards in the history.
  enum Direction: String { case undo, redo }

  private(set) var past: [Entry] = []
  private(set) var future: [Entry] = []

  /// How many moves can be undone now.
  public var undoable: Int { past.count }
  /// How many undone moves can be redone now.
  public var redoable: Int { future.count }

  /// Every place that it holds.
  var cursors: [Cursor] { (past + future).map(\.place.cursor) }

  /// The places to which one undo or redo leads from the phase `id`.
  func next(from id: SegmentID) -> [Place] {
    [past.last, future.last].compactMap { $0 }.filter { $0.extended?.id != id }.map(\.place)
  }

  /// Records the place that a new move leaves; what had been undone can't be redone after it.
  mutating func record(_ place: Place, _ extended: Extension? = nil) {
    past.append(Entry(place: place, extended: extended))
    if past.count > Self.capacity { past.removeFirst() }
    future = []
  }

  /// What undoes the last move or change of a length, or makes the last undone one again.
  func step(_ direction: Direction, in id: SegmentID) -> Step? {
    guard let entry = direction == .undo ? past.last : future.last else { return nil }
    guard let extended = entry.extended, extended.id == id else { return .travel(to: entry.place) }
    return .extend(by: direction == .undo ? .zero - extended.amount : extended.amount)
  }

  /// Records that an undo or a redo was made when the present place was `place`; `extended` is what it did to the
  /// length of the phase.
  mutating func record(_ direction: Direction, from place: Place, _ extended: Extension? = nil) {
    switch direction {
    case .undo: if past.popLast() != nil { future.append(Entry(place: place, extended: extended?.reversed)) }
    case .redo: if future.popLast() != nil { past.append(Entry(place: place, extended: extended)) }
    }
  }

  /// Time has ended a phase: what was done to its length can't be taken back any more.
  mutating func forgetExtensions(of id: SegmentID) {
    while past.last?.extended?.isOver(with: id) ?? false { past.removeLast() }
    while future.last?.extended?.isOver(with: id) ?? false { future.removeLast() }
  }
}

extension MoveHistory.Extension {
  /// What takes it back.
  fileprivate var reversed: Self { Self(id: id, amount: .zero - amount, endedPhase: endedPhase) }

  fileprivate func isOver(with phase: SegmentID) -> Bool { id == phase && !endedPhase }
}

extension MoveHistory.Entry {
  /// Reads an entry, or a place alone, as `EngineSnapshot` had it up to format 2.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    guard fields.contains(.place) else {
      self.init(place: try MoveHistory.Place(from: decoder), extended: nil)
      return
    }
    self.init(
      place: try fields.decode(MoveHistory.Place.self, forKey: .place),
      extended: try fields.decodeIfPresent(MoveHistory.Extension.self, forKey: .extended))
  }
}
