package struct VoiceList: Equatable, Sendable {
  package struct Voice: Equatable, Sendable {
    /// The name that the engine gives it, such as `English (America)` or `en_US-joe-medium`.
    package let name: String
    /// The BCP 47 tag of this voice alone, such as `en-US`; for an engine that knows none, that of its first language.
    package let tag: String
    /// The BCP 47 tags of its languages, the best first.
    package let languages: [String]
    package let speakers: [String]
    /// The name and the version of what speaks; empty if the engine has only one.
    package let version: String

    package init(name: String, tag: String, languages: [String], speakers: [String] = [], version: String = "") {
      self.name = name
      self.tag = tag
      self.languages = languages
      self.speakers = speakers
      self.version = version
    }
  }

  /// Sorted by tag.
  package let voices: [Voice]
  package let variants: [String]

  package init(voices: [Voice], variants: [String]) {
    self.voices = voices
    self.variants = variants
  }
}
