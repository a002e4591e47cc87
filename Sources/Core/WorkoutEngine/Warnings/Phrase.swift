public import WorkoutModel

/// Words and the voice that says them.
///
/// The same words are another phrase in another voice: they sound otherwise, and last longer or shorter.
public struct Phrase: Hashable, Sendable {
  /// What is said, as it is written.
  public let text: String
  /// `nil` for the voice of the workout.
  public let voice: Voice?

  /// Makes a phrase, by default in the voice of the workout.
  public init(_ text: String, voice: Voice? = nil) {
    self.text = text
    self.voice = voice
  }
}

extension Phrase: ExpressibleByStringLiteral {
  /// A phrase in the voice of the workout.
  public init(stringLiteral text: String) { self.init(text) }
}

extension Phrase: CustomStringConvertible {
  /// The words alone.
  public var description: String { text }
}
