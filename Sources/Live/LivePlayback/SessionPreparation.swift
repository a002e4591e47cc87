import AudioMixing

/// The conditions for a session to begin.
///
/// Meanwhile a little silence is played in small blocks, because the beginning is heard after it.
struct SessionPreparation {
  /// The interval between checks of the clock and the messages.
  static let pause = Duration.milliseconds(2)
  /// The number of frames per block, 5 ms: the session begins at the end of one.
  static let blockFrames = Bus.sampleRate / 200
  /// The maximum time to wait for the clock to lock.
  static let longestSettling = Duration.milliseconds(400)

  /// The start of the wait.
  let begin: Duration
  /// Whether the first phrases are synthesised, or have failed.
  var hasPhrases = false
  /// The time at which the speakers are awake, once they are being woken.
  var awake: Duration?
}
