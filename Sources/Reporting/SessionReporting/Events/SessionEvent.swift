package import WorkoutEngine

/// An event that a session emits to its followers, as one line of JSON.
package struct SessionEvent: Equatable, Sendable {
  /// The version of the format.
  package static let api = 1

  /// The instant, in session time.
  package let at: Duration
  /// The kind and its data.
  package let kind: Kind
  /// The origin of the action, if known.
  package let origin: ActionOrigin?
  /// How much of its phase a skip has left out.
  package let left: Duration?

  /// An event at an instant.
  package init(at: Duration, kind: Kind, origin: ActionOrigin? = nil, left: Duration? = nil) {
    self.at = at
    self.kind = kind
    self.origin = origin
    self.left = left
  }

  /// An event of the engine.
  package init(_ event: EngineEvent) {
    self.init(at: event.at, kind: .engine(event.kind, event.progress), origin: event.origin, left: event.left)
  }

  /// The kinds of events.
  package enum Kind: Equatable, Sendable {
    case hello(version: String, workout: String, total: Duration?, sampleRate: Int, seed: UInt64)
    case engine(EngineEvent.Kind, SessionProgress)
    case audio(AudioReport)
    case session(owner: String?)
  }

  /// The state of the audio output.
  package struct AudioReport: Equatable, Sendable {
    /// The states of a device.
    package enum State: String, Sendable {
      case opened, lost, restored, stalled
    }

    /// The sink: `alsa`, `silent` and so on.
    package var sink: String
    /// The device behind the sink; `nil` if there is none.
    package var device: String?
    /// The state of the device.
    package var state: State
    /// The number of underruns since the device was opened.
    package var xruns: Int
    /// The reason for unintended silence.
    package var reason: String?

    /// The state of the output through one sink.
    package init(sink: String, device: String?, state: State, xruns: Int, reason: String? = nil) {
      self.sink = sink
      self.device = device
      self.state = state
      self.xruns = xruns
      self.reason = reason
    }
  }
}

extension SessionEvent {
  /// The names of all events, in the form of `name`.
  package static let names = [
    "hello", "state", "phase", "phaseEnded", "metronome", "action", "paused", "resumed", "cue", "mismatch", "note",
    "audio", "session", "measured", "coach", "finished",
  ]

  /// The name of the event in its line.
  package var name: String {
    switch kind {
    case .hello: "hello"
    case .audio: "audio"
    case .session: "session"
    case .engine(let kind, _):
      switch kind {
      case .stateChanged: "state"
      case .phaseStarted: "phase"
      case .phaseEnded: "phaseEnded"
      case .metronomeStarted: "metronome"
      case .actionTaken: "action"
      case .paused: "paused"
      case .resumed: "resumed"
      case .cueSettled, .said: "cue"
      case .setMismatched: "mismatch"
      case .planNoted: "note"
      case .finished: "finished"
      case .measured: "measured"
      case .coached: "coach"
      }
    }
  }
}
