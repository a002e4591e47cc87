import TerminalDrawing

/// Rows whose cells stand under each other, as wide as a terminal shows them.
enum Columns {
  /// What is cut stays as long as this.
  private static let shortest = 12

  /// A line for each row; the columns of `right` end under each other, the others begin so.
  ///
  /// - Parameters:
  ///   - rows: The cells.
  ///   - right: Which columns end under each other.
  ///   - cut: The column whose cells are cut where a line is longer than so many columns of the terminal.
  /// - Returns: The lines.
  static func aligned(
    _ rows: [[String]], right: Set<Int> = [], cut: (column: Int, line: Int)? = nil
  ) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    var widths = (0..<count).map { column in
      rows.map { $0.count > column ? ColumnWidth.of($0[column]) : 0 }.max() ?? 0
    }
    if let cut, cut.column < count {
      let surplus = widths.reduce(0, +) + 2 * (count - 1) - cut.line
      if surplus > 0 { widths[cut.column] = max(min(shortest, widths[cut.column]), widths[cut.column] - surplus) }
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let cell = fitted(cell, to: widths[column])
        let margin = String(repeating: " ", count: widths[column] - ColumnWidth.of(cell))
        return right.contains(column) ? margin + cell : cell + margin
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// At most so wide; an ellipsis stands for what is cut.
  private static func fitted(_ text: String, to width: Int) -> String {
    guard ColumnWidth.of(text) > width else { return text }
    var text = text
    while !text.isEmpty, ColumnWidth.of(text) > width - 1 { text.removeLast() }
    return text + "…"
  }
}
