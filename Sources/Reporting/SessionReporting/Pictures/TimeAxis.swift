import WorkoutModel

/// The picture of a length of time: its measures, colours and grid.
package struct TimeAxis {
  package static let (width, margin) = (1200.0, 24.0)
  package static let textSize = 19.0
  package static let grey = "#667080"
  package static let ink = "#1d232b"
  static let phaseHeight = 60.0

  /// Its end, in seconds.
  let end: Double

  func x(_ moment: Duration) -> Double { x(Self.seconds(moment)) }

  private func x(_ seconds: Double) -> Double { Self.margin + (Self.width - 2 * Self.margin) * seconds / end }

  static func seconds(_ duration: Duration) -> Double { Double(duration.inNanoseconds) / 1e9 }

  /// The image of a height, with the rows in it.
  package static func svg(height: Double, _ rows: String) -> String {
    let (columns, lines) = (SVG.number(width), SVG.number(height))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(columns) \(lines)" width="\(columns)" height="\(lines)" \
      \(SVG.font)>
      \(SVG.rect(0, 0, width, height, fill: "#ffffff"))\
      \(rows)</svg>

      """
  }

  /// The name on the left, a length on the right, and a line of text below them.
  static func heading(_ name: String, _ length: String, _ about: String) -> String {
    let size = 32.0
    let space = width - 2 * margin
    let name = SVG.fitted(name, size: size, into: space - SVG.width(of: length, size: size) - 40) ?? ""
    let remark = SVG.fitted(about, size: textSize, into: space).map {
      SVG.text($0, margin, 72, size: textSize, fill: grey)
    }
    return SVG.text(name, margin, 42, size: size, fill: ink, isBold: true) + (remark ?? "")
      + SVG.text(length, width - margin, 42, size: size, fill: ink, anchor: "end", isBold: true)
  }

  /// Lines at round times, with these above them.
  func grid(from top: Double, to bottom: Double) -> String {
    let steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400]
    let step = steps.first { (Self.width - 2 * Self.margin) * Double($0) / end >= 110 } ?? 86_400
    return stride(from: 0, through: Int(end), by: step).map { second in
      let at = x(Double(second))
      // The first and the last label are kept within the picture.
      let anchor = second == 0 ? "start" : at > Self.width - Self.margin - 40 ? "end" : "middle"
      let label = ClockText.short(.seconds(second))
      return SVG.line(at, top - 4, bottom, stroke: "#e3e7ec")
        + SVG.text(label, at, top - 10, size: Self.textSize, fill: Self.grey, anchor: anchor)
    }.joined()
  }

  /// A phase as a bar as high as its effort, with its name if that fits; a ramp has a sloping edge.
  static func bar(
    _ name: String, _ intensity: Intensity, from: Double, to: Double, top phaseTop: Double, title: String,
    ramp: Target.Part? = nil
  ) -> String {
    let look = Palette(intensity)
    let height = phaseHeight * look.effort
    let top = phaseTop + phaseHeight - height
    let width = max(0.5, to - from - 0.5)
    let bar =
      ramp.map { ramp in
        SVG.slope(
          from, top, width, height, low: Double(min(ramp.from, ramp.to)) / Double(max(ramp.from, ramp.to)),
          rises: ramp.to > ramp.from, fill: look.ground, title: title)
      } ?? SVG.rect(from, top, width, height, fill: look.ground, radius: 2, title: title)
    let name = SVG.fitted(name, size: textSize, into: to - from - 8).map {
      SVG.text($0, from + 4, phaseTop + phaseHeight - 7, size: textSize, fill: look.ink)
    }
    return bar + (name ?? "")
  }

  /// Squares with words in a row: what the colours mean.
  static func legend(_ entries: [(word: String, fill: String)], at y: Double) -> String {
    var x = margin
    var result = ""
    for (word, fill) in entries {
      result += SVG.rect(x, y - 15, 16, 16, fill: fill, radius: 3)
      result += SVG.text(word, x + 24, y, size: textSize, fill: grey)
      x += 24 + SVG.width(of: word, size: textSize) + 14
    }
    return result
  }
}

extension Sequence<Intensity> {
  /// The intensities for a legend, in their usual order.
  var legend: [(word: String, fill: String)] {
    let present = Set(self)
    return Intensity.allCases.filter(present.contains).map { (ScreenWords()[$0.rawValue], Palette($0).ground) }
  }
}
