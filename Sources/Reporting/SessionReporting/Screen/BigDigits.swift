import WorkoutModel

extension ClockText {
  /// A time without its minutes if there are none: `9` for `0:09`.
  static func withoutMinute(_ text: String) -> String {
    if let sign = text.first, DigitPoints.allMinus.contains(sign) {
      return String(sign) + withoutMinute(String(text.dropFirst()))
    }
    guard text.hasPrefix("0:") else { return text }
    let seconds = text.dropFirst(2)
    return String(seconds.hasPrefix("0") ? seconds.dropFirst() : seconds)
  }
}

/// A time in large digits, legible from several metres away.
///
/// A point is `unit` columns wide and `unit` half rows high: a cell of a terminal is about
/// twice as high as it is wide, so points are square.
struct BigDigits {
  /// The largest unit: a digit of 36 columns and 30 rows.
  private static let largestUnit = 12

  let unit: Int

  /// The largest digits in which `text` fits; `nil` if even the smallest don't.
  init?(_ text: String, columns: Int, rows: Int, _ glyphs: Glyphs) {
    let points = DigitPoints.raster(text).width
    // Without half blocks a point is a whole number of rows high.
    let fitting = stride(from: Self.largestUnit, through: 1, by: -1).first { unit in
      points * unit <= columns && Self.rows(unit) <= rows && (glyphs != .ascii || unit % 2 == 0)
    }
    guard let fitting else { return nil }
    unit = fitting
  }

  var rows: Int { Self.rows(unit) }

  /// The rows of `text`, from the top; any character that is neither a digit nor a minus is drawn as a
  /// colon.
  func rows(of text: String, _ style: CellStyle, _ glyphs: Glyphs) -> [CellText] {
    let (points, width) = DigitPoints.raster(text)
    return (0..<rows).map { row in
      let upper = row * 2 / unit
      let lower = (row * 2 + 1) / unit
      var cells = CellText()
      for column in 0..<width {
        let glyph = Self.glyph(points[upper][column], lower < DigitPoints.height && points[lower][column], glyphs)
        cells.append(glyph, unit, style)
      }
      return cells
    }
  }

  private static func glyph(_ upper: Bool, _ lower: Bool, _ glyphs: Glyphs) -> String {
    switch (upper, lower) {
    case (false, false): " "
    case (true, true): glyphs.full
    case (true, false): "\u{2580}"
    case (false, true): "\u{2584}"
    }
  }

  private static func rows(_ unit: Int) -> Int { (DigitPoints.height * unit + 1) / 2 }
}
