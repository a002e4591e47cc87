/// Text that comes from files, made safe for a terminal.
public enum SafeText {
  /// The text with every scalar that could steer a terminal or turn the line round replaced by U+FFFD.
  public static func filtered(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isHarmless(scalar) ? scalar : "\u{FFFD}") }
    return String(result)
  }

  /// Whether a scalar only stands for itself: no control, format, line or paragraph separator, private use, or
  /// unassigned one.
  static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
    default: true
    }
  }
}
