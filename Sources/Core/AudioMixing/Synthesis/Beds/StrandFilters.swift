/// White noise for every strand and both sides, the same in every run: a 32-bit xorshift generator for each (Marsaglia,
/// "Xorshift RNGs", 2003).
struct StrandNoise {
  private var left: SIMD4<UInt32>
  private var right: SIMD4<UInt32>

  init(seed: UInt64) {
    var random = SeededNoise(seed: seed)
    // A generator with state 0 stays at 0.
    func start() -> UInt32 { UInt32(random.value(in: 1..<0x1p32)) }
    left = SIMD4(start(), start(), start(), start())
    right = SIMD4(start(), start(), start(), start())
  }

  /// Independent values, uniformly distributed over −1 ..< 1.
  @inline(__always)
  mutating func pair() -> (left: SIMD4<Float>, right: SIMD4<Float>) {
    Self.turn(&left)
    Self.turn(&right)
    return (Self.unit(left), Self.unit(right))
  }

  @inline(__always)
  private static func turn(_ state: inout SIMD4<UInt32>) {
    state ^= state &<< 13
    state ^= state &>> 17
    state ^= state &<< 5
  }

  /// The upper 23 bits as the fraction of a number from 1 up to 2, scaled.
  @inline(__always)
  private static func unit(_ state: SIMD4<UInt32>) -> SIMD4<Float> {
    unsafe unsafeBitCast(state &>> 9 | 0x3F80_0000, to: SIMD4<Float>.self) * 2 - 3
  }
}

/// A one-pole low pass, 6 dB per octave, for both sides of every strand.
struct StrandOnePole {
  private let pole: Float
  private var left = SIMD4<Float>()
  private var right = SIMD4<Float>()

  init(cutoff: Double, sampleRate: Double) {
    pole = Float(Double.exp(-2 * .pi * min(cutoff / sampleRate, 0.45)))
  }

  @inline(__always)
  mutating func filter(
    _ value: (left: SIMD4<Float>, right: SIMD4<Float>)
  ) -> (left: SIMD4<Float>, right: SIMD4<Float>) {
    left = value.left + (left - value.left) * pole
    right = value.right + (right - value.right) * pole
    return (left, right)
  }
}

/// Removes inaudibly low frequencies, 6 dB per octave below its corner, for both sides: they would only move the cones
/// of speakers.
struct RumbleFilter {
  private var low: StrandOnePole

  /// A corner at 25 Hz.
  init(sampleRate: Double) { low = StrandOnePole(cutoff: 25, sampleRate: sampleRate) }

  @inline(__always)
  mutating func filter(
    _ value: (left: SIMD4<Float>, right: SIMD4<Float>)
  ) -> (left: SIMD4<Float>, right: SIMD4<Float>) {
    let rumble = low.filter(value)
    return (value.left - rumble.left, value.right - rumble.right)
  }
}

/// Turns white noise into pink noise.
///
/// A sum of one-pole low passes whose corners are a factor of 6 apart, and whose gains fall by √6 from one to the next,
/// follows −3 dB per octave within a third of a decibel; the corners are in Hz, so the colour is the same at every
/// rate.
struct PinkFilter {
  private typealias Lanes = SIMD4<Float>

  private let pole: (Float, Float, Float, Float, Float)
  private let gain: (Float, Float, Float, Float, Float)
  private var state = (Lanes(), Lanes(), Lanes(), Lanes(), Lanes())
  private let direct: Float

  init(sampleRate: Double) {
    let first = 6.0
    let ratio = 6.0
    func pole(_ index: Double) -> Float {
      let corner = first * Double.pow(ratio, index)
      // A corner beyond the band passes everything: the pole is at 0.
      return corner < sampleRate / 4 ? Float(Double.exp(-2 * .pi * corner / sampleRate)) : 0
    }
    func gain(_ index: Double) -> Float { (1 - pole(index)) * Float(Double.pow(ratio, -index / 2)) }
    self.pole = (pole(0), pole(1), pole(2), pole(3), pole(4))
    self.gain = (gain(0), gain(1), gain(2), gain(3), gain(4))
    // The part above the last corner; half of it fits the slope best up to 18 kHz.
    direct = Float(0.5 * Double.pow(ratio, -2.5))
  }

  @inline(__always)
  mutating func filter(_ value: SIMD4<Float>) -> SIMD4<Float> {
    state.0 = state.0 * pole.0 + gain.0 * value
    state.1 = state.1 * pole.1 + gain.1 * value
    state.2 = state.2 * pole.2 + gain.2 * value
    state.3 = state.3 * pole.3 + gain.3 * value
    state.4 = state.4 * pole.4 + gain.4 * value
    return (state.0 + state.1) + (state.2 + state.3) + (state.4 + direct * value)
  }
}
