/// Keeps the mix below −1 dBFS by lowering the gain before a peak, and passes everything else unchanged.
///
/// The gain that each frame needs is held over the look-ahead (a running minimum), released slowly (50 ms), and
/// smoothed by two box filters of half the look-ahead, which together form a triangular filter. Every term of the
/// average for a frame is at most the gain that frame needs, so the ceiling holds without clipping. While no frame
/// needs a reduction the samples are not touched at all.
struct Limiter {
  /// −1 dBFS, reduced slightly for the rounding of a product.
  static let ceiling: Float = 0.891_250_9 * (1 - 1e-6)

  /// The number of look-ahead frames.
  let lookAhead: Int
  /// Whether no frame in the look-ahead needs a reduction.
  private(set) var isIdle = true

  private let box: Int
  private let release: Double
  private var window: SlidingMinimum
  private var released = 1.0
  private var first: BoxAverage
  private var second: BoxAverage
  private var fullFrames = 0

  /// A limiter for a bus; its look-ahead is 5 ms, 240 frames at 48 kHz.
  init(time: RenderGrid) {
    let half = max(1, (time.frames(milliseconds: 5)) / 2)
    lookAhead = 2 * half
    box = half + 1
    release = 1 - Double.exp(-1 / (0.050 * Double(time.sampleRate)))
    window = SlidingMinimum(length: 2 * half + 1)
    first = BoxAverage(length: half + 1)
    second = BoxAverage(length: half + 1)
  }

  /// Adds a new frame, whose louder side has the amplitude `peak`, and returns the gain of the frame `lookAhead` ago.
  mutating func gain(seeing peak: Float) -> Float {
    let needed = peak > Self.ceiling ? Self.ceiling / peak : 1
    let held = Double(window.minimum(adding: needed))
    if held < released {
      released = held
    } else {
      released += (held - released) * release
      if held == 1 && released > 0.999_99 { released = 1 }
    }
    fullFrames = released == 1 ? fullFrames + 1 : 0
    return Float(second.average(adding: first.average(adding: released)))
  }

  /// Activates the limiter, as if all earlier frames had been quiet.
  mutating func wake() {
    isIdle = false
    window.reset()
    first.reset()
    second.reset()
    released = 1
    fullFrames = 0
  }

  /// Deactivates the limiter if no frame in the look-ahead is reduced.
  mutating func restIfQuiet() { isIdle = isIdle || fullFrames > 2 * box }
}

/// The minimum of the last `length` values, in amortised constant time.
struct SlidingMinimum {
  private let length: Int
  // The values that may still become the minimum, ascending, with the index of each; a ring.
  private var values: [Float]
  private var indices: [Int]
  private var head = 0
  private var count = 0
  private var index = 0

  init(length: Int) {
    self.length = length
    values = Array(repeating: 1, count: length + 1)
    indices = Array(repeating: 0, count: length + 1)
  }

  mutating func reset() {
    head = 0
    count = 0
    index = 0
  }

  mutating func minimum(adding value: Float) -> Float {
    let size = values.count
    while count > 0 && values[(head + count - 1) % size] >= value { count -= 1 }
    let slot = (head + count) % size
    values[slot] = value
    indices[slot] = index
    count += 1
    if indices[head] <= index - length {
      head = (head + 1) % size
      count -= 1
    }
    index += 1
    return values[head]
  }
}

/// The mean of the last `length` values, all 1 at first.
struct BoxAverage {
  private var ring: [Double]
  private var next = 0
  private var sum: Double

  init(length: Int) {
    ring = Array(repeating: 1, count: length)
    sum = Double(length)
  }

  mutating func reset() {
    for index in ring.indices { ring[index] = 1 }
    next = 0
    sum = Double(ring.count)
  }

  mutating func average(adding value: Double) -> Double {
    sum += value - ring[next]
    ring[next] = value
    next = next + 1 == ring.count ? 0 : next + 1
    return sum / Double(ring.count)
  }
}
