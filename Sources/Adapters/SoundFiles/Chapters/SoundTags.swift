internal import CSndfile

/// The metadata of a sound file.
public struct SoundTags: Equatable, Sendable {
  /// The name of the workout.
  public var title: String?
  /// The author.
  public var artist: String?
  /// The name of the workout file.
  public var workout: String?
  /// The program that wrote the file; the library adds its own name.
  public var software: String?
  /// Any other text.
  public var comment: String?

  /// Makes tags; those that are `nil` are not written.
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

  /// The tags that the library supports, with its codes.
  var entries: [(kind: Int32, text: String)] {
    [
      (Int32(SF_STR_TITLE), title), (Int32(SF_STR_ARTIST), artist), (Int32(SF_STR_SOFTWARE), software),
      (Int32(SF_STR_COMMENT), comment),
    ].compactMap { kind, text in text.map { (kind, $0) } }
  }
}

/// A part of a sound file that a player can jump to.
public struct SoundChapter: Equatable, Sendable {
  /// The maximum number of chapters of a file: the field names have three digits.
  public static let maximum = 999

  /// The first frame.
  public let start: Int
  /// The title.
  public let name: String

  /// Makes a chapter that ends at the next one or at the end of the file.
  public init(start: Int, name: String) {
    self.start = start
    self.name = name
  }
}
