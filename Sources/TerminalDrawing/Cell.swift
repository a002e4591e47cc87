import SessionReporting

/// One column of one row.
struct Cell: Equatable, Sendable {
  /// What is written: one character with its marks. Empty for the second column of a wide one.
  var text: String
  var style: CellStyle

  /// What a screen is full of before anything is written.
  static let blank = Cell(text: " ", style: .plain)
}

/// Text as cells, safe to write whatever it holds.
///
/// Besides what `SafeText` replaces, the scalars are left out by which terminals disagree about the width of others:
/// choices of a variant, and skin tones after an emoji that has them.
package struct CellText: Equatable, Sendable {
  /// How many marks one character may carry; more would cover the neighbouring rows.
  private static let marks = 4

  private(set) var cells: [Cell] = []

  var columns: Int { cells.count }

  /// An empty text.
  package init() {}

  /// A text in one style.
  init(_ text: String, _ style: CellStyle = .plain, _ glyphs: Glyphs) { append(text, style, glyphs) }

  /// So many blank columns.
  init(blank columns: Int) { cells = Array(repeating: .blank, count: max(0, columns)) }

  /// Adds text; with ASCII glyphs everything else becomes a question mark.
  package mutating func append(_ text: String, _ style: CellStyle = .plain, _ glyphs: Glyphs) {
    var previous: Unicode.Scalar?
    var marksLeft = Self.marks
    for scalar in SafeText.filtered(text).unicodeScalars {
      defer { previous = scalar }
      // Most of what is written; the rest needs a look at tables.
      if scalar.isASCII {
        marksLeft = Self.marks
        append(String(scalar), 1, style)
        continue
      }
      if scalar.properties.isVariationSelector { continue }
      if scalar.properties.isEmojiModifier, previous?.properties.isEmojiModifierBase == true { continue }
      let width = ColumnWidth.of(scalar)
      if width == 0 {
        guard let last = cells.lastIndex(where: { !$0.text.isEmpty }), marksLeft > 0, glyphs != .ascii else { continue }
        cells[last].text.unicodeScalars.append(scalar)
        marksLeft -= 1
        continue
      }
      marksLeft = Self.marks
      guard glyphs != .ascii else {
        append("?", 1, style)
        continue
      }
      append(String(scalar), 1, style)
      if width == 2 { cells.append(Cell(text: "", style: style)) }
    }
  }

  /// Adds a glyph of one column so many times.
  mutating func append(_ glyph: String, _ count: Int, _ style: CellStyle) {
    // A space looks the same in every style that is used here.
    let cell = Cell(text: glyph, style: glyph == " " ? .plain : style)
    cells.append(contentsOf: repeatElement(cell, count: max(0, count)))
  }

  /// Adds cells of another text.
  mutating func append(_ other: CellText) { cells += other.cells }

  /// At most so many columns; what doesn't fit is cut, and an ellipsis says so.
  func fitted(to columns: Int, _ glyphs: Glyphs) -> CellText {
    if self.columns <= columns { return self }
    guard columns > 1 else { return clipped(to: columns) }
    var fitted = clipped(to: columns - 1)
    let style = fitted.cells.last?.style ?? .plain
    fitted.append(glyphs.ellipsis, style, glyphs)
    return fitted
  }

  /// At most so many columns; a wide character at the cut is left out whole.
  func clipped(to columns: Int) -> CellText {
    guard self.columns > max(0, columns) else { return self }
    var clipped = self
    clipped.cells.removeLast(self.columns - max(0, columns))
    if cells[clipped.columns].text.isEmpty { clipped.cells.removeLast() }
    return clipped
  }

  /// With so many blank columns before it.
  func moved(by columns: Int) -> CellText {
    var result = CellText(blank: columns)
    result.append(self)
    return result
  }

  /// In the middle of so many columns.
  func centered(in columns: Int) -> CellText {
    moved(by: (columns - self.columns) / 2)
  }

  /// With `other` at the right end of so many columns.
  func filled(to columns: Int, with other: CellText) -> CellText {
    var result = self
    result.append(CellText(blank: columns - self.columns - other.columns))
    result.append(other)
    return result
  }
}
