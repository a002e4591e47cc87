/// How a loop is cut into the strands in which it is made, all of them at the same time.
///
/// Each strand begins a little before its place, and each one's end goes over into what lies before the next: so a loop
/// has a seam wherever a strand ends, and none of them is heard.
struct LoopPlan {
  /// How many strands there are: the lanes of a vector.
  static let strands = 4

  let sampleRate: Int
  /// How long a strand is.
  let strandFrames: Int
  /// How long a strand goes on alone, a multiple of eight; the rest of it goes over into the next one.
  let bodyFrames: Int

  /// The frames of the whole loop.
  var frames: Int { Self.strands * strandFrames }
  /// How long one strand takes to go over into the next.
  var seamFrames: Int { strandFrames - bodyFrames }
  /// How long before its place a strand begins, a multiple of eight.
  var leadFrames: Int { (seamFrames + 7) / 8 * 8 }

  /// A loop of so many seconds.
  ///
  /// Half a second of lead is twenty times as long as the slowest filter of a bed remembers.
  init(seconds: Int, sampleRate: Int) {
    self.sampleRate = sampleRate
    strandFrames = seconds * sampleRate / Self.strands
    bodyFrames = (strandFrames - sampleRate / 2) / 8 * 8
  }

  /// The frame of the loop at which a strand has its place.
  func place(of strand: Int) -> Int { strand * strandFrames }

  /// Seconds in the loop at which a strand is when so many of its frames have been made.
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
  private(set) var canvases: [Canvas]

  /// Silence.
  init(frames: Int, sampleRate: Int) {
    self.frames = frames
    canvases = Array(repeating: Canvas(frames: frames, sampleRate: sampleRate), count: LoopPlan.strands)
  }

  /// Gives every frame of all strands what `sound` gives, which is called once a frame, in order.
  @inline(__always)
  mutating func write(_ sound: (Int) -> (left: SIMD4<Float>, right: SIMD4<Float>)) {
    var left = [SIMD4<Float>](repeating: SIMD4(), count: frames)
    var right = left
    for frame in 0..<frames { (left[frame], right[frame]) = sound(frame) }
    for strand in canvases.indices { canvases[strand].write(strand, of: left, right) }
  }

  /// Adds what is left of a tone to a strand, as far as there is room.
  mutating func add(_ tone: inout Tone, to strand: Int, at start: Int) { canvases[strand].add(&tone, at: start) }

  /// Multiplies every frame.
  mutating func scale(by gain: Float) {
    for strand in canvases.indices { canvases[strand].scale(by: gain) }
  }
}
