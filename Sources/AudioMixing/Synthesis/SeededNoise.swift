/// Noise that is the same in every run: SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
/// generators, 2014).
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

  /// Two independent values, evenly spread over −1 ..< 1.
  mutating func pair() -> (left: Float, right: Float) {
    let bits = next()
    let scale: Float = 1 / 2_147_483_648
    let left = Float(Int32(truncatingIfNeeded: bits))
    let right = Float(Int32(truncatingIfNeeded: bits &>> 32))
    return (left * scale, right * scale)
  }

  /// A value evenly spread over a range.
  mutating func value(in range: Range<Double>) -> Double {
    let unit = Double(next() &>> 11) * 0x1p-53
    return range.lowerBound + (range.upperBound - range.lowerBound) * unit
  }
}
