package import StrictJSON
package import WorkoutModel

/// The plan of a workout as a strip of coloured blocks, each as wide as its phase and as high as its effort.
package struct PlanStrip: Equatable, Sendable {
  /// A phase, or neighbouring phases that are too short to be told apart.
  package struct Block: Equatable, Sendable {
    package let intensity: Intensity
    package let start: Duration
    package let end: Duration

    package init(_ intensity: Intensity, _ range: Range<Duration>) {
      (self.intensity, start, end) = (intensity, range.lowerBound, range.upperBound)
    }
  }

  /// The largest number of blocks; longer plans are summarised in as many columns.
  private static let capacity = 100
  /// The assumed length of a phase that the user ends.
  package static let openLength = Duration.seconds(30)
  private static let (width, height) = (1000.0, 100.0)
  private static let (gap, narrowest) = (2.5, 1.5)

  package let blocks: [Block]

  package init(_ phases: [Block]) {
    let phases = phases.filter { $0.end > $0.start }
    blocks = phases.count <= Self.capacity ? phases : Self.columns(phases)
  }

  /// The strip of a workout in which each phase that the user ends takes `openLength`.
  package init(_ timeline: Timeline) {
    var phases: [Block] = []
    var cursor = timeline.first()
    while let here = cursor {
      cursor = timeline.following(here, openLength: Self.openLength)
      let isOpen = timeline.endsByUser(here.id) || here.end == nil
      let end = cursor?.start ?? (isOpen ? here.start + Self.openLength : here.end ?? here.start)
      phases.append(Block(timeline.phase(of: here.id).intensity, here.start..<max(here.start, end)))
    }
    self.init(phases)
  }

  /// Columns of equal length, each of one of its intensities; equal neighbours are one block.
  ///
  /// The time that an intensity has in a column of another one counts in the next columns, so that short phases keep
  /// their share of the picture.
  private static func columns(_ phases: [Block]) -> [Block] {
    let (start, end) = (phases[0].start, phases[phases.count - 1].end)
    var (columns, first): ([Block], Int) = ([], 0)
    var owed: [Intensity: Duration] = [:]
    for index in 0..<capacity {
      let from = start + (end - start) * index / capacity
      let to = start + (end - start) * (index + 1) / capacity
      while first + 1 < phases.count, phases[first].end <= from { first += 1 }
      let here = phases[first...].prefix { $0.start < to }
      for phase in here { owed[phase.intensity, default: .zero] += min(phase.end, to) - max(phase.start, from) }
      let present = Intensity.allCases.filter { intensity in here.contains { $0.intensity == intensity } }
      let most = present.max { owed[$0, default: .zero] < owed[$1, default: .zero] }
      let intensity = most ?? phases[first].intensity
      owed[intensity, default: .zero] -= to - from
      if let last = columns.last, last.intensity == intensity {
        columns[columns.count - 1] = Block(intensity, last.start..<to)
      } else {
        columns.append(Block(intensity, from..<to))
      }
    }
    return columns
  }

  /// The blocks as objects: where each begins and ends, and its height, as shares of the whole.
  package var fields: [JSONFields] {
    guard let first = blocks.first, let last = blocks.last else { return [] }
    let scale = 1 / Double((last.end - first.start).inNanoseconds)
    return blocks.map { block in
      [
        "intensity": block.intensity.rawValue.json, "effort": Palette(block.intensity).effort.json,
        "from": (Double((block.start - first.start).inNanoseconds) * scale).json,
        "to": (Double((block.end - first.start).inNanoseconds) * scale).json,
      ]
    }
  }

  /// The strip as an SVG image without a ground or texts, which stretches to any size.
  package var svg: String { image(of: paths(of: blocks)) }

  /// The same with these stretches in full colour, and the rest faint.
  package func svg(done: [Range<Duration>]) -> String {
    let filled = blocks.flatMap { block in
      done.compactMap { stretch in
        let (from, to) = (max(block.start, stretch.lowerBound), min(block.end, stretch.upperBound))
        return from < to ? Block(block.intensity, from..<to) : nil
      }
    }
    return image(of: "<g opacity=\".3\">\(paths(of: blocks))</g>\(paths(of: filled))")
  }

  private func image(of shapes: String) -> String {
    let size = "0 0 \(SVG.number(Self.width)) \(SVG.number(Self.height))"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(size)" preserveAspectRatio="none">\(shapes)</svg>

      """
  }

  private func paths(of shown: [Block]) -> String {
    Intensity.allCases.map { path($0, of: shown) }.joined()
  }

  private func path(_ intensity: Intensity, of shown: [Block]) -> String {
    guard let first = blocks.first, let last = blocks.last else { return "" }
    let scale = Self.width / Double((last.end - first.start).inNanoseconds)
    let palette = Palette(intensity)
    let height = Self.height * palette.effort
    let shapes = shown.filter { $0.intensity == intensity }.map { block in
      let from = Double((block.start - first.start).inNanoseconds) * scale
      let width = Double((block.end - block.start).inNanoseconds) * scale
      let shown = max(Self.narrowest, width - min(Self.gap, width / 4))
      let (left, top) = (Self.number(from), SVG.number(height))
      return "M\(left) 100v-\(top)h\(Self.number(shown))v\(top)"
    }
    return shapes.isEmpty ? "" : "<path fill=\"\(palette.ground)\" d=\"\(shapes.joined())\"/>"
  }

  private static func number(_ value: Double) -> String { SVG.number((value * 10).rounded() / 10) }
}
