import WorkoutModel

/// Converts a text of a workout to its spoken form: abbreviations are spelt out in the language of the voice.
///
/// The displayed text doesn't change; only text for a synthesiser is normalised. The author's pronunciations come
/// first, and no other rule changes their result. In a language without rules only they apply. The law: normalising a
/// normalised text doesn't change it.
package struct TextNormalizer: Sendable {
  private let own: PronunciationTable
  private let rules: LanguageRules?
  private let plural: PluralRule

  /// A normaliser for a BCP 47 tag, with the author's pronunciations (`Workout.pronounce`).
  package init(tag: String, pronounce: [String: String] = [:]) {
    own = PronunciationTable(pronounce)
    rules = Language(tag: tag).map { LanguageRules.of($0, tag: tag) }
    plural = PluralRule(tag: tag)
  }

  package func spoken(_ text: String) -> String {
    var tokens = Token.tokens(of: text)
    replaceOwn(&tokens)
    guard let rules else { return Self.joined(tokens) }
    var pass = NormalizationPass(tokens, rules, plural)
    return pass.read()
  }

  /// The unchanged text of the tokens, with a space around the author's pronunciations.
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

/// Words, abbreviations and phrases with their spoken forms, matched as whole words.
///
/// The longest match counts. An entry in lower case ignores case, any other is case-sensitive.
struct PronunciationTable: Sendable {
  private let spoken: [String: String]
  private let longest: Int

  init(_ spoken: [String: String]) {
    // As in texts, a run of spaces in a key is one space.
    self.spoken = Dictionary(
      spoken.map { key, value in (Token.tokens(of: key).map(\.text).joined(), value) },
      uniquingKeysWith: { first, second in min(first, second) })
    longest = spoken.keys.map { Token.tokens(of: $0).count }.max() ?? 0
  }

  subscript(key: String) -> String? { spoken[key] }

  /// The spoken form of the tokens that begin at `start`, and their number.
  func match(_ tokens: [Token], at start: Int) -> (said: String, count: Int)? {
    guard longest > 0, begins(tokens, at: start) else { return nil }
    for count in stride(from: min(longest, tokens.count - start), to: 0, by: -1)
    where ends(tokens, at: start + count) {
      let text = tokens[start..<start + count].map(\.text).joined()
      if let said = spoken[text] ?? spoken[text.lowercased()] { return (said, count) }
    }
    return nil
  }

  /// Whether a word can begin here: not within a word, except for a unit after its number.
  private func begins(_ tokens: [Token], at index: Int) -> Bool {
    guard tokens[index].isWordLike, index > 0, tokens[index - 1].isWordLike else { return true }
    guard case .number = tokens[index - 1] else { return false }
    return index == 1 || !tokens[index - 2].isWordLike
  }

  private func ends(_ tokens: [Token], at index: Int) -> Bool {
    index == tokens.count || !tokens[index].isWordLike || !tokens[index - 1].isWordLike
  }
}
