import WorkoutModel

/// The strip of the plan on a terminal: two rows of blocks in the colours of the intensities, with a marker.
enum StripRows {
  static let count = 2

  /// The rows of a strip; `share` is the place in the plan, `nil` if it is unknown.
  static func rows(of strip: PlanStrip, at share: Double?, columns: Int, _ look: TerminalStyle) -> [CellText] {
    guard let first = strip.blocks.first, let last = strip.blocks.last, columns > 0 else { return [] }
    let length = last.end - first.start
    let marker = share.map { min(columns - 1, Int($0 * Double(columns))) }
    var rows = Array(repeating: CellText(), count: count)
    var index = 0
    for column in 0..<columns {
      let instant = first.start + length * (2 * column + 1) / (2 * columns)
      while index + 1 < strip.blocks.count, strip.blocks[index].end <= instant { index += 1 }
      let intensity = strip.blocks[index].intensity
      let height = Int((Palette(intensity).effort * Double(2 * count)).rounded())
      for row in 0..<count {
        if column == marker {
          rows[row].append(look.glyphs == .ascii ? "|" : "\u{2503}", 1, .bold)
        } else {
          rows[row].append(glyph(height - 2 * (count - 1 - row), look.glyphs), 1, CellStyle.of(intensity, look))
        }
      }
    }
    return rows
  }

  /// A cell of which this many halves are filled, from below.
  private static func glyph(_ halves: Int, _ glyphs: Glyphs) -> String {
    if halves <= 0 { return " " }
    return halves >= 2 || glyphs == .ascii ? glyphs.full : "\u{2584}"
  }
}
