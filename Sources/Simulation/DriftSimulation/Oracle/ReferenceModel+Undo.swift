import WorkoutEngine
import WorkoutModel

extension ReferenceModel {
  mutating func undo() { turn(\.past, \.future) }

  mutating func redo() { turn(\.future, \.past) }

  /// Moves the last move from one list to the other: a changed length if it belongs to the current phase, else a place.
  private mutating func turn(
    _ from: WritableKeyPath<ReferenceModel, [Place]>, _ to: WritableKeyPath<ReferenceModel, [Place]>
  ) {
    guard var left = place, let target = self[keyPath: from].last else { return }
    if let extended = target.extended, extended.id == cursor?.id {
      guard let done = lengthen(by: .zero - extended.amount) else { return }
      left.extended = done
    } else if target.isHeld, target.cursor.id == cursor?.id {
      var here = target
      here.position = min(position, target.cursor.end ?? position)
      travel(to: here)
    } else if target.isEnd || target.isHeld {
      travel(to: onClock(target))
    } else {
      travel(to: target)
    }
    (left.isHeld, left.isEnd) = (target.isHeld, target.isEnd)
    if left.isHeld, target.cursor.id != left.cursor.id { (left.isHeld, left.isEnd) = (false, true) }
    self[keyPath: from].removeLast()
    self[keyPath: to].append(left)
  }

  /// A place to which an undo returns, where the clock of a group has gone on.
  private func onClock(_ place: Place) -> Place {
    guard let cursor,
      let shift = timeline.clockShift(from: cursor, at: position, to: place.cursor, at: place.position)
    else { return place }
    var there = place
    there.cursor.move(shift)
    let index = there.edits.firstIndex { $0.id == place.cursor.id } ?? there.edits.endIndex
    if index == there.edits.endIndex { there.edits.append(Edit(id: place.cursor.id)) }
    there.edits[index].clocks.append(shift)
    return there
  }

  /// Discards the changes of the phase's length from the history, because time has ended the phase.
  mutating func forgetExtensions() {
    func isOver(_ place: Place?) -> Bool {
      place?.extended.map { $0.id == cursor?.id && !$0.endedPhase } ?? false
    }
    while isOver(past.last) { past.removeLast() }
    while isOver(future.last) { future.removeLast() }
  }
}
