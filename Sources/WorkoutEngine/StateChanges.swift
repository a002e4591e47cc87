public import WorkoutModel

/// A field of a session's state with its present value, for those who show it.
public enum StateChange: Equatable, Sendable {
  case playback(String)
  /// The place of the phase in the file; `nil` when all is done.
  case phase(SegmentID?)
  case volume(Double)
  case ambient(String?)
  case lifecycle(Lifecycle)
  case audible(Bool)
  /// How many moves can be undone, and how many redone.
  case history(undoable: Int, redoable: Int)
  /// The place in the plan jumped.
  case position(Duration)

  /// The name that events carry.
  public var name: String {
    switch self {
    case .playback: "playback"
    case .phase: "phase"
    case .volume: "volume"
    case .ambient: "ambient"
    case .lifecycle: "lifecycle"
    case .audible: "audible"
    case .history: "history"
    case .position: "position"
    }
  }
}

extension EngineState {
  /// The fields that differ from those of `earlier`, with their present values.
  ///
  /// That time has passed is no change: `position` is listed only where it is not what the passing of time made it.
  public func changes(since earlier: EngineState) -> [StateChange] {
    var changes: [StateChange] = []
    if playback != earlier.playback { changes.append(.playback(playback.name)) }
    if cursor?.id != earlier.cursor?.id { changes.append(.phase(cursor?.id)) }
    if timer.position(at: now) - earlier.position != timer.elapsed(at: now) - earlier.elapsed {
      changes.append(.position(position))
    }
    if volume != earlier.volume { changes.append(.volume(volume)) }
    if ambient.sound != earlier.ambient.sound { changes.append(.ambient(ambient.sound)) }
    if lifecycle != earlier.lifecycle { changes.append(.lifecycle(lifecycle)) }
    if isAudible != earlier.isAudible { changes.append(.audible(isAudible)) }
    if (history.undoable, history.redoable) != (earlier.history.undoable, earlier.history.redoable) {
      changes.append(.history(undoable: history.undoable, redoable: history.redoable))
    }
    return changes
  }
}
