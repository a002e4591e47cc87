/// The division of a loop into the strands in which it is computed, all of them at the same time.
///
/// Each strand begins a little before its position, and the end of each fades into the lead of the next: so a loop has
/// a seam at the end of each strand, and none is audible.
struct LoopPlan {
  static let strands = 4

  let sampleRate: Int
  let strandFrames: Int
  /// The number of frames that a strand plays alone, a multiple of eight; the rest of it fades into the next one.
  let bodyFrames: Int

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
