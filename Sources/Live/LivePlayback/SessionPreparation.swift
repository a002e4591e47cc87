import AudioMixing

/// What a session waits for before it begins.
///
/// Little silence is played meanwhile, in small blocks, as what begins is heard behind it.
struct SessionPreparation {
  /// How often the clock and the messages are checked meanwhile.
  static let pause = Duration.milliseconds(2)
  /// Frames a block, 5 ms at most: the session begins at the end of one.
  static let blockFrames = Bus.sampleRate / 200
  /// How long the beginning may wait for a clock that agrees with itself.
  static let longestSettling = Duration.milliseconds(400)

  /// When the wait began.
  let begin: Duration
  /// Whether the first phrases are made, or can't be.
  var hasPhrases = false
  /// When the speakers are awake, once they are being woken.
  var awake: Duration?
}
