/// The output that changes a terminal from one frame to another.
///
/// It uses the control sequences of ECMA-48 that every terminal supports: CUP, CUF, EL, ED and SGR. The law: a terminal
/// that shows `old` shows `new` after the text. Equal cells aren't written, unless a gap is so short that skipping it
/// would take no fewer bytes.
package struct FrameDiff {
  /// The maximum number of unchanged columns that are rewritten rather than skipped.
  private static let shortGap = 3
  /// The number of blank columns from which a row's end is erased rather than overwritten.
  private static let shortTail = 4

  private var text = ""
  private var pen = CellStyle.plain
  /// The terminal's cursor, if known.
  private var cursor: (row: Int, column: Int)?

  /// The text that changes the screen from `old`, or from unknown content if it is `nil` or has another size, to `new`;
  /// empty if nothing differs.
  package static func text(from old: Frame?, to new: Frame) -> String {
    var repaint = FrameDiff()
    var before = Frame(new.size)
    if let old, old.size == new.size { before = old } else { repaint.text = "\u{1B}[0m\u{1B}[2J" }
    for row in 0..<new.size.rows { repaint.repaint(row, before.row(row), new.row(row), new.size.columns) }
    repaint.set(.plain)
    return repaint.text
  }

  private mutating func repaint(_ row: Int, _ old: [Cell], _ new: [Cell], _ columns: Int) {
    func isSame(_ column: Int) -> Bool {
      (column < old.count ? old[column] : .blank) == (column < new.count ? new[column] : .blank)
    }
    let end = old.count - new.count >= Self.shortTail ? new.count : max(old.count, new.count)
    var column = 0
    while column < end {
      guard !isSame(column) else {
        column += 1
        continue
      }
      move(to: row, column)
      while column < end, !isSame(column) || isShortGap(column, end, isSame) {
        if cursor == nil { move(to: row, column) }
        column += write(column < new.count ? new[column] : .blank, row, column, new)
      }
    }
    if end < old.count {
      move(to: row, end)
      set(.plain)
      text += "\u{1B}[K"
    }
    // After a full row the cursor's position differs between terminals.
    if let cursor, cursor.column >= columns { self.cursor = nil }
  }

  /// Whether the unchanged part from here on is short enough to be rewritten.
  private func isShortGap(_ column: Int, _ end: Int, _ isSame: (Int) -> Bool) -> Bool {
    let reach = min(column + Self.shortGap, end - 1)
    return column < reach && (column + 1...reach).contains { !isSame($0) }
  }

  /// Writes a cell of a row; returns the number of columns.
  private mutating func write(_ cell: Cell, _ row: Int, _ column: Int, _ cells: [Cell]) -> Int {
    let width = 1 + cells.dropFirst(column + 1).prefix { $0.text.isEmpty }.count
    // A space looks the same in every style used here.
    if cell.text != " " { set(cell.style) }
    if cell.isJoined {
      // Whatever columns the terminal needs, the others are blank, and the next cell is in its place.
      text += String(repeating: " ", count: width)
      cursor = nil
      move(to: row, column)
    }
    text += cell.text
    cursor = cell.isJoined ? nil : cursor.map { ($0.row, $0.column + width) }
    return width
  }

  private mutating func move(to row: Int, _ column: Int) {
    defer { cursor = (row, column) }
    if let cursor, cursor.row == row, cursor.column <= column {
      let distance = column - cursor.column
      if distance > 0 { text += distance == 1 ? "\u{1B}[C" : "\u{1B}[\(distance)C" }
      return
    }
    text += column == 0 ? "\u{1B}[\(row + 1)H" : "\u{1B}[\(row + 1);\(column + 1)H"
  }

  private mutating func set(_ style: CellStyle) {
    guard style != pen else { return }
    // Attributes can only be switched off together.
    let parameters = (pen == .plain ? [] : [0]) + style.parameters
    text += "\u{1B}[\(parameters == [0] ? "" : parameters.map { "\($0)" }.joined(separator: ";"))m"
    pen = style
  }
}

/// The content of a screen at one instant: rows of cells, which can be compared with another frame.
package struct Frame: Equatable, Sendable {
  package let size: ScreenSize
  /// The rows from the top; trailing blanks and blank rows at the bottom are omitted.
  private(set) var rows: [[Cell]]

  /// A screen with these rows from its top; the excess is cut off.
  package init(_ size: ScreenSize, _ rows: [CellText] = []) {
    self.size = size
    self.rows = rows.prefix(size.rows).map { row in
      var cells = row.clipped(to: size.columns).cells
      while cells.last == .blank { cells.removeLast() }
      return cells
    }
    while self.rows.last?.isEmpty == true { self.rows.removeLast() }
  }

  /// The rows as text, without colours and trailing blanks.
  package var lines: [String] { rows.map { row in row.map(\.text).joined() } }

  func row(_ index: Int) -> [Cell] { rows.indices.contains(index) ? rows[index] : [] }
}
