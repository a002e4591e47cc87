public import WorkoutModel

/// An effect that the host must carry out at an exact instant.
///
/// ```swift
/// for effect in engine.send(.tick, at: now).effects {
///   if case .speak(let words) = effect.kind { say(words.phrase.text, at: effect.due) }
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
    case .playSound(let strike): CuePart(cue: strike.cue, isSpeech: false)
    case .speak(let words): CuePart(cue: words.cue, isSpeech: true)
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
    /// Plays the sound of a cue.
    case playSound(Sound)
    /// Speaks the words of a cue.
    case speak(Words)
    /// Stops the cues that are sounding.
    case silence(SilenceScope, over: Duration)
    /// Starts, fades or ends the bed.
    case ambient(AmbientCommand)
    /// Starts, fades or ends the track of a phase.
    case track(TrackCommand)
    /// Starts, fades or ends the beats of a phase.
    case metronome(MetronomeCommand)
    /// Sets the volume, in dB relative to the normal level.
    case volume(Double)
    /// Takes or gives back the audio session.
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
    /// All sounds and words of cues.
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
    /// Fades it in, in its own time.
    case start(Ambient)
    /// Changes to another bed, or to none.
    case swap(Ambient?, fade: Duration)
    /// Fades it out; it keeps its position.
    case pause(fade: Duration)
    /// Fades it in again where it was.
    case resume(fade: Duration)
    /// Fades it out for good.
    case stop(fade: Duration)
  }

  /// A command to the track of a phase.
  public enum TrackCommand: Equatable, Sendable {
    /// Plays the track from `offset` on.
    case start(String, offset: Duration)
    /// Fades it out; it keeps its position.
    case pause(fade: Duration)
    /// Fades it in again where it was.
    case resume(fade: Duration)
    /// Fades it out for good.
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
    /// Takes it, so that sound can be heard.
    case activate
    /// Gives it back to other programs.
    case deactivate
  }
}

extension Effect {
  /// The sound of a cue.
  public struct Sound: Equatable, Sendable {
    /// What is struck, how often and how loud.
    public var sound: CueSound
    /// The cue.
    public var cue: CueKey
    /// Whether its first sample is at the instant of the effect, or its audible end.
    public var align: Alignment

    /// Creates the sound of a cue.
    public init(_ sound: CueSound, cue: CueKey, align: Alignment) {
      (self.sound, self.cue, self.align) = (sound, cue, align)
    }
  }

  /// The words of a cue.
  public struct Words: Equatable, Sendable {
    /// What is said, and in which voice.
    public var phrase: Phrase
    /// The gain in dB relative to the level of all speech.
    public var gain: Double
    /// The cue.
    public var cue: CueKey
    /// Whether its audible onset is at the instant of the effect, or its audible end.
    public var align: Alignment

    /// Creates the words of a cue.
    public init(_ phrase: Phrase, gain: Double, cue: CueKey, align: Alignment) {
      (self.phrase, self.gain, self.cue, self.align) = (phrase, gain, cue, align)
    }
  }
}

/// The reason why a session is over.
public enum FinishReason: String, Equatable, Sendable {
  /// The workout is done.
  case completed
  /// The user, or the host, has stopped it.
  case stopped
  /// It could not be prepared.
  case failed
}
