import WorkoutModel

/// How a text of a workout is said: what coaches write short is spelt out, in the language of the voice.
///
/// What is shown stays as it is written; only what goes to a synthesiser passes through here. The author's own words
/// come first, and nothing else touches what they give. In a language without rules of its own nothing else is
/// changed. The law: what has been spelt out stays as it is when it is spelt out again.
public struct Diction: Sendable {
  private let own: WordTable
  private let wording: Wording?
  private let plural: PluralRule

  /// A way of speaking the language of a BCP 47 tag, with words of the author's own (`Workout.pronounce`).
  public init(tag: String, pronounce: [String: String] = [:]) {
    own = WordTable(pronounce)
    wording = Language(tag: tag).map { Wording.of($0, tag: tag) }
    plural = PluralRule(tag: tag)
  }

  /// What is said for a text.
  public func spoken(_ text: String) -> String {
    var tokens = Token.tokens(of: text)
    replaceOwn(&tokens)
    guard let wording else { return Self.joined(tokens) }
    var reading = Reading(tokens, wording, plural)
    return reading.read()
  }

  /// The text as it stands, with a space around what the author has chosen.
  private static func joined(_ tokens: [Token]) -> String {
    var text = ""
    for (index, token) in tokens.enumerated() {
      let before = index > 0 ? tokens[index - 1] : .space
      if before.isWordLike, token.isWordLike, before.isSaid || token.isSaid { text += " " }
      text += token.text
    }
    return text
  }

  private func replaceOwn(_ tokens: inout [Token]) {
    var result: [Token] = []
    var index = 0
    while index < tokens.count {
      if let (said, count) = own.match(tokens, at: index) {
        result.append(.said(said))
        index += count
      } else {
        result.append(tokens[index])
        index += 1
      }
    }
    tokens = result
  }
}
