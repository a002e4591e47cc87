/// Noise that is the same in every run: SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
/// Generators", 2014).
///
/// `SeededRandom` of WorkoutModel is the same generator. This module imports no other, and this copy is inlined into
/// the loops that synthesise sounds.
struct SeededNoise {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z &>> 31)
  }

  /// Two independent values, uniformly distributed over −1 ..< 1.
  mutating func pair() -> (left: Float, right: Float) {
    let bits = next()
    let scale: Float = 1 / 2_147_483_648
    let left = Float(Int32(truncatingIfNeeded: bits))
    let right = Float(Int32(truncatingIfNeeded: bits &>> 32))
    return (left * scale, right * scale)
  }

  mutating func value(in range: Range<Double>) -> Double {
    let unit = Double(next() &>> 11) * 0x1p-53
    return range.lowerBound + (range.upperBound - range.lowerBound) * unit
  }
}

extension Clip {
  /// An inaudible noise that every device detects: samples of at most 10⁻⁴ (−80 dBFS), about 3 steps of 16 bits.
  ///
  /// It is the same in every run. It wakes speakers that mute themselves while they receive zeros.
  package static func waking(frames: Int) -> Clip {
    var noise = SeededNoise(seed: 1)
    return Clip(mono: (0..<frames).map { _ in noise.pair().left * 1e-4 })
  }
}
