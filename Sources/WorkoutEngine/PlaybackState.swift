import WorkoutModel

/// What the playback is doing.
///
/// Fades are states with a beginning and a length, so time alone ends them: no callback can come late or twice.
public enum PlaybackState: Equatable, Sendable, Codable {
  case idle
  /// The session is being activated and the first phrases made; the timer stands.
  case preparingToPlay
  /// A pause was asked for before the playback had begun.
  case preparingToPause(PauseReason)
  case fadingIn(Ramp)
  case playing
  case fadingOut(Ramp, to: Rest)
  case paused(PauseReason)
  case completed
  case stopped
  case failed(reason: String)

  /// A fade's place in time.
  public struct Ramp: Equatable, Sendable, Codable {
    /// When it began.
    public let since: Duration
    /// How long it takes.
    public let length: Duration

    /// When it is over.
    public var end: Duration { since + length }
  }

  /// Where a fade out ends.
  public enum Rest: Equatable, Sendable, Codable {
    case paused(PauseReason)
    case stopped
    /// The user has ended the last phase; the closing cues follow the silence.
    case completed
  }

  /// The name that events carry.
  public var name: String {
    switch self {
    case .idle: "idle"
    case .preparingToPlay: "preparingToPlay"
    case .preparingToPause: "preparingToPause"
    case .fadingIn: "fadingIn"
    case .playing: "playing"
    case .fadingOut: "fadingOut"
    case .paused: "paused"
    case .completed: "completed"
    case .stopped: "stopped"
    case .failed: "failed"
    }
  }

  /// Whether the session is over.
  public var isOver: Bool {
    switch self {
    case .completed, .stopped, .failed: true
    default: false
    }
  }
}

/// Why a workout is paused.
public enum PauseReason: String, Equatable, Sendable, Codable {
  case user
  /// Another source took the audio session, or somebody outside asked for quiet.
  case interruption
  /// The machine slept longer than the policy lets pass.
  case suspend
  /// The session was restored from what had been stored.
  case restored
}
