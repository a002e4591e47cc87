/// A part of a sound file that players let people go to.
public struct SoundChapter: Equatable, Sendable {
  /// The most that a file can have: the names of the fields have room for three digits.
  public static let maximum = 999

  /// The frame at which it begins.
  public let start: Int
  /// What it is called.
  public let name: String

  /// A chapter that lasts until the next one begins, or to the end.
  public init(start: Int, name: String) {
    self.start = start
    self.name = name
  }
}
