enum OneLine {
  /// The words with one space between them and without invisible scalars other than those of a word or an emoji, cut to
  /// `length` scalars, and the number of scalars before that.
  static func of(_ text: some StringProtocol, atMost length: Int = .max) -> (text: String, count: Int) {
    var line = String.UnicodeScalarView()
    var (count, isAfterSpace) = (0, false)
    for scalar in text.unicodeScalars {
      let isASCII = scalar.isASCII
      if !isASCII, scalar.properties.isDefaultIgnorableCodePoint, count == 0 || isAfterSpace || !isInWord(scalar) {
        continue
      }
      if isASCII ? scalar == " " || (9...13).contains(scalar.value) : scalar.properties.isWhitespace {
        isAfterSpace = count > 0
        continue
      }
      if isAfterSpace, count + 1 < length { line.append(" ") }
      count += isAfterSpace ? 2 : 1
      isAfterSpace = false
      if count <= length { line.append(scalar) }
    }
    return (String(line), count)
  }

  /// Whether an invisible scalar is a joiner, a soft hyphen, a variation selector or a tag.
  private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{AD}", "\u{200C}", "\u{200D}", "\u{E0020}"..."\u{E007F}": true
    default: scalar.properties.isVariationSelector
    }
  }
}

extension StringProtocol {
  /// The text without leading and trailing blanks.
  var trimmed: String {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? start
    return String(self[start..<end])
  }

  /// The number of at most four ASCII digits; `nil` for any other text.
  var shortNumber: Int? { count <= 4 && allSatisfy { $0.isASCII && $0.isNumber } ? Int(self) : nil }
}
