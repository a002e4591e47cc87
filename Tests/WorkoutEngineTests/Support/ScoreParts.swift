import WorkoutEngine

/// What a score shows of a session.
struct ScoreParts: OptionSet {
  let rawValue: Int

  /// Phases and metronomes that begin, and the place in the plan.
  static let phases = ScoreParts(rawValue: 1 << 0)
  /// Cues and their outcomes, the sounds and words that they play, and what the planner moves or leaves out.
  static let cues = ScoreParts(rawValue: 1 << 1)
  /// The bed, the tracks and the beats.
  static let ambient = ScoreParts(rawValue: 1 << 2)
  /// The playback state, the timer and the end of the session.
  static let playback = ScoreParts(rawValue: 1 << 3)
  /// Actions, accepted or refused.
  static let actions = ScoreParts(rawValue: 1 << 4)
  /// What the host is to do beside playing sound: store, notify, and own the audio session.
  static let host = ScoreParts(rawValue: 1 << 5)
  /// The rest of the state: history, volume, lifecycle, interruptions.
  static let state = ScoreParts(rawValue: 1 << 6)

  static let all: ScoreParts = [.phases, .cues, .ambient, .playback, .actions, .host, .state]
}

extension StateChange {
  /// The part of a score that shows it.
  var scorePart: ScoreParts {
    switch self {
    case .playback: .playback
    case .phase, .end, .position: .phases
    case .ambient: .ambient
    case .volume, .lifecycle, .audible, .history: .state
    }
  }
}

extension Effect.Kind {
  /// The part of a score that shows it.
  var scorePart: ScoreParts {
    switch self {
    case .playSound, .speak, .silence: .cues
    case .ambient, .track, .metronome: .ambient
    case .volume: .state
    case .session, .journal, .notify, .finish: .host
    }
  }
}

extension Effect {
  /// Whether it silences the words of some cues, over 50 ms.
  var cutsWords: Bool { if case .silence(.words, .milliseconds(50)) = kind { true } else { false } }
}
