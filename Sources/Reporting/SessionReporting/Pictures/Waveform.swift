/// The loudness of a sound over time, in bounded memory.
///
/// Frames are collected in columns; when there are too many, neighbouring columns are merged, so that their number
/// stays between half of `capacity` and `capacity` once there is enough sound.
package struct Waveform: Equatable, Sendable {
  /// The values of a range of frames, relative to full scale.
  package struct Column: Equatable, Sendable {
    /// The lowest sample on either side, or 0.
    package var low: Float
    /// The highest sample on either side, or 0.
    package var high: Float
    /// The sum of the squares of all samples.
    var energy: Double
    var samples: Int

    package var level: Double { samples == 0 ? 0 : (energy / Double(samples)).squareRoot() }

    static let empty = Column(low: 0, high: 0, energy: 0, samples: 0)

    mutating func join(_ other: Column) {
      low = min(low, other.low)
      high = max(high, other.high)
      energy += other.energy
      samples += other.samples
    }
  }

  package static let capacity = 8192

  package let sampleRate: Int
  package private(set) var columnFrames = 64
  /// The columns in order; the last one may not be full.
  package private(set) var columns: [Column] = []
  package private(set) var frames = 0

  package init(sampleRate: Int) { self.sampleRate = sampleRate }

  /// Appends frames; both sides have the same length.
  package mutating func add(left: Span<Float>, right: Span<Float>) {
    var done = 0
    while done < left.count {
      let space = columnFrames - frames % columnFrames
      if space == columnFrames {
        if columns.count == Self.capacity {
          halve()
          continue
        }
        columns.append(.empty)
      }
      let part = min(space, left.count - done)
      columns[columns.count - 1].join(Self.column(left, right, done..<done + part))
      frames += part
      done += part
    }
  }

  private static func column(_ left: Span<Float>, _ right: Span<Float>, _ range: Range<Int>) -> Column {
    var (low, high, energy) = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
    func add(_ samples: SIMD4<Float>) {
      low.replace(with: samples, where: samples .< low)
      high.replace(with: samples, where: samples .> high)
      energy += samples * samples
    }
    var frame = range.lowerBound
    while frame + 4 <= range.upperBound {
      add(unsafe left.bytes.unsafeLoadUnaligned(fromByteOffset: 4 * frame, as: SIMD4<Float>.self))
      add(unsafe right.bytes.unsafeLoadUnaligned(fromByteOffset: 4 * frame, as: SIMD4<Float>.self))
      frame += 4
    }
    while frame < range.upperBound {
      add(SIMD4(left[frame], right[frame], 0, 0))
      frame += 1
    }
    return Column(low: low.min(), high: high.max(), energy: Double(energy.sum()), samples: 2 * range.count)
  }

  private mutating func halve() {
    for index in 0..<columns.count / 2 {
      columns[index] = columns[2 * index]
      columns[index].join(columns[2 * index + 1])
    }
    columns.removeLast(columns.count / 2)
    columnFrames *= 2
  }
}

struct WaveShape {
  /// The extent of the sound below and above the middle, for each point, 0 to 1.
  let peaks: [(low: Double, high: Double)]
  /// The loudness on either side of the middle, for each point.
  let levels: [(low: Double, high: Double)]

  /// The first `seconds` of a waveform on `pixels` points; points after its end are empty.
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

  /// A closed path around the middle: along its upper side and back along the lower.
  func path(
    _ points: [(low: Double, high: Double)], x: Double, middle: Double, scale: Double, fill: String
  ) -> String {
    guard !points.isEmpty else { return "" }
    let upper = points.enumerated().map { "\(SVG.number(x + Double($0))),\(SVG.number(middle - scale * $1.high))" }
    let lower = points.enumerated().map { "\(SVG.number(x + Double($0))),\(SVG.number(middle + scale * $1.low))" }
    return "<path d=\"M\((upper + lower.reversed()).joined(separator: "L"))Z\" fill=\"\(fill)\"/>\n"
  }
}
