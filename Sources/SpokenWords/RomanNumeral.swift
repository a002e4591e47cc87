/// Numbers as the parts of a programme are counted: I to XXXIX.
enum RomanNumeral {
  /// The number that a word stands for, or `nil` where it is no numeral of X, V and I in its usual form.
  static func value(of word: String) -> Int? {
    guard (1...7).contains(word.utf8.count) else { return nil }
    let tens = word.prefix { $0 == "X" }
    let ones = units.firstIndex(of: String(word.dropFirst(tens.count)))
    guard tens.count <= 3, let ones, ones > 0 || !tens.isEmpty else { return nil }
    return tens.count * 10 + ones
  }

  private static let units = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]
}
