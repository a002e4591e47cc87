internal import CSndfile

/// What a sound file says about itself.
public struct SoundTags: Equatable, Sendable {
  /// The name of the workout.
  public var title: String?
  /// Who wrote it.
  public var artist: String?
  /// The workout file that it was made from, by its name.
  public var workout: String?
  /// What made the file; the library adds its own name.
  public var software: String?
  /// Anything else.
  public var comment: String?

  /// Makes tags; what is nil is not written.
  public init(
    title: String? = nil, artist: String? = nil, workout: String? = nil, software: String? = nil,
    comment: String? = nil
  ) {
    self.title = title
    self.artist = artist
    self.workout = workout
    self.software = software
    self.comment = comment
  }

  /// The tags that the library knows, as far as they are there, each with its number.
  var entries: [(kind: Int32, text: String)] {
    [
      (Int32(SF_STR_TITLE), title), (Int32(SF_STR_ARTIST), artist), (Int32(SF_STR_SOFTWARE), software),
      (Int32(SF_STR_COMMENT), comment),
    ].compactMap { kind, text in text.map { (kind, $0) } }
  }
}
