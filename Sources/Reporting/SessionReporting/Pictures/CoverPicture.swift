package import WorkoutModel

/// The picture of a workout in a player: its length in large digits above its strip, in squares of few colours.
package struct CoverPicture: Equatable, Sendable {
  /// The colours, as `#rrggbb`: the ground, the ink, and those of the intensities.
  package static let colours = ["#0e1117", "#ffffff"] + Intensity.allCases.map { Palette($0).ground }

  /// The squares of a side, of the margins, and of the highest bar.
  private static let (side, margin, highest) = (140, 10, 52)

  /// The indexes of the colours of the squares, row by row from the top.
  package let rows: [[UInt8]]

  package init(_ timeline: Timeline) {
    var rows = [[UInt8]](repeating: [UInt8](repeating: 0, count: Self.side), count: Self.side)
    // A length that is drawn isn't given away.
    if let length = timeline.certainTotal { Self.draw(ClockText.short(length), on: &rows) }
    let strip = PlanStrip(timeline.hasSurprises ? timeline.withoutSurprises : timeline)
    if let first = strip.blocks.first, let last = strip.blocks.last {
      let width = Self.side - 2 * Self.margin
      for column in 0..<width {
        let moment = first.start + (last.end - first.start) * (2 * column + 1) / (2 * width)
        guard let block = strip.blocks.first(where: { $0.start <= moment && moment < $0.end }) else { continue }
        let height = Int((Double(Self.highest) * Palette(block.intensity).effort).rounded())
        let colour = UInt8(2 + (Intensity.allCases.firstIndex(of: block.intensity) ?? 0))
        for row in 0..<height { rows[Self.side - Self.margin - 1 - row][Self.margin + column] = colour }
      }
    }
    self.rows = rows
  }

  /// Draws a time as wide as the margins allow, in the space above the bars.
  private static func draw(_ time: String, on rows: inout [[UInt8]]) {
    let (points, width) = DigitPoints.raster(time)
    let unit = min((side - 2 * margin) / max(width, 1), (side - 3 * margin - highest) / points.count)
    let (left, top) = ((side - width * unit) / 2, (side - margin - highest - points.count * unit) / 2)
    for row in 0..<points.count * unit {
      for column in 0..<width * unit where points[row / unit][column / unit] { rows[top + row][left + column] = 1 }
    }
  }
}
