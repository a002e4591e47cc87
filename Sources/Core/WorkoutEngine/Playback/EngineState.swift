public import WorkoutModel

/// The complete state of a session as one value: it can be compared, saved, restored and printed.
public struct EngineState: Equatable, Sendable, Codable {
  /// Whether it plays, fades, pauses or is over.
  public internal(set) var playback = PlaybackState.idle
  /// The instant up to which the session has advanced.
  public internal(set) var now = Duration.zero
  /// Active time and the position in the plan.
  public internal(set) var timer = SessionTimer()
  /// The cursor in the plan; `nil` when nothing is left, or when the workout has length zero.
  public internal(set) var cursor: Cursor?
  /// The bed and the state of its fade.
  public internal(set) var ambient = AmbientFader()
  /// The warnings settled so far, so that none is repeated.
  public internal(set) var ledger = WarningLedger()
  /// The user's changes to the lengths of phases, in the order of the plan.
  public internal(set) var edits: [PhaseEdit] = []
  /// The volume, in dB relative to the normal level.
  public internal(set) var volume = 0.0
  /// Whether the session is active or in the background.
  public internal(set) var lifecycle = Lifecycle.active
  /// Whether there is an output device.
  public internal(set) var isAudible = true
  /// The moves that can be undone and redone.
  public internal(set) var history = MoveHistory()
  /// The interruptions in progress.
  public internal(set) var interruptions = Interruptions()
  /// The instant of the last accepted toggle.
  var lastToggle: Duration?

  init() {}

  /// Active time, without pauses.
  public var elapsed: Duration { timer.elapsed(at: now) }

  /// The position in the plan.
  public var position: Duration { timer.position(at: now) }

  /// Whether a toggle of the user would take effect now.
  public func canAcceptUserInput(_ policy: InputPolicy) -> Bool {
    switch playback {
    case .completed, .stopped, .failed, .fadingOut(_, .stopped): return false
    case .fadingIn, .fadingOut: if policy == .gate { return false }
    case .idle, .preparingToPlay, .preparingToPause, .playing, .paused: break
    }
    guard let lastToggle else { return true }
    return now - lastToggle >= EngineState.toggleDebounce
  }

  /// A toggle within this time after an accepted one is treated as a bounce of the key.
  public static let toggleDebounce = Duration.milliseconds(500)
}

extension Engine {
  /// The state of the session after the last `send`, composed of the states of its parts.
  public var state: EngineState {
    var state = EngineState()
    state.playback = machine.state
    state.now = now
    state.timer = machine.timer
    state.cursor = plan.context?.cursor
    state.ambient = bed
    state.ledger = player.ledger
    state.edits = plan.edits
    state.volume = volume
    state.lifecycle = lifecycle
    state.isAudible = isAudible
    state.history = plan.history
    state.interruptions = machine.interruptions
    state.lastToggle = machine.lastToggle
    return state
  }
}
