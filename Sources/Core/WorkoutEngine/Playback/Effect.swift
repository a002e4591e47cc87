public import WorkoutModel

/// What must happen outside the engine, and exactly when.
public struct Effect: Equatable, Sendable {
  /// In session time.
  public let due: Duration
  /// What must happen.
  public let kind: Kind

  /// Something that must happen at an instant.
  public init(due: Duration, kind: Kind) {
    self.due = due
    self.kind = kind
  }

  /// The sound or the words of a cue that it plays, the same in every forecast; `nil` if it plays none.
  public var cuePart: CuePart? {
    switch kind {
    case .playSound(_, let cue, _): CuePart(cue: cue, isSpeech: false)
    case .speak(_, _, let cue, _): CuePart(cue: cue, isSpeech: true)
    default: nil
    }
  }

  /// Identifies the sound or the words of a cue, whenever and however they are played.
  public struct CuePart: Hashable, Sendable {
    /// The cue.
    public let cue: CueKey
    /// Whether it is the words of the cue.
    public let isSpeech: Bool
  }

  /// The kinds of effects.
  public enum Kind: Equatable, Sendable {
    case playSound(CueSound, cue: CueKey, align: Alignment)
    /// `gain` in dB relative to the level of all speech.
    case speak(Phrase, gain: Double, cue: CueKey, align: Alignment)
    /// Stops what sounds of the cues.
    case silence(SilenceScope, over: Duration)
    case ambient(AmbientCommand)
    case track(TrackCommand)
    case metronome(MetronomeCommand)
    case volume(Double)
    case session(SessionCommand)
    /// The state is worth storing: after every transition and at every phase.
    case journal
    /// A notification for a user who isn't watching the session.
    case notify(String)
    /// The session is over; what still sounds may ring out.
    case finish(FinishReason)
  }

  /// Which of the cues' sounds stop.
  public enum SilenceScope: Equatable, Sendable {
    case speech
    case everything
  }

  /// What the bed does; each `fade` is the time from silence to the full level or back.
  public enum AmbientCommand: Equatable, Sendable {
    case start(Ambient)
    /// To another bed, or to none.
    case swap(Ambient?, fade: Duration)
    case pause(fade: Duration)
    case resume(fade: Duration)
    case stop(fade: Duration)
  }

  /// What the track of a phase does.
  public enum TrackCommand: Equatable, Sendable {
    /// Plays it from `offset` on.
    case start(String, offset: Duration)
    case pause(fade: Duration)
    case resume(fade: Duration)
    case stop(fade: Duration)
  }

  /// What the beats of a phase do; each `fade` is the time from silence to the full level or back.
  public enum MetronomeCommand: Equatable, Sendable {
    /// From now on each beat sounds that `origin` and the period put at or after this instant: beat 1 lies at `origin`,
    /// in session time, and may have passed. Those of an earlier command end.
    case start(Metronome, origin: Duration, fade: Duration)
    /// The beats continue while they fade out; a later `start` may turn the fade round.
    case fadeOut(over: Duration)
    /// No beat begins any more; one that sounds rings out.
    case end
  }

  /// What the audio session does.
  public enum SessionCommand: Equatable, Sendable {
    case activate
    case deactivate
  }
}

/// Why a session is over.
public enum FinishReason: String, Equatable, Sendable, Codable {
  case completed
  case stopped
  case failed
}
