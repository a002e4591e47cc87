public import AudioMixing

/// A spoken phrase and where its words lie in it.
public struct Utterance: Equatable, Sendable {
  /// Where a word starts to be spoken: the start of its unit, which may lie before the first audible sample.
  public struct Word: Equatable, Sendable {
    /// The sample, counted from the start of the audio.
    public let sample: Int
    /// The characters of the guarded text that are the word.
    public let characters: Range<Int>

    /// Makes a word of the characters `characters` that starts at `sample`.
    public init(sample: Int, characters: Range<Int>) {
      self.sample = sample
      self.characters = characters
    }
  }

  /// The sound.
  public let audio: SpokenAudio
  /// In the order of speech.
  public let words: [Word]

  /// Makes an utterance of its sound and its words.
  public init(audio: SpokenAudio, words: [Word]) {
    self.audio = audio
    self.words = words
  }
}
