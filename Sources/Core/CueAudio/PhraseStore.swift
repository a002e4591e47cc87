public import AudioMixing

/// Stores phrases for later sessions.
///
/// The cache queries it before it synthesises a phrase, on the thread that calls `prepare`. The law: a phrase that is
/// found is bit-identical to the stored one. A store may lose phrases, and reports no failures.
public protocol PhraseStore: Sendable {
  func phrase(_ key: PhraseKey) -> PackedClip?

  func insert(_ phrase: PackedClip, _ key: PhraseKey)
}

/// Everything that determines the sound of a phrase except the synthesiser, which the store must distinguish.
public struct PhraseKey: Hashable, Sendable {
  /// The version of the processing of speech: gain, resampling, trimming and packing.
  ///
  /// A change that alters the result for the same speech requires a higher number.
  package static let edition = 2

  /// The spoken text and its voice.
  public let request: SpeechRequest
  /// The text that measures the loudness of the voice.
  public let sample: String

  /// Makes a key.
  public init(_ request: SpeechRequest, measuredBy sample: String) {
    self.request = request
    self.sample = sample
  }
}
