public import WorkoutEngine

/// The session's answer to a command, given as soon as the engine has decided.
public enum ControlAnswer: Equatable, Sendable {
  /// It is done.
  ///
  /// - `at`: when that is heard, in session time.
  /// - `from`, `to`: the playback before and after it.
  /// - `changed`: whether anything is different now; to pause what is paused changes nothing.
  case done(at: Duration, from: PlaybackState, to: PlaybackState, changed: Bool)
  /// It can't be done, and why.
  case refused(String)
  /// The session is over, or about to be.
  case ending
}
