/// The division of a loop into the strands in which it is computed, all of them at the same time.
///
/// Each strand begins a little before its position, and the end of each fades into the lead of the next: so a loop has
/// a seam at the end of each strand, and none is audible.
struct LoopPlan {
  /// The number of strands: the lanes of a vector.
  static let strands = 4

  let sampleRate: Int
  /// The number of frames of a strand.
  let strandFrames: Int
  /// The number of frames that a strand plays alone, a multiple of eight; the rest of it fades into the next one.
  let bodyFrames: Int

  /// The number of frames of the whole loop.
  var frames: Int { Self.strands * strandFrames }
  /// The number of frames in which one strand fades into the next.
  var seamFrames: Int { strandFrames - bodyFrames }
  /// The number of frames by which a strand begins before its position, a multiple of eight.
  var leadFrames: Int { (seamFrames + 7) / 8 * 8 }

  /// A loop of `seconds` seconds.
  ///
  /// The lead of half a second is twenty times as long as the memory of a bed's slowest filter.
  init(seconds: Int, sampleRate: Int) {
    self.sampleRate = sampleRate
    strandFrames = seconds * sampleRate / Self.strands
    bodyFrames = (strandFrames - sampleRate / 2) / 8 * 8
  }

  /// The frame of the loop at which a strand is placed.
  func place(of strand: Int) -> Int { strand * strandFrames }

  /// The time in the loop, in seconds, of a strand after `made` of its frames.
  func time(of strand: Int, after made: Int) -> Double {
    Double(place(of: strand) - leadFrames + made) / Double(sampleRate)
  }

  /// The same for all strands.
  func times(after made: Int) -> SIMD4<Double> {
    SIMD4(time(of: 0, after: made), time(of: 1, after: made), time(of: 2, after: made), time(of: 3, after: made))
  }
}

/// The next stretch of every strand of a loop.
struct Strands {
  let frames: Int
  private(set) var canvases: [StereoBuffer]

  /// Silent strands.
  init(frames: Int, sampleRate: Int) {
    self.frames = frames
    canvases = Array(repeating: StereoBuffer(frames: frames, sampleRate: sampleRate), count: LoopPlan.strands)
  }

  /// Sets every frame of all strands to the result of `sound`, which is called once per frame, in order.
  @inline(__always)
  mutating func write(_ sound: (Int) -> (left: SIMD4<Float>, right: SIMD4<Float>)) {
    var left = [SIMD4<Float>](repeating: SIMD4(), count: frames)
    var right = left
    for frame in 0..<frames { (left[frame], right[frame]) = sound(frame) }
    for strand in canvases.indices { canvases[strand].write(strand, of: left, right) }
  }

  /// Adds the rest of a tone to a strand, up to the end of the buffer.
  mutating func add(_ tone: inout Tone, to strand: Int, at start: Int) { canvases[strand].add(&tone, at: start) }

  /// Multiplies every frame.
  mutating func scale(by gain: Float) {
    for strand in canvases.indices { canvases[strand].scale(by: gain) }
  }
}

/// Makes the end of a loop continue at its beginning without an audible seam.
///
/// The end of the loop fades out, and the frames before its beginning fade in. The shape depends on their correlation r
/// (0…1): `f(x) = x / √(x² + (1−x)² + 2r·x(1−x))`, which keeps the power of unrelated sounds (r = 0) and the amplitude
/// of equal ones (r = 1).
public enum LoopSeam {
  /// Crossfades both sides of the end of a loop into the frames before its beginning; all have the same length.
  public static func crossOver(
    _ left: inout [Float], _ right: inout [Float], into otherLeft: ArraySlice<Float>, _ otherRight: ArraySlice<Float>
  ) {
    precondition(left.count == right.count && otherLeft.count == otherRight.count, "two sides")
    precondition(left.count == otherLeft.count, "two stretches of one length")
    let r = correlation(left, right, otherLeft, otherRight)
    for (index, (one, other)) in zip(left.indices, zip(otherLeft, otherRight)) {
      let x = (Float(index) + 1) / (Float(left.count) + 1)
      let rest = 1 - x
      let norm = 1 / (x * x + rest * rest + 2 * r * x * rest).squareRoot()
      left[index] = (rest * left[index] + x * one) * norm
      right[index] = (rest * right[index] + x * other) * norm
    }
  }

  /// The correlation of two sounds, both sides together; 0 if it is negative.
  private static func correlation(
    _ left: [Float], _ right: [Float], _ otherLeft: ArraySlice<Float>, _ otherRight: ArraySlice<Float>
  ) -> Float {
    var (product, own, others) = (0.0, 0.0, 0.0)
    func add(_ one: Float, _ other: Float) {
      product += Double(one) * Double(other)
      own += Double(one) * Double(one)
      others += Double(other) * Double(other)
    }
    for (one, other) in zip(left, otherLeft) { add(one, other) }
    for (one, other) in zip(right, otherRight) { add(one, other) }
    guard own > 0, others > 0 else { return 0 }
    return Float(max(0, min(1, product / (own * others).squareRoot())))
  }
}
