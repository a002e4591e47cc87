/// The expected render of sounds without speech and beds: the sum of their clips, each at its frame.
public struct ExpectedMix {
  private var left: [Float]
  private var right: [Float]

  /// Silence.
  public init(frames: Int) {
    left = Array(repeating: 0, count: frames)
    right = left
  }

  /// Adds a clip whose first sample lies at `frame`.
  public mutating func add(left clip: [Float], right other: [Float], at frame: Int, gain: Float) {
    for index in 0..<min(clip.count, left.count - frame) {
      left[frame + index] += clip[index] * gain
      right[frame + index] += other[index] * gain
    }
  }

  /// The greatest magnitude.
  public var peak: Float { zip(left, right).reduce(0) { max($0, $1.0.magnitude, $1.1.magnitude) } }

  /// By how much a render differs at most, in steps of 16 bits, within a range of frames.
  public func deviation(of wave: Wave, in range: Range<Int>) -> Float {
    range.reduce(0) { worst, frame in
      max(
        worst, abs(left[frame] * Wave.fullScale - Float(wave.left(frame))),
        abs(right[frame] * Wave.fullScale - Float(wave.right(frame))))
    }
  }

  /// Rounding is half a step, dither one step at most, each sound is kept in 16 bits of its own, which is half a step
  /// more at most, and the sums of floats have their own rounding.
  public static let tolerance: Float = 2.01
}
