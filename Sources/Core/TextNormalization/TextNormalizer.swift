import WorkoutModel

/// How a text of a workout is said: what coaches write short is spelt out, in the language of the voice.
///
/// What is shown stays as it is written; only what goes to a synthesiser passes through here. The author's own words
/// come first, and nothing else touches what they give. In a language without rules of its own nothing else is
/// changed. The law: what has been spelt out stays as it is when it is spelt out again.
public struct TextNormalizer: Sendable {
  private let own: PronunciationTable
  private let wording: LanguageRules?
  private let plural: PluralRule

  /// A way of speaking the language of a BCP 47 tag, with words of the author's own (`Workout.pronounce`).
  public init(tag: String, pronounce: [String: String] = [:]) {
    own = PronunciationTable(pronounce)
    wording = Language(tag: tag).map { LanguageRules.of($0, tag: tag) }
    plural = PluralRule(tag: tag)
  }

  /// What is said for a text.
  public func spoken(_ text: String) -> String {
    var tokens = Token.tokens(of: text)
    replaceOwn(&tokens)
    guard let wording else { return Self.joined(tokens) }
    var reading = NormalizationPass(tokens, wording, plural)
    return reading.read()
  }

  /// The text of the tokens unchanged, with a space around what the author has chosen.
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

/// Words, abbreviations and turns of phrase with what is said for them, found in a text as whole words.
///
/// The longest match counts. An entry in small letters is found in any capitalization, any other only as it is written.
struct PronunciationTable: Sendable {
  private let spoken: [String: String]
  /// How many tokens the longest key has.
  private let longest: Int

  init(_ spoken: [String: String]) {
    // Spaces in a key are like those of a text: however many, they are one.
    self.spoken = Dictionary(
      spoken.map { key, value in (Token.tokens(of: key).map(\.text).joined(), value) },
      uniquingKeysWith: { first, second in min(first, second) })
    longest = spoken.keys.map { Token.tokens(of: $0).count }.max() ?? 0
  }

  /// What is said for the tokens that begin at `start`, and how many there are of them.
  func match(_ tokens: [Token], at start: Int) -> (said: String, count: Int)? {
    guard longest > 0, begins(tokens, at: start) else { return nil }
    for count in stride(from: min(longest, tokens.count - start), to: 0, by: -1)
    where ends(tokens, at: start + count) {
      let text = tokens[start..<start + count].map(\.text).joined()
      if let said = spoken[text] ?? spoken[text.lowercased()] { return (said, count) }
    }
    return nil
  }

  /// Whether a word can begin here: not within one, but for a unit behind its number.
  private func begins(_ tokens: [Token], at index: Int) -> Bool {
    guard tokens[index].isWordLike, index > 0, tokens[index - 1].isWordLike else { return true }
    guard case .number = tokens[index - 1] else { return false }
    return index == 1 || !tokens[index - 2].isWordLike
  }

  private func ends(_ tokens: [Token], at index: Int) -> Bool {
    index == tokens.count || !tokens[index].isWordLike || !tokens[index - 1].isWordLike
  }
}
