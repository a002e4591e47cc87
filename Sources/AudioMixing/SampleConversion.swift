/// From the bus to the samples that files and devices want.
public enum SampleConversion {
  /// Writes planar samples as interleaved 16-bit pairs.
  ///
  /// Each sample is scaled by 2¹⁵, gets triangular dither of ±1 step, is clamped and rounded half to even. The dither
  /// is a function of the frame's number, the side and the seed, so the size of the blocks doesn't matter; a sample
  /// that is exactly zero gets none, so digital silence stays silent. `target` has room for two samples a frame.
  public static func interleave16(
    left: Span<Float>, right: Span<Float>, firstFrame: Int, seed: UInt32 = 0, into target: inout MutableSpan<Int16>
  ) {
    Kernel.interleave16(left: left, right: right, firstFrame: firstFrame, seed: seed, to: &target)
  }

  /// Writes planar samples as interleaved pairs, unchanged; `target` has room for two samples a frame.
  public static func interleave(left: Span<Float>, right: Span<Float>, into target: inout MutableSpan<Float>) {
    Kernel.interleave(left: left, right: right, to: &target)
  }

  /// The value of a 16-bit sample: a 32 768th of it, within −1 ..< 1.
  public static func float(_ sample: Int16) -> Float { Float(sample) * (1 / 32_768) }
}
