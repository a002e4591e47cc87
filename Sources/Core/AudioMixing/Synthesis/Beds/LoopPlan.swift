/// The lengths of the four loops of which a sound is made; they are computed at the same time, each as a strand.
///
/// The loops play at the same time, and no two of them begin together again within hours. Of what is heard, a moment
/// later no more than a quarter comes again.
struct LoopPlan {
  static let strands = 4
  /// The lengths in relation to their mean: for five minutes no two loops begin within 2 ms of each other.
  private static let ratios = [0.9127, 0.9719, 1.0283, 1.0871]

  let sampleRate: Int
  /// The number of frames of each loop.
  let frames: [Int]
  /// The number of frames before the beginning of each loop into which its end fades, a multiple of eight: half a
  /// second, twenty times as long as the memory of the slowest filter.
  let seamFrames: Int

  /// Loops of `seconds` seconds together.
  init(seconds: Double, sampleRate: Int) {
    self.sampleRate = sampleRate
    frames = Self.ratios.map { Int($0 * seconds / Double(Self.strands) * Double(sampleRate)) }
    seamFrames = sampleRate / 16 * 8
  }

  /// The length of a loop in seconds.
  func seconds(of strand: Int) -> Double { Double(frames[strand]) / Double(sampleRate) }

  /// The time in the loops, in seconds, after `made` frames of each.
  func time(after made: Int) -> Double { Double(made - seamFrames) / Double(sampleRate) }
}

/// The next stretch of every strand.
struct Strands {
  let frames: Int
  private(set) var canvases: [StereoBuffer]

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

  mutating func scale(by gain: Float) {
    for strand in canvases.indices { canvases[strand].scale(by: gain) }
  }
}
