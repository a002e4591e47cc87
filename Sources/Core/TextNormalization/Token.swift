/// A stretch of a text that belongs together: letters, digits, a space, or one other character.
enum Token: Equatable {
  /// Letters, with the marks that belong to them.
  case word(String)
  /// Digits, with points and commas between them.
  case number(String)
  /// One or more spaces of any kind.
  case space
  /// Anything else, one character at a time.
  case mark(Character)
  /// Said unchanged: what the author has chosen.
  case said(String)

  /// The characters of the text; for spaces only that there is one.
  var text: String {
    switch self {
    case .word(let text), .number(let text), .said(let text): text
    case .space: " "
    case .mark(let mark): String(mark)
    }
  }

  /// Whether it is made of letters or digits, so that two in a row are one word for a reader.
  var isWordLike: Bool {
    switch self {
    case .word, .number, .said: true
    case .space, .mark: false
    }
  }

  /// Whether it is the author's own choice.
  var isSaid: Bool { if case .said = self { true } else { false } }

  /// Cuts a text up; what it is made of comes back whole, but for runs of spaces.
  static func tokens(of text: String) -> [Token] {
    var tokens: [Token] = []
    var rest = text[...]
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

  /// Digits, and points and commas as long as a digit follows: "1,000.5", but of "10." only "10".
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
