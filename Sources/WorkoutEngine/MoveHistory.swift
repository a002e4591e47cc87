import WorkoutModel

/// The places that moves of the user have left, so that each can be undone.
///
/// The law: an undo followed at once by a redo changes nothing but the history itself.
public struct MoveHistory: Equatable, Sendable, Codable {
  /// How many moves can be undone.
  public static let capacity = 32

  /// A place in the plan, and the lengths that the user had chosen by then.
  struct Place: Equatable, Sendable, Codable {
    let cursor: Cursor
    let position: Duration
    let edits: [PhaseEdit]
  }

  private(set) var past: [Place] = []
  private(set) var future: [Place] = []

  /// How many moves can be undone now.
  public var undoable: Int { past.count }
  /// How many undone moves can be redone now.
  public var redoable: Int { future.count }

  /// Every place that it holds.
  var cursors: [Cursor] { (past + future).map(\.cursor) }

  /// The places to which one undo or redo leads.
  var next: [Place] { [past.last, future.last].compactMap { $0 } }

  /// Notes the place that a new move leaves; what had been undone can't be redone after it.
  mutating func note(_ place: Place) {
    past.append(place)
    if past.count > Self.capacity { past.removeFirst() }
    future = []
  }

  /// The place to go back to, when the present one is `place`.
  mutating func undo(from place: Place) -> Place? {
    guard let target = past.popLast() else { return nil }
    future.append(place)
    return target
  }

  /// The place to go forward to again, when the present one is `place`.
  mutating func redo(from place: Place) -> Place? {
    guard let target = future.popLast() else { return nil }
    past.append(place)
    return target
  }
}
