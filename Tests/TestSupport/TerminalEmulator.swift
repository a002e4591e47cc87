/// A terminal that implements the control sequences that the screen uses, and records all others.
///
/// It counts columns scalar by scalar, keeps a main and an alternate screen, and blanks the other half of a wide
/// character that is overwritten, as xterm does.
public struct TerminalEmulator: Equatable, Sendable {
  /// One column.
  public struct Cell: Equatable, Sendable {
    /// A character with its marks; empty for the second column of a wide one.
    public var text = " "
    /// The SGR parameters of its style, sorted.
    public var style: [Int] = []
  }

  /// The main screen while the alternate one is shown.
  private struct MainScreen: Equatable, Sendable {
    let cells: [[Cell]]
    let row: Int
    let column: Int
  }

  /// The rows, each of all columns.
  public private(set) var cells: [[Cell]]
  /// Control sequences and characters that are not implemented.
  public private(set) var unsupported: [String] = []
  /// Whether the cursor is visible.
  public private(set) var hasCursor = true
  /// Whether lines wrap at the last column.
  public private(set) var wraps = true

  private let columns: Int
  private let width: @Sendable (Unicode.Scalar) -> Int
  private var row = 0
  private var column = 0
  private var style: Set<Int> = []
  private var mainScreen: MainScreen?
  /// The parameters of the control sequence that is being read.
  private var sequence: String?
  private var isEscaped = false

  /// A blank terminal; `width` returns the number of columns of a scalar.
  public init(columns: Int, rows: Int, width: @escaping @Sendable (Unicode.Scalar) -> Int) {
    self.columns = columns
    self.width = width
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  /// Whether the alternate screen is shown.
  public var isAlternate: Bool { mainScreen != nil }

  /// The rows as text, without blanks at their ends.
  public var lines: [String] {
    cells.map { row in
      var text = row.map(\.text).joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// All SGR parameters on the screen.
  public var styles: Set<Int> { Set(cells.joined().flatMap(\.style)) }

  /// Processes the output of a program.
  public mutating func write(_ text: String) { for scalar in text.unicodeScalars { write(scalar) } }

  /// Whether two terminals show the same cells and found the same sequences unsupported.
  public static func == (one: TerminalEmulator, other: TerminalEmulator) -> Bool {
    one.cells == other.cells && one.unsupported == other.unsupported
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    if let parameters = sequence {
      if (0x20...0x3F).contains(scalar.value) {
        sequence = parameters + String(scalar)
        return
      }
      sequence = nil
      return perform(scalar, parameters)
    }
    if isEscaped {
      isEscaped = false
      if scalar == "[" { sequence = "" } else { unsupported.append("ESC \(scalar)") }
      return
    }
    switch scalar {
    case "\u{1B}": isEscaped = true
    case "\r": column = 0
    case "\n": feedLine()
    case "\u{08}": column = max(0, column - 1)
    case "\u{07}", "\u{0F}": break
    default:
      if scalar.properties.generalCategory == .control { return unsupported.append("U+\(scalar.value)") }
      put(scalar)
    }
  }

  private mutating func feedLine() {
    if row < cells.count - 1 {
      row += 1
      return
    }
    cells.removeFirst()
    cells.append(Array(repeating: Cell(), count: columns))
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = width(scalar)
    if width == 0 {
      var base = min(column, columns) - 1
      if base > 0, cells[row][base].text.isEmpty { base -= 1 }
      if base >= 0 { cells[row][base].text.unicodeScalars.append(scalar) }
      return
    }
    if column + width > columns {
      guard wraps else { return }
      column = 0
      feedLine()
    }
    for place in column..<column + width { blankOtherHalf(of: place) }
    // A blank looks the same in every style that the screen uses.
    cells[row][column] = Cell(text: String(scalar), style: scalar == " " ? [] : style.sorted())
    if width == 2 { cells[row][column + 1] = Cell(text: "", style: style.sorted()) }
    column += width
  }

  private mutating func blankOtherHalf(of place: Int) {
    if cells[row][place].text.isEmpty, place > 0 { cells[row][place - 1] = Cell() }
    if place + 1 < columns, cells[row][place + 1].text.isEmpty { cells[row][place + 1] = Cell() }
  }

  private mutating func perform(_ final: Unicode.Scalar, _ parameters: String) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    switch (final, parameters) {
    case ("H", _):
      row = min(max((numbers.first ?? 0) - 1, 0), cells.count - 1)
      column = min(max((numbers.count > 1 ? numbers[1] : 0) - 1, 0), columns - 1)
    case ("C", _): column = min(column + max(numbers.first ?? 1, 1), columns - 1)
    case ("K", ""), ("K", "0"):
      if column < columns { blankOtherHalf(of: column) }
      for place in min(column, columns)..<columns { cells[row][place] = Cell() }
    case ("J", "2"): cells = cells.map { _ in Array(repeating: Cell(), count: columns) }
    case ("m", _):
      for number in numbers { if number == 0 { style = [] } else { style.insert(number) } }
    case ("h", "?25"), ("l", "?25"): hasCursor = final == "h"
    case ("h", "?7"), ("l", "?7"): wraps = final == "h"
    case ("h", "?1049"):
      mainScreen = MainScreen(cells: cells, row: row, column: column)
      cells = cells.map { _ in Array(repeating: Cell(), count: columns) }
    case ("l", "?1049"):
      if let mainScreen { (cells, row, column) = (mainScreen.cells, mainScreen.row, mainScreen.column) }
      mainScreen = nil
    default: unsupported.append("CSI \(parameters)\(final)")
    }
  }
}
