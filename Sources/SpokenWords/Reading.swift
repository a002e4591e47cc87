import WorkoutModel

/// One text on its way to being said: rules look at where it stands, and say something and go on, or leave it.
struct Reading {
  let tokens: [Token]
  let wording: Wording
  let plural: PluralRule
  /// Where the reading stands.
  private(set) var position = 0
  private var result = ""
  /// Whether the last thing said must not run into what follows.
  private(set) var isApart = false

  init(_ tokens: [Token], _ wording: Wording, _ plural: PluralRule) {
    self.tokens = tokens
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
      if isApart, token.isWordLike, result.last != " " { result += " " }
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

  /// Whether the next token goes on with a word or number that is said as it stands, as in "T2B".
  var isWithinWord: Bool { !isApart && token(-1)?.isWordLike ?? false }

  /// The word before the next token, across a space, in small letters.
  var wordBefore: String? {
    let back = token(-1) == .space ? -2 : -1
    return word(back)?.lowercased()
  }
}
