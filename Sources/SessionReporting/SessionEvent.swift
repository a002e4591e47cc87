public import WorkoutEngine
import WorkoutModel

/// What a session tells its followers, one line of JSON each.
public struct SessionEvent: Equatable, Sendable {
  /// The version of the lines.
  public static let api = 1

  /// In session time.
  public let at: Duration
  public let kind: Kind

  public init(at: Duration, kind: Kind) {
    self.at = at
    self.kind = kind
  }

  /// What is told.
  public enum Kind: Equatable, Sendable {
    case hello(version: String, workout: String, total: Duration?, sampleRate: Int)
    /// What the engine reports, with where the session stood then.
    case engine(EngineEvent.Kind, Standing)
    case audio(AudioReport)
    case session(owner: String?)
  }

  /// Where a session stands.
  public struct Standing: Equatable, Sendable {
    public let elapsed: Duration
    public let position: Duration
    /// `nil` while an open phase without cap is ahead.
    public let remaining: Duration?

    public init(elapsed: Duration, position: Duration, remaining: Duration?) {
      self.elapsed = elapsed
      self.position = position
      self.remaining = remaining
    }
  }

  /// What became of the audio device.
  public struct AudioReport: Equatable, Sendable {
    /// The states that a device goes through.
    public enum State: String, Sendable {
      case opened, lost, restored, stalled
    }

    public let sink: String
    public let device: String?
    public let state: State
    public let xruns: Int

    public init(sink: String, device: String?, state: State, xruns: Int) {
      self.sink = sink
      self.device = device
      self.state = state
      self.xruns = xruns
    }
  }
}
