import WorkoutModel

/// A bar that fills from the left, in the finest steps its glyphs have.
enum ProgressBar {
  /// How many steps are filled when `part` of `whole` is over, rounded down; it is full only at the end.
  static func steps(_ part: Duration, of whole: Duration, columns: Int, _ glyphs: Glyphs) -> Int {
    let length = max(0, columns - 2) * glyphs.steps
    let whole = whole.inNanoseconds
    guard whole > 0 else { return length }
    let part = min(max(part.inNanoseconds, 0), whole)
    let product = length.multipliedFullWidth(by: part)
    return whole.dividingFullWidth(product).quotient
  }

  /// A bar of so many columns, its ends included.
  static func text(_ steps: Int, columns: Int, _ style: CellStyle, _ glyphs: Glyphs) -> CellText {
    guard columns > 2 else { return CellText(blank: columns) }
    var text = CellText(glyphs.ends.left, .faint, glyphs)
    text.append(glyphs.full, steps / glyphs.steps, style)
    if steps % glyphs.steps > 0 { text.append(glyphs.part(steps % glyphs.steps), 1, style) }
    return text.filled(to: columns, with: CellText(glyphs.ends.right, .faint, glyphs))
  }
}
