public import WorkoutModel

/// A field of a session's state with its current value, for display.
public enum StateChange: Equatable, Sendable {
  case playback(String)
  /// The current phase and the sets around it; `nil` when all is done.
  case phase(SegmentID?)
  /// The end of the phase in the plan after its length was changed; `nil` if only the user ends it.
  case end(Duration?)
  case volume(Double)
  case ambient(String?)
  case lifecycle(Lifecycle)
  case audible(Bool)
  /// The numbers of moves that can be undone and redone.
  case history(undoable: Int, redoable: Int)
  /// The position in the plan jumped.
  case position(Duration)

  /// The name that events use.
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

  /// Whether an event reports it at the instant of the change instead of at the end of the action.
  var isReportedAtOnce: Bool {
    switch self {
    case .playback, .phase, .ambient: true
    default: false
    }
  }
}

extension EngineState {
  /// The fields that differ from those of `earlier`, with their current values.
  ///
  /// The passage of time is no change: `position` is listed only if it changed by another amount than `elapsed`.
  public func changes(since earlier: EngineState) -> [StateChange] { observable.changes(since: earlier.observable) }

  /// The fields whose changes are reported, without the ledger and the history, whose copies would cost more than most
  /// actions.
  struct ObservableState {
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

  /// The part of the state that events report.
  var observable: ObservableState {
    ObservableState(
      playback: playback, phase: cursor?.id, phaseEnd: cursor?.end, elapsed: elapsed, position: position,
      volume: volume, bed: ambient.sound, lifecycle: lifecycle, isAudible: isAudible, undoable: history.undoable,
      redoable: history.redoable)
  }
}

extension Engine {
  /// The part of the state that events report, without composing the rest.
  var observable: EngineState.ObservableState {
    EngineState.ObservableState(
      playback: playback, phase: cursor?.id, phaseEnd: cursor?.end, elapsed: timer.elapsed(at: now),
      position: position, volume: volume, bed: bed.sound, lifecycle: lifecycle, isAudible: isAudible,
      undoable: plan.history.undoable, redoable: plan.history.redoable)
  }
}

extension EngineState.ObservableState {
  /// The fields that differ from those of `earlier`, with their current values.
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
