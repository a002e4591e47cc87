/// A waveform brought to so many points of width.
struct WaveShape {
  /// For each point, how far below and above the middle the sound reaches, 0 to 1.
  let peaks: [(low: Double, high: Double)]
  /// For each point, how loud it is, to either side.
  let levels: [(low: Double, high: Double)]

  /// The first `seconds` of a waveform on `pixels` points; what it doesn't reach stays empty.
  init(_ waveform: Waveform, pixels: Int, of seconds: Double) {
    let perPixel = seconds * Double(waveform.sampleRate) / Double(waveform.columnFrames) / Double(max(pixels, 1))
    var (peaks, levels): ([(low: Double, high: Double)], [(low: Double, high: Double)]) = ([], [])
    for pixel in 0..<pixels {
      let first = Int(Double(pixel) * perPixel)
      let last = max(Int((Double(pixel + 1) * perPixel).rounded(.up)), first + 1)
      guard first < waveform.columns.count else { break }
      let part = waveform.columns[first..<min(last, waveform.columns.count)]
      let joined = part.dropFirst().reduce(into: waveform.columns[first]) { $0.join($1) }
      peaks.append((min(Double(-joined.low), 1), min(Double(joined.high), 1)))
      levels.append((min(joined.level, 1), min(joined.level, 1)))
    }
    (self.peaks, self.levels) = (peaks, levels)
  }

  /// One closed shape around the middle: along its upper side and back along the lower.
  func path(
    _ points: [(low: Double, high: Double)], x: Double, middle: Double, scale: Double, fill: String
  ) -> String {
    guard !points.isEmpty else { return "" }
    let upper = points.enumerated().map { "\(SVG.number(x + Double($0))),\(SVG.number(middle - scale * $1.high))" }
    let lower = points.enumerated().map { "\(SVG.number(x + Double($0))),\(SVG.number(middle + scale * $1.low))" }
    return "<path d=\"M\((upper + lower.reversed()).joined(separator: "L"))Z\" fill=\"\(fill)\"/>\n"
  }
}
