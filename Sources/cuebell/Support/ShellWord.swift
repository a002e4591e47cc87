import SessionReporting
import WorkoutModel

/// Words of a command line that is printed to be copied.
enum ShellWord {
  /// A text as a shell takes it for one word, safe to print.
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
