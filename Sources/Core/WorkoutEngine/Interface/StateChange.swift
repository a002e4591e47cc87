public import WorkoutModel

/// A field of a session's state with its current value, for display.
public enum StateChange: Equatable, Sendable {
  /// The name of the playback.
  case playback(String)
  /// The current phase and the sets around it; `nil` when all is done.
  case phase(SegmentID?)
  /// The end of the phase in the plan after its length was changed, or the user has said that it is done; `nil` if
  /// only the user ends it.
  case end(Duration?)
  /// The volume in dB.
  case volume(Double)
  /// The sound of the bed; `nil` if there is none.
  case ambient(String?)
  /// Whether the user sees the session.
  case lifecycle(Lifecycle)
  /// Whether there is an output device.
  case audible(Bool)
  /// The numbers of moves that can be undone and redone.
  case history(undoable: Int, redoable: Int)
  /// The position in the plan jumped.
  case position(Duration)

  /// The name that events use.
  package var name: String {
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
