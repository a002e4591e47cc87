import Glibc

/// A gain that glides from one value to another, once, along half a cosine: no corner at either end.
struct Glide: Envelope, Equatable {
  private var from: Float
  private(set) var target: Float
  private(set) var motion: Range<Int>

  /// A gain that rests.
  init(at gain: Float) {
    from = gain
    target = gain
    motion = 0..<0
  }

  /// Leaves what it has at `frame` for `target`, which it reaches exactly at `frame + length`.
  mutating func turn(to target: Float, at frame: Int, over length: Int) {
    from = gain(at: frame)
    self.target = target
    motion = frame..<frame + max(length, 0)
  }

  func gain(at frame: Int) -> Float {
    if frame >= motion.upperBound { return target }
    if frame <= motion.lowerBound { return from }
    let x = Double(frame - motion.lowerBound) / Double(motion.count)
    return from + (target - from) * Float(0.5 - 0.5 * cos(.pi * x))
  }
}
