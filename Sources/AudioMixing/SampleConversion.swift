/// From the bus to the samples that files and devices want.
public enum SampleConversion {
  /// Writes planar samples as interleaved 16-bit pairs.
  ///
  /// Each sample is scaled by 2¹⁵, gets triangular dither of ±1 step, is clamped and rounded half to even. The dither
  /// is a function of the frame's number, the side and the seed, so the size of the blocks doesn't matter; a sample
  /// that is exactly zero gets none, so digital silence stays silent. `target` has room for two samples a frame, from
  /// its pair number `place` on.
  public static func interleave16(
    left: Span<Float>, right: Span<Float>, firstFrame: Int, seed: UInt32 = 0, into target: inout MutableSpan<Int16>,
    at place: Int = 0
  ) {
    Kernel.interleave16(
      left: left, right: right, firstFrame: firstFrame, seed: seed, dither: dither.span, to: &target, at: place)
  }

  /// Differences of two even spreads, which makes them triangular; every one is there with both signs, so that their
  /// mean is nothing. What stands in front is repeated behind, for runs that begin at the end.
  private static let dither: [Float] = {
    var noise = SeededNoise(seed: 0xD17)
    let half = (0..<Kernel.ditherChoice / 2).map { _ in
      let (one, other) = noise.pair()
      return (one + other) / 2
    }
    let all = half + half.map { -$0 }
    return all + all.prefix(Kernel.ditherRun)
  }()

  /// Writes planar samples as interleaved pairs, unchanged; `target` has room for two samples a frame.
  public static func interleave(left: Span<Float>, right: Span<Float>, into target: inout MutableSpan<Float>) {
    Kernel.interleave(left: left, right: right, to: &target)
  }

  /// The value of a 16-bit sample: a 32 768th of it, within −1 ..< 1.
  public static func float(_ sample: Int16) -> Float { Float(sample) * (1 / 32_768) }
}
