/// Formats rows with their cells aligned in columns, by their width on a terminal.
package enum Columns {
  /// The minimum width of truncated cells.
  private static let shortest = 12

  /// A line for each row; the columns in `right` are right-aligned, the others left-aligned. The cells of column `cut`
  /// are truncated if a line is too long; if that isn't enough, the columns from `fold` on, or from an earlier one
  /// after `cut`, are moved to a separate line below the row.
  package static func aligned(
    _ rows: [[String]], right: Set<Int> = [], cut: (column: Int, line: Int)? = nil, fold: Int? = nil
  ) -> [String] {
    let widths = widths(of: rows, cut)
    guard let cut, let fold, fold < widths.count, width(of: widths) > cut.line else {
      return lines(rows, widths, right)
    }
    let shorter = stride(from: fold, through: cut.column + 1, by: -1)
    func heads(_ count: Int) -> [[String]] { rows.map { Array($0.prefix(count)) } }
    let count = shorter.first { width(of: self.widths(of: heads($0), cut)) <= cut.line } ?? cut.column + 1
    let indent = String(repeating: " ", count: width(of: Array(widths.prefix(cut.column))) + 2)
    return zip(lines(heads(count), self.widths(of: heads(count), cut), right), rows).flatMap { line, row in
      let rest = row.dropFirst(count).filter { !$0.isEmpty }.joined(separator: ", ")
      if rest.isEmpty { return [line] }
      return [line] + LineWrap.lines(rest, columns: cut.line - indent.count).map { indent + $0 }
    }
  }

  private static func widths(of rows: [[String]], _ cut: (column: Int, line: Int)?) -> [Int] {
    let count = rows.map(\.count).max() ?? 0
    var widths = (0..<count).map { column in
      rows.map { $0.count > column ? ColumnWidth.of($0[column]) : 0 }.max() ?? 0
    }
    if let cut, cut.column < count {
      let surplus = width(of: widths) - cut.line
      if surplus > 0 { widths[cut.column] = max(min(shortest, widths[cut.column]), widths[cut.column] - surplus) }
    }
    return widths
  }

  /// The width of a line of such columns; columns that are empty in all rows take no space.
  private static func width(of columns: [Int]) -> Int {
    let seen = columns.filter { $0 > 0 }
    return seen.reduce(0, +) + 2 * max(0, seen.count - 1)
  }

  private static func lines(_ rows: [[String]], _ widths: [Int], _ right: Set<Int>) -> [String] {
    rows.map { row in
      let cells = row.enumerated().filter { widths[$0.offset] > 0 }.map { column, cell in
        let cell = fitted(cell, to: widths[column])
        let margin = String(repeating: " ", count: widths[column] - ColumnWidth.of(cell))
        return right.contains(column) ? margin + cell : cell + margin
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The text truncated to `width` columns; an ellipsis replaces the rest.
  static func fitted(_ text: String, to width: Int) -> String {
    guard ColumnWidth.of(text) > width else { return text }
    var text = text
    while !text.isEmpty, ColumnWidth.of(text) > width - 1 { text.removeLast() }
    return text + "…"
  }
}
