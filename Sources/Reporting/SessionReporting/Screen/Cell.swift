import WorkoutModel

struct Cell: Equatable, Sendable {
  /// One character with its combining marks, or several that are joined; empty for the further columns of a wide one.
  var text: String
  var style: CellStyle

  static let blank = Cell(text: " ", style: .plain)

  /// Whether it has characters that a terminal may show as one, in fewer columns.
  var isJoined: Bool { text.unicodeScalars.contains("\u{200D}") }
}

/// Text as cells, safe to write.
///
/// In addition to the replacements of `SafeText`, it omits the scalars about whose effect on the width of others
/// terminals disagree: variation selectors, skin tones after an emoji that has them, and soft hyphens.
package struct CellText: Equatable, Sendable {
  /// The maximum number of combining marks per character; more would cover the neighbouring rows.
  private static let marks = 4

  private(set) var cells: [Cell] = []

  var columns: Int { cells.count }

  package init() {}

  init(_ text: String, _ style: CellStyle = .plain, _ glyphs: Glyphs) { append(text, style, glyphs) }

  init(blank columns: Int) { cells = Array(repeating: .blank, count: max(0, columns)) }

  /// Adds text; with ASCII glyphs everything else becomes a question mark.
  package mutating func append(_ text: String, _ style: CellStyle = .plain, _ glyphs: Glyphs) {
    var previous: Unicode.Scalar?
    var marksLeft = Self.marks
    for scalar in SafeText.filtered(text).unicodeScalars {
      defer { previous = scalar }
      // ASCII is most of the text; the rest needs table lookups.
      if scalar.isASCII {
        marksLeft = Self.marks
        append(String(scalar), 1, style)
        continue
      }
      if scalar.properties.isVariationSelector || scalar == "\u{AD}" { continue }
      if scalar.properties.isEmojiModifier, previous?.properties.isEmojiModifierBase == true { continue }
      let width = ColumnWidth.of(scalar)
      if width == 0 {
        let isMark = scalar.properties.generalCategory != .format
        if glyphs == .ascii || isMark && marksLeft == 0 || !extend(with: scalar) { continue }
        if isMark { marksLeft -= 1 }
        continue
      }
      marksLeft = Self.marks
      guard glyphs != .ascii else {
        append("?", 1, style)
        continue
      }
      // The columns are those of both characters, for terminals that show a pair as two.
      let isJoined = previous == "\u{200D}" && extend(with: scalar)
      if !isJoined { append(String(scalar), 1, style) }
      if isJoined || width == 2 {
        cells += repeatElement(Cell(text: "", style: style), count: isJoined ? width : 1)
      }
    }
  }

  /// Adds a scalar to the last character; returns false if there is none.
  private mutating func extend(with scalar: Unicode.Scalar) -> Bool {
    guard let last = cells.lastIndex(where: { !$0.text.isEmpty }) else { return false }
    cells[last].text.unicodeScalars.append(scalar)
    return true
  }

  /// Adds a glyph of one column `count` times.
  mutating func append(_ glyph: String, _ count: Int, _ style: CellStyle) {
    // A space looks the same in every style used here.
    let cell = Cell(text: glyph, style: glyph == " " ? .plain : style)
    cells.append(contentsOf: repeatElement(cell, count: max(0, count)))
  }

  mutating func append(_ other: CellText) { cells += other.cells }

  /// The text in at most `columns` columns; an ellipsis replaces what doesn't fit.
  func fitted(to columns: Int, _ glyphs: Glyphs) -> CellText {
    if self.columns <= columns { return self }
    guard columns > 1 else { return clipped(to: columns) }
    var fitted = clipped(to: columns - 1)
    // Not inside a word, unless that would leave less than half.
    if cells[fitted.columns].text != " ", let space = fitted.cells.lastIndex(where: { $0.text == " " }) {
      let end = (fitted.cells[..<space].lastIndex { $0.text != " " } ?? -1) + 1
      if end * 2 >= columns { fitted = fitted.clipped(to: end) }
    }
    let style = fitted.cells.last?.style ?? .plain
    fitted.append(glyphs.ellipsis, style, glyphs)
    return fitted
  }

  /// The text in at most `columns` columns; a wide character at the cut is left out whole.
  func clipped(to columns: Int) -> CellText {
    guard self.columns > max(0, columns) else { return self }
    var clipped = self
    clipped.cells.removeLast(self.columns - max(0, columns))
    if cells[clipped.columns].text.isEmpty { while clipped.cells.popLast()?.text.isEmpty == true {} }
    return clipped
  }

  /// The text with `columns` blank columns before it.
  func moved(by columns: Int) -> CellText {
    var result = CellText(blank: columns)
    result.append(self)
    return result
  }

  func centered(in columns: Int) -> CellText {
    moved(by: (columns - self.columns) / 2)
  }

  func filled(to columns: Int, with other: CellText) -> CellText {
    var result = self
    result.append(CellText(blank: columns - self.columns - other.columns))
    result.append(other)
    return result
  }
}

package struct CellStyle: Equatable, Sendable {
  /// The SGR parameter of the colour (ECMA-48); 0 for the terminal's default.
  let color: Int
  let isBold: Bool
  let isFaint: Bool

  package init(color: Int = 0, isBold: Bool = false, isFaint: Bool = false) {
    self.color = color
    self.isBold = isBold
    self.isFaint = isFaint
  }

  package static let plain = CellStyle()
  static let bold = CellStyle(isBold: true)
  static let faint = CellStyle(isFaint: true)

  /// The colour of an intensity, if colours are enabled.
  static func of(_ intensity: Intensity, _ look: TerminalStyle) -> CellStyle {
    CellStyle(color: look.isColored ? ANSIColor.code(of: intensity) : 0)
  }

  var bold: CellStyle { CellStyle(color: color, isBold: true, isFaint: isFaint) }
  var faint: CellStyle { CellStyle(color: color, isBold: isBold, isFaint: true) }

  /// The SGR parameters that change the plain style to this one.
  var parameters: [Int] { (isBold ? [1] : []) + (isFaint ? [2] : []) + (color > 0 ? [color] : []) }
}
