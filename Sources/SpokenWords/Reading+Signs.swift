extension Reading {
  /// Reads "x10", "Part II", and what is written in capitals only for loudness.
  mutating func readWord(_ word: String) -> Bool {
    if isWithinWord { return false }
    if readTimesBefore() { return true }
    guard let value = RomanNumeral.value(of: word), !(token(1)?.isWordLike ?? false) else { return false }
    // "I", "V" and "X" are letters and words as well, but not behind "Part"; the longer ones are nothing else.
    guard word.count > 1 || wordBefore.map(wording.counted.contains) ?? false else { return false }
    say("\(value)", for: 1)
    return true
  }

  /// "x10" and "x 10": as often; before a unit the number alone is left to be read.
  private mutating func readTimesBefore() -> Bool {
    guard isTimesSign(0), let number = number(afterSpace(1)) else { return false }
    let end = afterSpace(1) + 1
    let isBare = token(end).map { !$0.isWordLike && !isMark(end, ["/", ":"]) } ?? true
    if isBare {
      say(number == "1" ? wording.once : counted(number, wording.times), for: end)
    } else {
      say(wording.by, for: afterSpace(1))
    }
    return true
  }

  /// Reads "&", "+", "@", "#3", "½" and the signs that part things.
  mutating func readMark(_ mark: Character) -> Bool {
    if isTimesSign(0) { return readTimesBefore() || readSign(mark) }
    if mark == "#" {
      guard number(1) != nil else { return readSign(mark) }
      say(wording.number, for: 1)
      return true
    }
    if let said = wording.fractions[String(mark)] {
      say(said, for: 1)
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

  /// What only parts one thing from the next, in every language.
  private static let pauses: [Character: String] = [
    "/": ",", "|": ",", "•": ",", "·": ",", "→": ",", "➔": ",", "➜": ",", "►": ",", "*": "", "_": "", "#": "",
    "×": "", "✕": "", "✖": "",
  ]
}
