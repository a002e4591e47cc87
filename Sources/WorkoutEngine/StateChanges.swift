public import WorkoutModel

/// A field of a session's state with its present value, for those who show it.
public enum StateChange: Equatable, Sendable {
  case playback(String)
  /// The place of the phase in the file; `nil` when all is done.
  case phase(SegmentID?)
  /// Where the phase ends in the plan, when it was made longer or shorter; `nil` where only the user ends it.
  case end(Duration?)
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
    case .end: "end"
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
  public func changes(since earlier: EngineState) -> [StateChange] { glance.changes(since: earlier.glance) }

  /// What a change is told of, without the ledger and the history, whose copies would cost more than most actions.
  struct Glance {
    fileprivate let playback: PlaybackState
    fileprivate let phase: SegmentID?
    fileprivate let phaseEnd: Duration?
    fileprivate let elapsed: Duration
    fileprivate let position: Duration
    fileprivate let volume: Double
    fileprivate let bed: String?
    fileprivate let lifecycle: Lifecycle
    fileprivate let isAudible: Bool
    fileprivate let undoable: Int
    fileprivate let redoable: Int
  }

  /// The state as events tell of it.
  var glance: Glance {
    Glance(
      playback: playback, phase: cursor?.id, phaseEnd: cursor?.end, elapsed: elapsed, position: position,
      volume: volume, bed: ambient.sound, lifecycle: lifecycle, isAudible: isAudible, undoable: history.undoable,
      redoable: history.redoable)
  }
}

extension EngineState.Glance {
  /// The fields that differ from those of `earlier`, with their present values.
  func changes(since earlier: Self) -> [StateChange] {
    var changes: [StateChange] = []
    if playback != earlier.playback { changes.append(.playback(playback.name)) }
    if phase != earlier.phase {
      changes.append(.phase(phase))
    } else if phaseEnd != earlier.phaseEnd {
      changes.append(.end(phaseEnd))
    }
    if position - earlier.position != elapsed - earlier.elapsed { changes.append(.position(position)) }
    if volume != earlier.volume { changes.append(.volume(volume)) }
    if bed != earlier.bed { changes.append(.ambient(bed)) }
    if lifecycle != earlier.lifecycle { changes.append(.lifecycle(lifecycle)) }
    if isAudible != earlier.isAudible { changes.append(.audible(isAudible)) }
    if (undoable, redoable) != (earlier.undoable, earlier.redoable) {
      changes.append(.history(undoable: undoable, redoable: redoable))
    }
    return changes
  }
}
