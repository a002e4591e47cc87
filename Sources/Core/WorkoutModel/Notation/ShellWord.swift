/// Quotes words of a printed command line.
package enum ShellWord {
  package static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "/._-+@%".unicodeScalars.contains(scalar)
      }
    return isPlain ? text : "'" + SafeText.mapped(SafeText.filtered(text)) { $0 == "'" ? "'\\''" : nil } + "'"
  }
}
