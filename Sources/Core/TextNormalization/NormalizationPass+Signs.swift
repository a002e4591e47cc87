extension NormalizationPass {
  /// Reads "x10", "Part II", and words in capitals for emphasis.
  mutating func readWord(_ word: String) -> Bool {
    if isWithinWord { return false }
    if readTimesBefore() { return true }
    guard let value = RomanNumeral.value(of: word), !(token(1)?.isWordLike ?? false) else { return false }
    // "I", "V" and "X" are letters as well, but not after "Part"; longer numerals are unambiguous.
    guard word.count > 1 || isCounted(0), !isWordItself(word) else { return false }
    say("\(value)", for: 1)
    return true
  }

  /// Whether a numeral is a word here, as the English "I" is: "This round I want", "Week I'll", but not "Part I: legs".
  private func isWordItself(_ word: String) -> Bool {
    guard wording.numeralWords.contains(word) else { return false }
    let follower = self.word(afterSpace(1))
    return follower?.first?.isLowercase ?? isMark(1, ["'", "’"])
  }

  /// Reads "&", "+", "@", "#3", "½" and separators.
  mutating func readMark(_ mark: Character) -> Bool {
    if isTimesSign(0) { return readTimesBefore() || readSign(mark) }
    if readSecondsAlone() { return true }
    if mark == "#" {
      guard number(1) != nil else { return readSign(mark) }
      say(wording.number, for: 1)
      return true
    }
    if let fraction = fraction(0) {
      say(fraction.said, for: fraction.end)
      return true
    }
    // An arrow of two signs.
    if Self.dashes.contains(mark), isMark(1, [">"]) {
      say(",", for: 2)
      return true
    }
    return readSign(mark)
  }

  private mutating func readSign(_ mark: Character) -> Bool {
    guard let said = wording.signs[mark] ?? Self.pauses[mark] else { return false }
    say(said, for: 1)
    return true
  }

  /// The separators of every language.
  private static let pauses: [Character: String] = [
    "/": ",", "|": ",", "•": ",", "·": ",", "→": ",", "➔": ",", "➜": ",", "►": ",", "*": "", "_": "", "#": "",
    "×": "", "✕": "", "✖": "",
  ]
}
