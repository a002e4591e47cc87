public import WorkoutEngine
import WorkoutModel

/// An event that a session emits to its followers, one line of JSON each.
public struct SessionEvent: Equatable, Sendable {
  /// The version of the lines.
  public static let api = 1

  /// In session time.
  public let at: Duration
  /// What happened, with its particulars.
  public let kind: Kind
  /// Who asked for the action, where that is known.
  public let origin: ActionOrigin?

  /// An event at an instant.
  public init(at: Duration, kind: Kind, origin: ActionOrigin? = nil) {
    self.at = at
    self.kind = kind
    self.origin = origin
  }

  /// What the engine reports.
  public init(_ event: EngineEvent) {
    self.init(at: event.at, kind: .engine(event.kind, event.progress), origin: event.origin)
  }

  /// What an event reports.
  public enum Kind: Equatable, Sendable {
    case hello(version: String, workout: String, total: Duration?, sampleRate: Int, seed: UInt64)
    case engine(EngineEvent.Kind, SessionProgress)
    case audio(AudioReport)
    case session(owner: String?)
  }

  /// What became of the audio device.
  public struct AudioReport: Equatable, Sendable {
    /// The states that a device goes through.
    public enum State: String, Sendable {
      case opened, lost, restored, stalled
    }

    /// What takes the sound: `alsa`, `silent`.
    public var sink: String
    /// The device behind the sink; `nil` if there is none.
    public var device: String?
    /// What has become of it.
    public var state: State
    /// How often the device ran dry since it was opened.
    public var xruns: Int
    /// Why nothing is heard, where that isn't intended.
    public var reason: String?

    /// What became of the device behind one sink.
    public init(sink: String, device: String?, state: State, xruns: Int, reason: String? = nil) {
      self.sink = sink
      self.device = device
      self.state = state
      self.xruns = xruns
      self.reason = reason
    }
  }
}

extension SessionEvent {
  /// The names of all events, as `name` has them.
  public static let names = [
    "hello", "state", "phase", "metronome", "action", "paused", "resumed", "cue", "mismatch", "note", "audio",
    "session", "finished",
  ]

  /// The name of the event in its line.
  public var name: String {
    switch kind {
    case .hello: "hello"
    case .audio: "audio"
    case .session: "session"
    case .engine(let kind, _):
      switch kind {
      case .stateChanged: "state"
      case .phaseStarted: "phase"
      case .metronomeStarted: "metronome"
      case .actionTaken: "action"
      case .paused: "paused"
      case .resumed: "resumed"
      case .cueSettled: "cue"
      case .setMismatched: "mismatch"
      case .planNoted: "note"
      case .finished: "finished"
      }
    }
  }
}
