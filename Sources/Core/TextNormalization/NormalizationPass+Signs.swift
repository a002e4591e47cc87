extension NormalizationPass {
  /// Reads "x10", "Part II", and words in capitals for emphasis.
  mutating func readWord(_ word: String) -> Bool {
    if isWithinWord { return false }
    if readTimesBefore() || readNumberSign() || readSide(word) { return true }
    if isCountedAbbreviation(0), let noun = measures.entry(word)?.noun.one {
      let end = isMark(1, ["."]) ? 2 : 1
      guard token(end) == .space, whole(end + 1) != nil else { return false }
      say(noun, for: end)
      return true
    }
    guard let value = RomanNumeral.value(of: word), !(token(1)?.isWordLike ?? false) else { return false }
    // "I", "V" and "X" are letters as well, but not after "Part"; longer numerals are unambiguous.
    guard word.count > 1 || isCounted(0), !isWordItself(word) else { return false }
    say("\(value)", for: 1)
    return true
  }

  /// Reads "No. 3", "n.º 3" and "n° 3".
  private mutating func readNumberSign() -> Bool {
    guard let word = word(0), Self.numberSigns.contains(word.lowercased()), isMark(1, [".", "°"]) else { return false }
    let isMarked = isMark(2, ["°"]) || self.word(2) == "º"
    let next = afterSpace(isMarked ? 3 : 2)
    // Alone, "n." may be another abbreviation.
    guard number(next) != nil, isMarked || isMark(1, ["°"]) || word.count > 1 else { return false }
    say(rules.number, for: next)
    return true
  }

  private static let numberSigns: WordList = "no nr n"

  /// Reads "L leg", "li. Bein" and "brazo izq.": a side beside a part of the body is an adjective.
  mutating func readBodySide() -> Bool {
    guard !isWithinWord, let sign = word(0), !isMark(-1, ["/"]),
      let side = [rules.left, rules.right].first(where: { $0.signs.contains(sign) })
    else { return false }
    let end = isMark(1, ["."]) ? 2 : 1
    // A small letter needs its point.
    guard end == 2 || sign.count > 1 || sign.first?.isUppercase == true, !isMark(end, ["/", "-", "'", "’", "&", "+"])
    else {
      return false
    }
    guard let said = rules.adjectivesFollow ? adjective(of: side, after: 0, end) : adjective(of: side, before: end)
    else { return false }
    say(said, for: end)
    return true
  }

  private func adjective(of side: BodySide, after start: Int, _ end: Int) -> String? {
    guard let part = wordBefore(start), let gender = bodyGender(of: part) else { return nil }
    // In "perna E braço" the letter is a word.
    if end == 1, word(start)?.count == 1, word(afterSpace(end)) != nil { return nil }
    return side.adjectives[gender]
  }

  private func adjective(of side: BodySide, before end: Int) -> String? {
    let next = afterSpace(end)
    guard let part = word(next)?.lowercased() else { return nil }
    guard let declension = rules.declension else { return bodyGender(of: part).flatMap { side.adjectives[$0] } }
    // A noun before it doesn't change its case: "Plank li. Bein".
    let before = token(-1) == .space ? word(-2) : word(-1)
    let isNoun = before?.first?.isUppercase == true && declension.weak[before?.lowercased() ?? ""] == nil
    let ending = isNoun ? declension.strong(before: part) : adjectiveEnding(before: next, after: 0)
    return side.adjectives[.other].flatMap { stem in ending.map { stem + $0 } }
  }

  private func bodyGender(of part: String) -> LanguageRules.Gender? {
    rules.bodyParts.first { $0.value.contains(part) }?.key
  }

  /// Reads the side behind a name, as in "Lunge L", by the words for "(L)"; other letters are labels: "Plan D".
  private mutating func readSide(_ letter: String) -> Bool {
    guard letter == "L" || letter == "R", let name = wordBefore(0), name.count > 2, !isCounted(0),
      let said = rules.abbreviations[("(\(letter))")]
    else { return false }
    switch token(afterSpace(1)) {
    case .word, .said: return false
    case .mark("-"), .mark("/"), .mark("’"), .mark("'"), .mark("&"), .mark("+"): return false
    case .number, .mark, .space, nil: break
    }
    say(said, for: 1)
    return true
  }

  /// Whether a numeral is a word here, as the English "I" is: "This round I want", "Week I'll", but not "Part I: legs".
  private func isWordItself(_ word: String) -> Bool {
    guard rules.numeralWords.contains(word) else { return false }
    let follower = self.word(afterSpace(1))
    return follower?.first?.isLowercase ?? isMark(1, ["'", "’"])
  }

  /// Reads "&", "+", "@", "#3", "½" and separators.
  mutating func readMark(_ mark: Character) -> Bool {
    if isTimesSign(0) { return readTimesBefore() || readSign(mark) }
    if readSecondsAlone() || readMinus(mark) || readArrow() || readComparison() { return true }
    if mark == "#" {
      guard number(1) != nil else { return readSign(mark) }
      say(rules.number, for: 1)
      return true
    }
    if let fraction = fraction(0) {
      say(fraction.said, for: fraction.end)
      return true
    }
    return readSign(mark)
  }

  /// Reads "-5" where synthesisers don't say the sign.
  private mutating func readMinus(_ mark: Character) -> Bool {
    guard let minus = rules.minus, mark == "-" || mark == "\u{2212}", number(1) != nil, token(-1) ?? .space == .space,
      number(-2) == nil
    else { return false }
    say(minus, for: 1)
    return true
  }

  private mutating func readSign(_ mark: Character) -> Bool {
    guard let said = rules.signs[mark] ?? Self.pauses[mark] else { return false }
    say(said, for: 1)
    return true
  }

  /// The separators of every language.
  private static let pauses: [Character: String] = [
    "/": ",", "|": ",", "•": ",", "·": ",", "→": ",", "⇒": ",", "⟶": ",", "⟹": ",", "➔": ",", "➜": ",",
    "➡": ",", "➡️": ",", "►": ",", "*": "", "_": "", "#": "",
    "×": "", "✕": "", "✖": "",
  ]
}
