/// What an audio session is for.
public enum AudioCategory: String, Equatable, Sendable, Codable {
  /// Sound that the user asked for; it goes on in the background.
  case playback
  /// Sound that may be mixed with any other.
  case ambient
  /// Sound that wants to be alone.
  case soloAmbient
}

/// How a session gets on with other programs' sound.
public struct AudioSessionOptions: OptionSet, Equatable, Sendable, Codable {
  /// The bits of the options.
  public let rawValue: Int

  /// Options of these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Others go on beside it.
  public static let mixWithOthers = AudioSessionOptions(rawValue: 1)
  /// Others are made quieter while it speaks.
  public static let duckOthers = AudioSessionOptions(rawValue: 2)
}

/// What sets up the system's side of an audio session.
///
/// A host puts its own in: on Linux it names the session to the sound server, in a test it records what is asked.
public protocol AudioSessionConfiguring: Sendable {
  /// Makes the session active; called while nobody else's is.
  func activate(_ category: AudioCategory, _ options: AudioSessionOptions) throws(AudioSessionError)
  /// Lets the session go.
  func deactivate()
}

/// Why an audio session can't be had.
public enum AudioSessionError: Error, Equatable, Sendable {
  /// Another source owns it and didn't let go.
  case busy(AudioSource)
  /// The system refuses, and why.
  case refused(String)
}

/// Who may want the audio session.
public enum AudioSource: String, CaseIterable, Equatable, Sendable, Codable {
  case workout
  case guidedTrack
  case preview
}

/// A configuration for hosts that have nothing to configure.
public struct NoConfiguration: AudioSessionConfiguring {
  /// Makes one.
  public init() {}
  /// Does nothing.
  public func activate(_ category: AudioCategory, _ options: AudioSessionOptions) throws(AudioSessionError) {}
  /// Does nothing.
  public func deactivate() {}
}
