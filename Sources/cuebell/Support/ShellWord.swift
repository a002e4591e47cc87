import SessionReporting
import WorkoutModel

/// Quotes words of a printed command line.
enum ShellWord {
  /// The text as a single shell word, safe to print.
  static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "/._-+@%".unicodeScalars.contains(scalar)
      }
    return isPlain ? text : "'" + SafeText.filtered(text).replacing("'", with: "'\\''") + "'"
  }
}
