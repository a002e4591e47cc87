/// A gain as a function of time, defined for every frame.
protocol Envelope {
  func gain(at frame: Int) -> Float
  /// The frames in which the gain changes; it is constant before and after them.
  var motion: Range<Int> { get }
}

/// A stretch of frames in which the gain is linear.
struct GainPiece: Equatable {
  let frames: Range<Int>
  let start: Float
  let slope: Float

  func ramp(from frame: Int, times gain: Float = 1) -> Ramp {
    // A constant has no origin: it may begin at the minimum frame number.
    slope == 0
      ? Ramp(base: start * gain) : Ramp(base: start * gain, slope: slope * gain, offset: frame - frames.lowerBound)
  }
}

extension Envelope {
  /// The linear stretch that contains a frame.
  ///
  /// Its ends are multiples of `grid` and both ends of the motion, whatever else happens in the block: so the end of a
  /// fade is exact, and the segments are the same however the frames are cut.
  func piece(at frame: Int, grid: Int) -> GainPiece {
    if frame < motion.lowerBound {
      return GainPiece(frames: .min..<motion.lowerBound, start: gain(at: frame), slope: 0)
    }
    if frame >= motion.upperBound {
      return GainPiece(frames: motion.upperBound..<Int.max, start: gain(at: frame), slope: 0)
    }
    let cell = frame - (frame % grid + grid) % grid
    let start = max(cell, motion.lowerBound)
    let end = min(cell + grid, motion.upperBound)
    let first = gain(at: start)
    return GainPiece(frames: start..<end, start: first, slope: (gain(at: end) - first) / Float(end - start))
  }
}

/// A gain that changes once from one value to another, along half a cosine: no corner at either end.
struct GainRamp: Envelope, Equatable {
  private var from: Float
  private(set) var target: Float
  private(set) var motion: Range<Int>

  init(at gain: Float) {
    from = gain
    target = gain
    motion = 0..<0
  }

  /// Changes from its value at `frame` to `target`, which it reaches exactly at `frame + length`.
  mutating func turn(to target: Float, at frame: Int, over length: Int) {
    from = gain(at: frame)
    self.target = target
    motion = frame..<frame + max(length, 0)
  }

  func gain(at frame: Int) -> Float {
    if frame >= motion.upperBound { return target }
    if frame <= motion.lowerBound { return from }
    let x = Double(frame - motion.lowerBound) / Double(motion.count)
    return from + (target - from) * Float(0.5 - 0.5 * Double.cos(.pi * x))
  }
}
