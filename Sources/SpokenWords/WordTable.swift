/// Words, abbreviations and turns of phrase with what is said for them, found in a text as whole words.
///
/// The longest that fits counts. One written in small letters is found however the text writes it, any other only as
/// it stands.
struct WordTable: Sendable {
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
