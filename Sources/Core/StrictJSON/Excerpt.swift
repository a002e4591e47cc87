/// Pieces of a file as messages show them: short, on one line, and without anything that could steer a terminal.
package enum Excerpt {
  /// The longest stretch of a text that a message shows, in Unicode scalars.
  package static let length = 40

  package static func quoted(_ text: String, length: Int = length) -> String { "\"\(plain(text, length: length))\"" }

  /// The text shortened to `length`, each scalar that doesn't print replaced by U+FFFD.
  package static func plain(_ text: String, length: Int = length) -> String {
    let isWhole = text.unicodeScalars.dropFirst(length).isEmpty
    return String(text.unicodeScalars.prefix(length)).replacingScalars { !$0.isPrintable } + (isWhole ? "" : "…")
  }
}

extension Unicode.Scalar {
  /// Whether a scalar can stand in a line of text: no control, no line or paragraph separator, which are controls for
  /// a terminal, no control of the writing direction, and no noncharacter, which XML excludes.
  ///
  /// Joiners, soft hyphens and tags are invisible parts of words and emoji. Private use and what isn't assigned yet,
  /// such as a new emoji, is the author's.
  package var isPrintable: Bool {
    if isASCII { return (0x20...0x7E).contains(value) }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: !properties.isBidiControl && !properties.isNoncharacterCodePoint
    }
  }
}

extension StringProtocol {
  /// The text with U+FFFD in place of scalars; most texts need none, and long ones are expensive to copy.
  package func replacingScalars(where isReplaced: (Unicode.Scalar) -> Bool) -> String {
    if !unicodeScalars.contains(where: isReplaced) { return String(self) }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars { result.append(isReplaced(scalar) ? "\u{FFFD}" : scalar) }
    return String(result)
  }
}
