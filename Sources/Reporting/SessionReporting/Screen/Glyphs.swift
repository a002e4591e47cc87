import WorkoutModel

/// The characters of bars and digits, depending on the terminal's font and locale.
package enum Glyphs: Equatable, Sendable, CaseIterable {
  case ascii
  /// The blocks in the fonts of text consoles: full, upper, lower and left half.
  case halves
  /// Blocks of every eighth of a cell (U+2588 to U+258F).
  case eighths

  var steps: Int {
    switch self {
    case .ascii: 1
    case .halves: 2
    case .eighths: 8
    }
  }

  var full: String { self == .ascii ? "#" : "\u{2588}" }

  /// A cell with `filled` steps from the left, from 1 to below `steps`.
  func part(_ filled: Int) -> String {
    // From seven eighths (U+2589) to one (U+258F), in falling order.
    let eighths = filled * 8 / steps
    return Unicode.Scalar(UInt32(0x2590 - eighths)).map { String($0) } ?? full
  }

  var ends: (left: String, right: String) { self == .eighths ? ("\u{2595}", "\u{258F}") : ("[", "]") }

  /// The shape of an intensity, for those who don't tell its colour; text consoles have few shapes.
  func shape(of intensity: Intensity) -> String {
    let shapes: (ascii: String, halves: String, eighths: String) =
      switch intensity {
      case .prepare: ("*", "\u{2666}", "\u{25C6}")
      case .warmup: ("/", "/", "\u{25E2}")
      case .high: ("^", "\u{25B2}", "\u{25B2}")
      case .low: ("#", "\u{25A0}", "\u{25A0}")
      case .rest: ("o", "\u{2022}", "\u{25CF}")
      case .cooldown: ("\\", "\\", "\u{25E3}")
      case .sit: ("=", "\u{25AC}", "\u{25AC}")
      }
    return self == .ascii ? shapes.ascii : self == .halves ? shapes.halves : shapes.eighths
  }

  var separator: String { self == .ascii ? "-" : "\u{00B7}" }

  var ellipsis: String { self == .ascii ? "~" : "\u{2026}" }

  var dash: String { self == .ascii ? "-" : "\u{2013}" }

  var minus: String { self == .ascii ? "-" : "\u{2212}" }

  func quoted(_ text: String) -> String { self == .ascii ? "\"\(text)\"" : "\u{201C}\(text)\u{201D}" }
}

/// A bar that fills from the left, in the finest steps of its glyphs.
enum ProgressBar {
  /// The number of filled steps after `part` of `whole`, rounded down; it is full only at the end.
  static func steps(_ part: Duration, of whole: Duration, columns: Int, _ glyphs: Glyphs) -> Int {
    let length = max(0, columns - 2) * glyphs.steps
    let whole = whole.inNanoseconds
    guard whole > 0 else { return length }
    let part = min(max(part.inNanoseconds, 0), whole)
    return Int(Int128(length) * Int128(part) / Int128(whole))
  }

  /// A bar of `columns` columns, including its ends.
  static func text(_ steps: Int, columns: Int, _ style: CellStyle, _ glyphs: Glyphs) -> CellText {
    guard columns > 2 else { return CellText(blank: columns) }
    var text = CellText(glyphs.ends.left, .faint, glyphs)
    text.append(glyphs.full, steps / glyphs.steps, style)
    if steps % glyphs.steps > 0 { text.append(glyphs.part(steps % glyphs.steps), 1, style) }
    return text.filled(to: columns, with: CellText(glyphs.ends.right, .faint, glyphs))
  }
}
