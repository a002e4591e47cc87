/// What the standard library has only where its regular expressions are.
extension String {
  /// The parts of the text between the places where another one is; the whole text if it isn't there.
  package func parts(around text: String) -> [String] {
    var parts = [""]
    var rest = Substring(self)
    while let first = rest.first {
      if rest.hasPrefix(text) {
        parts.append("")
        rest = rest.dropFirst(text.count)
      } else {
        parts[parts.count - 1].append(first)
        rest = rest.dropFirst()
      }
    }
    return parts
  }

  /// The text with another one in the place of each occurrence of a third.
  package func filling(_ text: String, with other: String) -> String { parts(around: text).joined(separator: other) }

  /// Whether another text is in it.
  package func has(_ text: String) -> Bool { parts(around: text).count > 1 }
}
