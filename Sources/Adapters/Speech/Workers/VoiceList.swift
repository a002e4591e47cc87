/// The voices of an engine.
public struct VoiceList: Equatable, Sendable {
  /// A voice.
  public struct Voice: Equatable, Sendable {
    /// The name that the engine gives it, such as `English (America)` or `en_US-joe-medium`.
    public let name: String
    /// The BCP 47 tag of this voice alone, such as `en-US`; for an engine that knows none, that of its first language.
    public let tag: String
    /// The BCP 47 tags of its languages, the best first.
    public let languages: [String]
    /// The names of its speakers, if there are several.
    public let speakers: [String]
    /// The name and the version of what speaks; empty if the engine has only one.
    public let version: String

    /// Makes a voice from its properties.
    public init(name: String, tag: String, languages: [String], speakers: [String] = [], version: String = "") {
      self.name = name
      self.tag = tag
      self.languages = languages
      self.speakers = speakers
      self.version = version
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
