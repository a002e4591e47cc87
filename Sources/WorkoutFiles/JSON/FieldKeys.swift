/// The keys that an object of a file may have.
public struct FieldKeys: Sendable {
  /// What the object is, for messages: `a phase`.
  public let owner: String
  /// The keys in the order that messages list them.
  public let names: [String]
  /// Words that people write for a key, each with the key that is meant.
  let synonyms: [String: String]
  /// What to say of keys that belong somewhere else.
  let misplaced: [String: String]

  /// Keys by their owner; `synonyms` and `misplaced` make better answers to keys that are not among them.
  public init(_ owner: String, _ names: [String], synonyms: [String: String] = [:], misplaced: [String: String] = [:]) {
    self.owner = owner
    self.names = names
    self.synonyms = synonyms
    self.misplaced = misplaced
  }

  /// Whether a key is free for everyone: `$schema`, and those that begin with `x-`.
  static func isFree(_ key: String) -> Bool { key == "$schema" || key.hasPrefix("x-") }
}
