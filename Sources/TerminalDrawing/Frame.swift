/// A screen as it should look at one instant: rows of cells, ready to be compared with another.
public struct Frame: Equatable, Sendable {
  /// How large the screen is.
  public let size: ScreenSize
  /// From the top; what is blank at the end of a row and below the last one isn't held.
  private(set) var rows: [[Cell]]

  /// A screen with these rows from its top; what doesn't fit is cut.
  package init(_ size: ScreenSize, _ rows: [CellText] = []) {
    self.size = size
    self.rows = rows.prefix(size.rows).map { row in
      var cells = row.clipped(to: size.columns).cells
      while cells.last == .blank { cells.removeLast() }
      return cells
    }
    while self.rows.last?.isEmpty == true { self.rows.removeLast() }
  }

  /// The rows as text, without colours; blanks at the ends left out.
  public var lines: [String] { rows.map { row in row.map(\.text).joined() } }

  func row(_ index: Int) -> [Cell] { rows.indices.contains(index) ? rows[index] : [] }
}
