import StrictJSON

/// Makes text of unknown origin safe for terminals and line-based programs.
package enum SafeText {
  /// The text with controls, also those of the writing direction, replaced by U+FFFD.
  package static func filtered(_ text: some StringProtocol) -> String { text.replacingScalars { !$0.isPrintable } }

  /// Whether a text has no controls.
  package static func isSafe(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { $0.isPrintable } }

  /// The lines of a text, filtered alike: line feeds stay.
  package static func filteredLines(_ text: some StringProtocol) -> String {
    text.replacingScalars { !$0.isPrintable && $0 != "\n" }
  }

  /// The text for XML, HTML and Pango markup: filtered, and with `&`, `<`, `>` and `"` escaped.
  package static func markup(_ text: String) -> String {
    mapped(filtered(text)) { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: nil
      }
    }
  }

  /// The text with some scalars replaced by strings.
  ///
  /// It compares scalars, because a character with a combining mark is a different `Character` from the one without it.
  package static func mapped(_ text: String, _ words: (Unicode.Scalar) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let words = words(scalar) {
        result.append(contentsOf: words.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
