public import AudioMixing

/// Keeps phrases that were made once, for a book of another day: in files, or wherever a host has room.
///
/// The book asks it where it would otherwise have a phrase made, from the same thread and never from the audio loop.
/// The law: what is found under a key is, to the last bit, what was kept under it. A store that has lost something, or
/// can keep nothing, is a store that has less: nothing that goes wrong in it is told.
public protocol PhraseStore: Sendable {
  /// The phrase that was kept under `key`; `nil` where there is none.
  func clip(_ key: PhraseKey) -> PackedClip?

  /// Keeps a phrase under `key`.
  func keep(_ clip: PackedClip, _ key: PhraseKey)
}

/// Everything that the sound of a phrase follows from but the synthesiser, which is the matter of the store: it must
/// not find what another one has spoken.
public struct PhraseKey: Hashable, Sendable {
  /// The edition of how speech is made into a phrase: its gain, the resampler, where it is trimmed, how it is packed.
  ///
  /// Whoever changes a single bit of what comes of the same speech must raise it.
  public static let edition = 1

  /// What is spoken, and how.
  public let request: SpeechRequest
  /// What the voice says to have its loudness measured.
  public let sample: String

  /// The key of what is spoken for `request`, by a voice that is measured by `sample`.
  public init(_ request: SpeechRequest, measuredBy sample: String) {
    self.request = request
    self.sample = sample
  }
}
