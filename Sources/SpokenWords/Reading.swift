import WorkoutModel

/// One text on its way to being said: rules look at where it stands, and say something and go on, or leave it.
struct Reading {
  let tokens: [Token]
  let wording: Wording
  let plural: PluralRule
  var measures: Measures { wording.measures }
  /// Where the reading stands.
  private(set) var position = 0
  private var result = ""
  /// Whether the last thing said must not run into what follows.
  private(set) var isApart = false

  init(_ tokens: [Token], _ wording: Wording, _ plural: PluralRule) {
    self.tokens = Self.joiningNumbers(tokens, wording)
    self.wording = wording
    self.plural = plural
  }

  /// The whole text as it is said.
  mutating func read() -> String {
    while position < tokens.count {
      if !readAbbreviation() { readToken() }
    }
    while result.last == " " { result.removeLast() }
    return result
  }

  private mutating func readAbbreviation() -> Bool {
    guard let (said, count) = wording.abbreviations.match(tokens, at: position) else { return false }
    say(said, for: count)
    return true
  }

  private mutating func readToken() {
    switch tokens[position] {
    case .number(let number): if !readNumber(number) { keep() }
    case .word(let word): if !readWord(word) { keep() }
    case .mark(let mark): if !readMark(mark) { keep() }
    case .said(let text): say(text, for: 1)
    case .space: keep()
    }
  }

  /// Says `text` for the next tokens, as words of their own.
  mutating func say(_ text: String, for count: Int) {
    position += count
    isApart = true
    if text == Self.pause { return pauseBehindWord() }
    if let last = result.last, last != " ", !Self.opening.contains(last) { result += " " }
    result += text
  }

  /// A pause belongs to the word before it; one is enough.
  private mutating func pauseBehindWord() {
    while result.last == " " { result.removeLast() }
    if let last = result.last, last.isLetter || last.isNumber || last == ")" { result += Self.pause }
  }

  /// What parts one thing from the next.
  static let pause = ","

  /// Says the next token as it stands.
  mutating func keep() {
    let token = tokens[position]
    if token == .space {
      if let last = result.last, last != " " { result += " " }
    } else {
      if isApart, token.isWordLike || token == .mark("("), result.last != " " { result += " " }
      result += token.text
    }
    isApart = false
    position += 1
  }

  private static let opening: Set<Character> = ["(", "[", "{", "„", "«", "“", "¿", "¡", "-", "–", "—", "'", "’"]

  /// The token `offset` further on.
  func token(_ offset: Int) -> Token? {
    let index = position + offset
    return tokens.indices.contains(index) ? tokens[index] : nil
  }

  /// How far on a space is passed, from `offset`.
  func afterSpace(_ offset: Int) -> Int { token(offset) == .space ? offset + 1 : offset }

  func isMark(_ offset: Int, _ marks: Set<Character>) -> Bool {
    if case .mark(let mark) = token(offset) { marks.contains(mark) } else { false }
  }

  func number(_ offset: Int) -> String? {
    if case .number(let number) = token(offset) { number } else { nil }
  }

  func word(_ offset: Int) -> String? {
    if case .word(let word) = token(offset) { word } else { nil }
  }

  /// The whole number that stands `offset` further on, as far as one is short enough to be reckoned with.
  func whole(_ offset: Int) -> Int? { number(offset).flatMap(Self.whole) }

  static func whole(_ number: String) -> Int? {
    number.utf8.count <= 6 && number.allSatisfy { $0 != "." && $0 != "," } ? Int(number) : nil
  }

  /// How much a number is, whichever decimal sign it has; three digits behind one are thousands.
  static func value(_ number: String) -> Double? {
    if let whole = whole(number) { return Double(whole) }
    let parts = number.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard parts.count == 2, number.utf8.count <= 12 else { return nil }
    return parts[1].count == 3 ? Double(parts.joined()) : Double(parts.joined(separator: "."))
  }

  /// Whether the next token goes on with a word or number that is said as it stands, as in "T2B".
  var isWithinWord: Bool { !isApart && token(-1)?.isWordLike ?? false }

  /// The word before the token there, across a space, in small letters.
  func wordBefore(_ offset: Int) -> String? {
    word(token(offset - 1) == .space ? offset - 2 : offset - 1)?.lowercased()
  }

  func isWord(_ offset: Int, _ word: String) -> Bool { self.word(offset)?.lowercased() == word.lowercased() }

  /// The gender of a noun by its ending, as far as that tells.
  func gender(of noun: String) -> Wording.Gender? {
    let lowered = noun.lowercased()
    guard !wording.particles.contains(lowered), !wording.hasCapitalNouns || noun.first?.isUppercase == true else {
      return nil
    }
    if wording.feminineEndings.contains(where: lowered.hasSuffix) { return .feminine }
    return noun.count > 3 ? wording.usualGender : nil
  }

  /// Whether the text names a way that is a few metres long.
  var isDistance: Bool {
    holdsAny(of: wording.distances) && !holdsAny(of: wording.efforts)
  }

  private func holdsAny(of words: Set<String>) -> Bool {
    tokens.contains { if case .word(let word) = $0 { words.contains(word.lowercased()) } else { false } }
  }

  /// Whether the text is written in capitals.
  var isLoud: Bool {
    !tokens.contains { !isTimesSign($0) && !$0.isSaid && $0.text.contains(where: \.isLowercase) }
  }

  private func isTimesSign(_ token: Token) -> Bool { token == .word("x") }
}
