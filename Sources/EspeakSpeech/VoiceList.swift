/// The voices that espeak-ng has here.
public struct VoiceList: Equatable, Sendable {
  /// One voice.
  public struct Voice: Equatable, Sendable {
    /// As espeak-ng names it, such as `English (America)`.
    public let name: String
    /// The BCP 47 tags it answers to, the best first.
    public let languages: [String]

    /// Makes a voice called `name` that speaks `languages`.
    public init(name: String, languages: [String]) {
      self.name = name
      self.languages = languages
    }
  }

  /// Sorted by first language, then by name.
  public let voices: [Voice]
  /// The timbres that every voice can take, sorted.
  public let variants: [String]

  /// Makes a list of `voices` and the `variants` they can take.
  public init(voices: [Voice], variants: [String]) {
    self.voices = voices
    self.variants = variants
  }
}
