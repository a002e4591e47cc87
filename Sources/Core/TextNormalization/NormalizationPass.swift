import WorkoutModel

/// One pass over a text: each rule examines the current position, and either says something and advances, or does
/// nothing.
struct NormalizationPass {
  let tokens: [Token]
  let rules: LanguageRules
  let plural: PluralRule
  var measures: UnitTable { rules.measures }
  /// The current position, as an index into `tokens`.
  private(set) var position = 0
  private var result = ""
  /// Whether the last spoken text must be separated from the next.
  private(set) var isApart = false

  init(_ tokens: [Token], _ rules: LanguageRules, _ plural: PluralRule) {
    self.tokens = Self.joiningNumbers(tokens, rules)
    self.rules = rules
    self.plural = plural
  }

  /// The spoken form of the whole text.
  mutating func read() -> String {
    while position < tokens.count {
      if readBodySide() { continue }
      if let (said, count) = rules.abbreviations.match(tokens, at: position)
        ?? Self.international.match(tokens, at: position)
      {
        say(said, for: count)
      } else {
        readToken()
      }
    }
    while result.last == " " { result.removeLast() }
    return result
  }

  /// The abbreviations that are spelt in every language, and of which synthesisers make a word.
  private static let international = PronunciationTable([
    "VO2": "V O 2", "VO2max": "V O 2 max", "VO₂": "V O 2", "VO₂max": "V O 2 max",
  ])

  private mutating func readToken() {
    switch tokens[position] {
    case .number(let number): if !readNumber(number) { keep() }
    case .word(let word): if !readWord(word) { keep() }
    case .mark(let mark): if !readMark(mark) { keep() }
    case .said(let text): say(text, for: 1)
    case .space: keep()
    }
  }

  /// Says `text` for the next `count` tokens, as separate words.
  mutating func say(_ text: String, for count: Int) {
    position += count
    isApart = true
    if text == Self.pause { return pauseBehindWord() }
    if let last = result.last, last != " ", !Self.opening.contains(last) { result += " " }
    result += text
  }

  /// A pause follows the word before it; repeated pauses are merged.
  private mutating func pauseBehindWord() {
    while result.last == " " { result.removeLast() }
    if let last = result.last, last.isLetter || last.isNumber || last == ")" { result += Self.pause }
  }

  /// A separator.
  static let pause = ","

  /// Says the next token unchanged.
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

  func token(_ offset: Int) -> Token? {
    let index = position + offset
    return tokens.indices.contains(index) ? tokens[index] : nil
  }

  /// The offset after a space at `offset`, if there is one.
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

  /// The whole number at `offset`, if it is short enough for arithmetic.
  func whole(_ offset: Int) -> Int? { number(offset).flatMap(Self.whole) }

  static func whole(_ number: String) -> Int? {
    number.utf8.count <= 6 && number.allSatisfy { $0 != "." && $0 != "," } ? Int(number) : nil
  }

  /// The value of a number with either decimal sign; three digits after a sign are thousands.
  static func value(_ number: String) -> Double? {
    if let whole = whole(number) { return Double(whole) }
    let parts = number.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard parts.count == 2, number.utf8.count <= 12 else { return nil }
    return parts[1].count == 3 ? Double(parts.joined()) : Double(parts.joined(separator: "."))
  }

  /// Whether the next token continues a word or number that is said unchanged, as in "T2B".
  var isWithinWord: Bool { !isApart && token(-1)?.isWordLike ?? false }

  /// The word before the token at an offset, across a space, in lower case.
  func wordBefore(_ offset: Int) -> String? {
    word(token(offset - 1) == .space ? offset - 2 : offset - 1)?.lowercased()
  }

  func isWord(_ offset: Int, _ word: String) -> Bool { self.word(offset)?.lowercased() == word.lowercased() }

  func gender(of noun: String) -> LanguageRules.Gender? {
    let lowered = noun.lowercased()
    guard !rules.particles.contains(lowered), !rules.hasCapitalNouns || noun.first?.isUppercase == true else {
      return nil
    }
    if rules.feminineEndings.words.contains(where: lowered.hasSuffix) { return .feminine }
    return noun.count > 3 ? rules.usualGender : nil
  }

  /// Whether the text contains a word for a distance of a few metres.
  var isDistance: Bool {
    containsAny(of: rules.distances) && !containsAny(of: rules.minuteEfforts)
  }

  /// Whether the text contains one of the words, or of the pairs of words, which a hyphen joins in the list.
  private func containsAny(of list: WordList) -> Bool {
    let words = tokens.compactMap { if case .word(let word) = $0 { word.lowercased() } else { nil } }
    return words.contains(where: list.contains)
      || zip(words, words.dropFirst()).contains { list.contains("\($0)-\($1)") }
  }

  var isLoud: Bool {
    !tokens.contains { !isTimesSign($0) && !$0.isSaid && $0.text.contains(where: \.isLowercase) }
  }

  private func isTimesSign(_ token: Token) -> Bool { token == .word("x") }
}

extension NormalizationPass {
  /// Joins "5 000", in languages with a decimal comma, and ".5" to single numbers.
  static func joiningNumbers(_ tokens: [Token], _ rules: LanguageRules) -> [Token] {
    var result: [Token] = []
    var index = 0
    while index < tokens.count {
      let end = endOfThousands(tokens, index, rules)
      if end > index, case .number = tokens[index] {
        result.append(.number(tokens[index..<end].filter { $0 != .space }.map(\.text).joined()))
        index = end
      } else if let number = digitsAfterPoint(tokens, index) {
        result.append(.number("0." + number))
        index += 2
      } else {
        result.append(tokens[index])
        index += 1
      }
    }
    return result
  }

  /// The digits after a point that begins a number.
  private static func digitsAfterPoint(_ tokens: [Token], _ index: Int) -> String? {
    guard tokens[index] == .mark("."), index == 0 || tokens[index - 1] == .space, index + 1 < tokens.count,
      case .number(let number) = tokens[index + 1], whole(number) != nil, number.utf8.count < 3
    else { return nil }
    return number
  }

  /// The end of the groups of three digits that follow a number; `start` if there are none.
  private static func endOfThousands(_ tokens: [Token], _ start: Int, _ rules: LanguageRules) -> Int {
    guard case .number(let first) = tokens[start], first.utf8.count <= 3, !first.hasPrefix("0"), whole(first) != nil,
      start == 0 || !tokens[start - 1].isWordLike, !isCount(tokens, start, rules)
    else { return start }
    var groups: [String] = []
    var end = start + 1
    while end + 1 < tokens.count, tokens[end] == .space, case .number(let group) = tokens[end + 1],
      group.utf8.count == 3, whole(group) != nil
    {
      groups.append(group)
      end += 2
    }
    // Other groups may be separate numbers: "400 200 100".
    let areRound = groups.allSatisfy { $0 == "000" }
    return !groups.isEmpty && (areRound || rules.hasDecimalComma && first.utf8.count < 3) ? end : start
  }

  /// Whether the number is a count: "Set 1 200 m".
  private static func isCount(_ tokens: [Token], _ index: Int, _ rules: LanguageRules) -> Bool {
    guard index > 1, tokens[index - 1] == .space, case .word(let word) = tokens[index - 2] else { return false }
    return rules.counted.contains(word.lowercased())
  }
}
