/// Pieces of a file as messages show them: short, on one line, and without anything that could steer a terminal.
package enum Excerpt {
  /// The longest stretch of a text that a message shows, in Unicode scalars.
  package static let length = 40

  /// The text in double quotes.
  package static func quoted(_ text: String, length: Int = length) -> String { "\"\(plain(text, length: length))\"" }

  /// The text shortened to `length`, each scalar that doesn't print replaced by U+FFFD.
  package static func plain(_ text: String, length: Int = length) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(length) { shown.append(prints(scalar) ? scalar : "\u{FFFD}") }
    let isWhole = text.unicodeScalars.dropFirst(length).isEmpty
    return String(shown) + (isWhole ? "" : "…")
  }

  private static func prints(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    default: true
    }
  }
}
