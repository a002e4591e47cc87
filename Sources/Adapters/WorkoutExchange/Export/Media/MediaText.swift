import WorkoutModel

/// Replaces and escapes characters for line-based formats, scalar by scalar as `SafeText.mapped` does.
enum MediaText {
  /// The text on one line: line breaks and tabs become spaces, and control characters U+FFFD.
  static func line(_ text: String) -> String {
    let words = text.unicodeScalars.split(whereSeparator: isBreak).map { String(Substring($0)) }
    let filtered = SafeText.filtered(words.joined(separator: " ")).unicodeScalars
    let inner = filtered.drop { $0 == " " }
    let end = inner.lastIndex { $0 != " " }.map { inner.index(after: $0) } ?? inner.startIndex
    return String(Substring(inner[..<end]))
  }

  /// The lines of a text, each cleaned by `line`.
  static func lines(_ text: String) -> [String] {
    let ends: [Unicode.Scalar] = ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"]
    let parts = text.unicodeScalars.split { ends.contains($0) }
    return parts.map { line(String(Substring($0))) }
  }

  /// The text with `sign` before each of `signs`.
  static func escaped(_ text: String, _ signs: String, by sign: Unicode.Scalar = "\\") -> String {
    let signs = Array(signs.unicodeScalars)
    return SafeText.mapped(text) { signs.contains($0) ? String(sign) + String($0) : nil }
  }

  /// The text on one line, with unsupported characters replaced; the log records them as a loss.
  static func substituted(
    _ text: String, in path: String, _ log: ExchangeLog, _ words: (Unicode.Scalar) -> String?
  ) -> String {
    let line = line(text)
    let result = SafeText.mapped(line, words)
    if !result.utf8.elementsEqual(line.utf8) {
      log.warn(.file(path), that: "characters of the format in a text", "were replaced by similar ones")
    }
    return result
  }

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }
}
