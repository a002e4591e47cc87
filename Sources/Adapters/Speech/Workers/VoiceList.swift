/// The installed voices of espeak-ng.
public struct VoiceList: Equatable, Sendable {
  /// A voice.
  public struct Voice: Equatable, Sendable {
    /// The name that espeak-ng gives it, such as `English (America)`.
    public let name: String
    /// The BCP 47 tag of this voice alone, such as `en-US`.
    public let tag: String
    /// The BCP 47 tags of its languages, the best first.
    public let languages: [String]

    /// Makes a voice from its properties.
    public init(name: String, tag: String, languages: [String]) {
      self.name = name
      self.tag = tag
      self.languages = languages
    }
  }

  /// Sorted by tag.
  public let voices: [Voice]
  /// The timbres that every voice can have, sorted.
  public let variants: [String]

  /// Makes a list from its properties.
  public init(voices: [Voice], variants: [String]) {
    self.voices = voices
    self.variants = variants
  }
}
