import WorkoutModel

/// The numbers from 0 to 99 in words, for the names of files and for ordinals.
///
/// The synthesiser reads other digits itself.
package struct NumberNames: Sendable {
  /// The numbers from 0 on that follow no rule; and the multiples of 10 from 20 on.
  private let (first, tens): ([String], [String])
  /// Whether 60 and 80 are followed by up to 19, as in French.
  private let countsByTwenties: Bool
  /// One word for a multiple of 10 and a smaller number.
  private let joined: @Sendable (_ ten: String, _ one: String) -> String

  init(
    first: String, tens: String, countsByTwenties: Bool = false,
    joined: @escaping @Sendable (_ ten: String, _ one: String) -> String
  ) {
    self.first = first.split(whereSeparator: \.isWhitespace).map(String.init)
    self.tens = tens.split(separator: " ").map(String.init)
    self.countsByTwenties = countsByTwenties
    self.joined = joined
  }

  /// The words in the language of a BCP 47 tag; English if the language has none here.
  package init(tag: String) { self = LanguageRules.of(Language(tag: tag) ?? .english, tag: tag).numbers }

  package func name(of number: Int) -> String? {
    guard (0...99).contains(number) else { return nil }
    if number < first.count { return first[number] }
    let (ten, one) = number.quotientAndRemainder(dividingBy: 10)
    if countsByTwenties, ten == 7 || ten == 9 { return joined(tens[ten - 3], first[one + 10]) }
    return one == 0 ? tens[ten - 2] : joined(tens[ten - 2], first[one])
  }

  /// The ordinals to the 99th that are made of the names of the numbers.
  func ordinals(from first: Int, _ ordinal: (_ number: Int, _ name: String) -> String) -> [String] {
    (first...99).compactMap { number in name(of: number).map { ordinal(number, $0) } }
  }

  /// The ordinals of multiples of 10, each followed by those with the ordinals from 1 to 9: "vigésimo primero".
  static func ordinals(tens: [String], ones: [String]) -> [String] {
    tens.flatMap { ten in [ten] + ones.prefix(9).map { "\(ten) \($0)" } }
  }
}
