/// The purpose of an audio session.
public enum AudioCategory: String, Equatable, Sendable {
  /// Sound that the user asked for; it continues in the background.
  case playback
  /// Sound that may be mixed with any other.
  case ambient
  /// Sound that must not be mixed with other programs' sound.
  case soloAmbient
}

/// How other programs' sound is treated while a session is active.
public struct AudioSessionOptions: OptionSet, Equatable, Sendable {
  /// The bits of the options.
  public let rawValue: Int

  /// Options from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Other programs' sound continues.
  public static let mixWithOthers = AudioSessionOptions(rawValue: 1)
  /// Other programs' sound is lowered during speech.
  public static let duckOthers = AudioSessionOptions(rawValue: 2)
}

/// Configures the system for an audio session.
///
/// A host supplies its own: on Linux it sets the session's role for the sound server, in a test it records the calls.
public protocol AudioSessionConfiguring: Sendable {
  /// Makes the session active; called only while no other source's session is active.
  func activate(_ category: AudioCategory, _ options: AudioSessionOptions) throws(AudioSessionError)
  /// Makes the session inactive.
  func deactivate()
}

/// The reason why an audio session can't be granted.
public enum AudioSessionError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Another source owns it and didn't release it.
  case busy(AudioSource)
  /// The system refused, with the reason.
  case refused(String)
}

/// A source that may own the audio session.
public enum AudioSource: String, CaseIterable, Equatable, Sendable {
  /// A workout.
  case workout
  /// A guided track, such as a meditation.
  case guidedTrack
  /// A sound that is tried out.
  case preview
}

/// A configuration for hosts that have nothing to configure.
public struct NoConfiguration: AudioSessionConfiguring {
  /// A configuration without effect.
  public init() {}
  /// Does nothing.
  public func activate(_ category: AudioCategory, _ options: AudioSessionOptions) throws(AudioSessionError) {}
  /// Does nothing.
  public func deactivate() {}
}

extension AudioSessionError {
  /// The message for the user.
  public var description: String { explanation }

  package var explanation: String {
    switch self {
    case .busy(let owner): "\(owner.rawValue) holds the audio session"
    case .refused(let reason): "the system refuses the audio session: \(reason)"
    }
  }
}
