/// Breaks text into lines that a terminal shows whole.
public enum LineWrap {
  /// The lines of a harmless text, each at most so many columns wide: broken at spaces, and within what is longer than
  /// a line. There is always one.
  public static func lines(_ text: String, columns: Int) -> [String] {
    let columns = max(2, columns)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let width = ColumnWidth.of(line)
      if !line.isEmpty, width + 1 + ColumnWidth.of(String(word)) <= columns {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in word {
        if ColumnWidth.of(line) + ColumnWidth.of(String(character)) > columns, !line.isEmpty {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }
}
