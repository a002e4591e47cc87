/// How loud something is from moment to moment, in so much room whatever its length.
///
/// Frames are gathered in columns; when these become too many, two and two are joined, so that there are always
/// between half of `capacity` and all of it once there is enough sound.
public struct Waveform: Equatable, Sendable {
  /// What some frames have in common; relative to full scale.
  public struct Column: Equatable, Sendable {
    /// The lowest sample on either side, or 0.
    public var low: Float
    /// The highest sample on either side, or 0.
    public var high: Float
    /// The sum of the squares of all samples.
    var energy: Double
    var samples: Int

    /// The root mean square of the samples.
    public var level: Double { samples == 0 ? 0 : (energy / Double(samples)).squareRoot() }

    static let empty = Column(low: 0, high: 0, energy: 0, samples: 0)

    mutating func join(_ other: Column) {
      low = min(low, other.low)
      high = max(high, other.high)
      energy += other.energy
      samples += other.samples
    }
  }

  /// How many columns it has at most.
  public static let capacity = 8192

  /// Frames a second.
  public let sampleRate: Int
  /// How many frames a full column holds.
  public private(set) var columnFrames = 64
  /// In order; the last one may not be full.
  public private(set) var columns: [Column] = []
  /// How many frames it has seen.
  public private(set) var frames = 0

  /// Of nothing yet.
  public init(sampleRate: Int) { self.sampleRate = sampleRate }

  /// Adds frames behind those it has; both sides are of one length.
  public mutating func add(left: Span<Float>, right: Span<Float>) {
    var done = 0
    while done < left.count {
      let room = columnFrames - frames % columnFrames
      if room == columnFrames {
        if columns.count == Self.capacity {
          halve()
          continue
        }
        columns.append(.empty)
      }
      let part = min(room, left.count - done)
      columns[columns.count - 1].join(Self.column(left, right, done..<done + part))
      frames += part
      done += part
    }
  }

  private static func column(_ left: Span<Float>, _ right: Span<Float>, _ range: Range<Int>) -> Column {
    var (low, high, energy): (Float, Float, Float) = (0, 0, 0)
    for frame in range {
      let (a, b) = (left[frame], right[frame])
      low = min(low, a, b)
      high = max(high, a, b)
      energy += a * a + b * b
    }
    return Column(low: low, high: high, energy: Double(energy), samples: 2 * range.count)
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
