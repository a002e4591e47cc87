/// A mono clip in a quarter of the memory of a stereo one: 16 bits a sample, relative to its own peak.
///
/// The rounding noise lies 98 dB below the peak, as it does in what a speech synthesiser gives.
public struct PackedClip: Sendable {
  private let samples: [Int16]
  private let step: Float
  /// The first frame that a listener hears.
  public let onset: Int
  /// One past the last frame that a listener hears.
  public let audibleEnd: Int

  /// Packs the left side of a clip.
  public init(mono clip: Clip) {
    let peak = Kernel.peak(clip.left.span, from: 0, count: clip.frames)
    step = peak > 0 ? peak / 32_767 : 1
    var samples: [Int16] = []
    Kernel.narrow(clip.left.span, step: step, to: &samples)
    self.samples = samples
    onset = clip.onset
    audibleEnd = clip.audibleEnd
  }

  /// How many frames it has.
  public var frames: Int { samples.count }

  /// The clip, its samples on both sides.
  public var clip: Clip {
    var unpacked = [Float](repeating: 0, count: samples.count)
    var span = unpacked.mutableSpan
    Kernel.widen(samples.span, from: 0, to: &span, from: 0, count: samples.count, step: step)
    return Clip(mono: unpacked, onset: onset, audibleEnd: audibleEnd)
  }
}
