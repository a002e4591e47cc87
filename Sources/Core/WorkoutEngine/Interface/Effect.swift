public import WorkoutModel

/// An effect that the host must carry out at an exact instant.
///
/// ```swift
/// for effect in engine.send(.tick, at: now).effects {
///   if case .speak(let phrase, _, _, _) = effect.kind { say(phrase.text, at: effect.due) }
/// }
/// ```
public struct Effect: Equatable, Sendable {
  /// The instant, in session time.
  public let due: Duration
  /// The kind of the effect, with its details.
  public let kind: Kind

  /// Creates an effect at an instant.
  public init(due: Duration, kind: Kind) {
    self.due = due
    self.kind = kind
  }

  /// The part of a cue that the effect plays, the same in every forecast; `nil` if it plays none.
  package var cuePart: CuePart? {
    switch kind {
    case .playSound(_, let cue, _): CuePart(cue: cue, isSpeech: false)
    case .speak(_, _, let cue, _): CuePart(cue: cue, isSpeech: true)
    default: nil
    }
  }

  /// Identifies the sound or the words of a cue, independently of when and how they play.
  package struct CuePart: Hashable, Sendable {
    /// The cue.
    package let cue: CueKey
    /// Whether it is the words of the cue.
    package let isSpeech: Bool
  }

  /// The kinds of effects, stored indirectly so that effects are cheap to copy.
  public indirect enum Kind: Equatable, Sendable {
    case playSound(CueSound, cue: CueKey, align: Alignment)
    /// Speaks a phrase; `gain` is in dB relative to the level of all speech.
    case speak(Phrase, gain: Double, cue: CueKey, align: Alignment)
    /// Stops the cues that are sounding.
    case silence(SilenceScope, over: Duration)
    case ambient(AmbientCommand)
    case track(TrackCommand)
    case metronome(MetronomeCommand)
    case volume(Double)
    case session(SessionCommand)
    /// Stores the state: emitted after every transition and at every phase.
    case journal
    /// Notifies a user who isn't watching the session.
    case notify(String)
    /// Ends the session; sounds in progress may ring out.
    case finish(FinishReason)
  }

  /// The cue sounds that stop.
  public enum SilenceScope: Equatable, Sendable {
    /// The words of these cues.
    case words(of: [CueKey])
    case everything

    /// Whether the words of a cue stop.
    package func includes(wordsOf cue: CueKey) -> Bool {
      switch self {
      case .words(let cues): cues.contains(cue)
      case .everything: true
      }
    }
  }

  /// A command to the bed; each `fade` is the time from silence to the full level or back.
  public enum AmbientCommand: Equatable, Sendable {
    case start(Ambient)
    /// Changes to another bed, or to none.
    case swap(Ambient?, fade: Duration)
    case pause(fade: Duration)
    case resume(fade: Duration)
    case stop(fade: Duration)
  }

  /// A command to the track of a phase.
  public enum TrackCommand: Equatable, Sendable {
    /// Plays the track from `offset` on.
    case start(String, offset: Duration)
    case pause(fade: Duration)
    case resume(fade: Duration)
    case stop(fade: Duration)
  }

  /// A command to the beats of a phase; each `fade` is the time from silence to the full level or back.
  public enum MetronomeCommand: Equatable, Sendable {
    /// Starts the beats that `origin` and the period place at or after this instant, and ends those of an earlier
    /// command. Beat 1 is at `origin`, in session time, which may be in the past.
    case start(Metronome, origin: Duration, fade: Duration)
    /// Fades out while the beats continue; a later `start` may reverse the fade.
    case fadeOut(over: Duration)
    /// Starts no further beat; a beat in progress rings out.
    case end
  }

  /// A command to the audio session.
  public enum SessionCommand: Equatable, Sendable {
    case activate
    case deactivate
  }
}

/// The reason why a session is over.
public enum FinishReason: String, Equatable, Sendable {
  case completed
  case stopped
  case failed
}
