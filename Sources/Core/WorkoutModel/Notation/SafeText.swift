/// Makes text of unknown origin safe for terminals and line-based programs.
package enum SafeText {
  /// The text with control characters and bidirectional overrides replaced by U+FFFD.
  package static func filtered(_ text: some StringProtocol) -> String { text.replacingScalars { !isHarmless($0) } }

  /// The lines of a text, filtered alike: line feeds stay.
  package static func filteredLines(_ text: some StringProtocol) -> String {
    text.replacingScalars { !isHarmless($0) && $0 != "\n" }
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

  /// The text as a JSON string in double quotes; every scalar that `filtered` would replace is escaped.
  package static func jsonString(_ text: String) -> String {
    if isPrintableASCII(text), !text.utf8.contains(where: { $0 == 0x22 || $0 == 0x5C }) { return "\"\(text)\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if isHarmless(scalar) { result.unicodeScalars.append(scalar) } else { result += escape(scalar) }
      }
    }
    return result + "\""
  }

  /// Whether all characters are printable ASCII: a fast path, because it holds for most texts.
  private static func isPrintableASCII(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  /// Whether a scalar is ordinary text: no control, format, separator, private-use or unassigned character.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x20...0x7E).contains(scalar.value) }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
    default: true
    }
  }

  /// The scalar as one or, beyond U+FFFF, two `\uXXXX`.
  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let units = UTF16.encode(scalar).map(Array.init) ?? []
    return units.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}

extension StringProtocol {
  /// The text with U+FFFD in place of scalars; most texts need none, and long ones are expensive to copy.
  fileprivate func replacingScalars(where isReplaced: (Unicode.Scalar) -> Bool) -> String {
    if !unicodeScalars.contains(where: isReplaced) { return String(self) }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars { result.append(isReplaced(scalar) ? "\u{FFFD}" : scalar) }
    return String(result)
  }
}
