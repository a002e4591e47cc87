/// A unit of a text: letters, digits, a space, or one other character.
enum Token: Equatable {
  /// Letters with their combining marks.
  case word(String)
  /// Digits, with points and commas between them.
  case number(String)
  /// One or more spaces of any kind.
  case space
  /// Anything else, one character at a time.
  case mark(Character)
  /// The author's pronunciation, which is not changed.
  case said(String)

  /// The characters of the text; one space for any run of spaces.
  var text: String {
    switch self {
    case .word(let text), .number(let text), .said(let text): text
    case .space: " "
    case .mark(let mark): String(mark)
    }
  }

  /// Whether it consists of letters or digits, so that two in a row are one word for a reader.
  var isWordLike: Bool {
    switch self {
    case .word, .number, .said: true
    case .space, .mark: false
    }
  }

  /// Whether it is the author's pronunciation.
  var isSaid: Bool { if case .said = self { true } else { false } }

  /// Splits a text into tokens; joining them restores the text, except for runs of spaces and for soft hyphens, which
  /// nobody says.
  static func tokens(of text: String) -> [Token] {
    var tokens: [Token] = []
    var rest = text.filter { $0 != "\u{AD}" }[...]
    while let first = rest.first {
      let length: Int
      if first.isWhitespace {
        length = rest.prefix(while: \.isWhitespace).count
        tokens.append(.space)
      } else if isDigit(first) {
        let number = numberPrefix(of: rest)
        length = number.count
        tokens.append(.number(number))
      } else if first.isLetter {
        let word = rest.prefix { $0.isLetter && Fractions.signs[$0] == nil }
        length = word.count
        tokens.append(.word(String(word)))
      } else {
        length = 1
        tokens.append(.mark(first))
      }
      rest = rest.dropFirst(length)
    }
    return tokens
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  /// Digits, and points and commas that a digit follows: "1,000.5", but of "10." only "10".
  private static func numberPrefix(of text: Substring) -> String {
    var number = ""
    var rest = text
    while let first = rest.first {
      let isPoint = (first == "." || first == ",") && rest.dropFirst().first.map(isDigit) ?? false
      guard isDigit(first) || isPoint else { break }
      number.append(first)
      rest = rest.dropFirst()
    }
    return number
  }
}
