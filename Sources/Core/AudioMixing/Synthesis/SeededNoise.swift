import Glibc

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

  /// A value uniformly distributed over a range.
  mutating func value(in range: Range<Double>) -> Double {
    let unit = Double(next() &>> 11) * 0x1p-53
    return range.lowerBound + (range.upperBound - range.lowerBound) * unit
  }
}

/// The power spectrum of a noise.
enum NoiseColour {
  /// Equal power per hertz.
  case white
  /// Equal power per octave: −3 dB per octave.
  case pink
  /// −6 dB per octave above 50 Hz.
  case brown
}

/// Noise, independent on both sides and in every strand.
struct NoiseMaker: BedMaker {
  private let colour: NoiseColour
  private var random: StrandNoise
  private var left: PinkFilter
  private var right: PinkFilter
  private var slope: StrandOnePole
  private var rumble: RumbleFilter

  init(_ colour: NoiseColour, _ plan: LoopPlan, seed: UInt64) {
    let rate = Double(plan.sampleRate)
    self.colour = colour
    random = StrandNoise(seed: seed)
    left = PinkFilter(sampleRate: rate)
    right = PinkFilter(sampleRate: rate)
    slope = StrandOnePole(cutoff: 50, sampleRate: rate)
    rumble = RumbleFilter(sampleRate: rate)
  }

  mutating func add(to strands: inout Strands) {
    var noise = self
    switch colour {
    case .white:
      strands.write { _ in noise.random.pair() }
    case .pink:
      strands.write { _ in
        let white = noise.random.pair()
        return noise.rumble.filter((noise.left.filter(white.left), noise.right.filter(white.right)))
      }
    case .brown:
      strands.write { _ in noise.rumble.filter(noise.slope.filter(noise.random.pair())) }
    }
    self = noise
  }
}
