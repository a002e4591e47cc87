/// What bars and digits are made of, by what the terminal's font and locale have.
public enum Glyphs: Equatable, Sendable, CaseIterable {
  /// Nothing beyond ASCII.
  case ascii
  /// The blocks that the fonts of text consoles have: full, upper, lower and left half.
  case halves
  /// Blocks of every eighth of a cell (U+2588 to U+258F).
  case eighths

  /// How many steps of a bar lie in one cell.
  var steps: Int {
    switch self {
    case .ascii: 1
    case .halves: 2
    case .eighths: 8
    }
  }

  /// A filled cell.
  var full: String { self == .ascii ? "#" : "\u{2588}" }

  /// A cell of which so many steps are filled from the left, from 1 to below `steps`.
  func part(_ filled: Int) -> String {
    // From seven eighths (U+2589) to one (U+258F), in falling order.
    let eighths = filled * 8 / steps
    return Unicode.Scalar(UInt32(0x2590 - eighths)).map { String($0) } ?? full
  }

  /// What stands at both ends of a bar.
  var ends: (left: String, right: String) { self == .eighths ? ("\u{2595}", "\u{258F}") : ("[", "]") }

  /// What stands between two things on one line.
  var separator: String { self == .ascii ? "-" : "\u{00B7}" }

  /// What stands for text that doesn't fit.
  var ellipsis: String { self == .ascii ? "~" : "\u{2026}" }

  /// What stands before a number below zero.
  var minus: String { self == .ascii ? "-" : "\u{2212}" }

  /// A text between quotation marks.
  func quoted(_ text: String) -> String { self == .ascii ? "\"\(text)\"" : "\u{201C}\(text)\u{201D}" }
}
