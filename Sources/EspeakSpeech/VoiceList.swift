/// The voices that espeak-ng has here.
public struct VoiceList: Equatable, Sendable {
  /// One voice.
  public struct Voice: Equatable, Sendable {
    /// As espeak-ng names it, such as `English (America)`.
    public let name: String
    /// The BCP 47 tag that chooses this voice and no other, such as `en-US`.
    public let tag: String
    /// The BCP 47 tags of what it speaks, the best first.
    public let languages: [String]

    /// Makes a voice called `name` that `tag` chooses and that speaks `languages`.
    public init(name: String, tag: String, languages: [String]) {
      self.name = name
      self.tag = tag
      self.languages = languages
    }
  }

  /// Sorted by tag.
  public let voices: [Voice]
  /// The timbres that every voice can take, sorted.
  public let variants: [String]

  /// Makes a list of `voices` and the `variants` they can take.
  public init(voices: [Voice], variants: [String]) {
    self.voices = voices
    self.variants = variants
  }
}
