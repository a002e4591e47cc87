import Glibc

/// How the power of a noise goes with frequency.
enum NoiseColour {
  /// The same in every hertz.
  case white
  /// The same in every octave: −3 dB an octave.
  case pink
  /// −6 dB an octave, above 50 Hz.
  case brown
}

/// Turns white noise into pink.
///
/// A sum of one-pole low passes whose corners lie a factor of 6 apart, and whose gains fall by √6 from one to the next,
/// follows −3 dB an octave within a third of a decibel; the corners are given in Hz, so the colour is the same at every
/// rate.
struct PinkFilter {
  private let pole: (Float, Float, Float, Float, Float)
  private let gain: (Float, Float, Float, Float, Float)
  private var state: (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
  private let direct: Float

  init(sampleRate: Double) {
    let first = 6.0
    let ratio = 6.0
    func pole(_ index: Double) -> Float {
      let corner = first * pow(ratio, index)
      // A corner beyond the band passes everything: a pole at 0.
      return corner < sampleRate / 4 ? Float(exp(-2 * .pi * corner / sampleRate)) : 0
    }
    func gain(_ index: Double) -> Float { (1 - pole(index)) * Float(pow(ratio, -index / 2)) }
    self.pole = (pole(0), pole(1), pole(2), pole(3), pole(4))
    self.gain = (gain(0), gain(1), gain(2), gain(3), gain(4))
    // What lies above the last corner; half of it fits the slope best up to 18 kHz.
    direct = Float(0.5 * pow(ratio, -2.5))
  }

  mutating func filter(_ value: Float) -> Float {
    state.0 = state.0 * pole.0 + gain.0 * value
    state.1 = state.1 * pole.1 + gain.1 * value
    state.2 = state.2 * pole.2 + gain.2 * value
    state.3 = state.3 * pole.3 + gain.3 * value
    state.4 = state.4 * pole.4 + gain.4 * value
    return (state.0 + state.1) + (state.2 + state.3) + (state.4 + direct * value)
  }
}

/// Noise, independent on both sides.
struct NoiseMaker: BedMaker {
  private let colour: NoiseColour
  private var random: SeededNoise
  private var left: PinkFilter
  private var right: PinkFilter
  private var slope: StereoOnePole
  private var rumble: RumbleFilter

  init(_ colour: NoiseColour, _ sampleRate: Int, seed: UInt64) {
    let rate = Double(sampleRate)
    self.colour = colour
    random = SeededNoise(seed: seed)
    left = PinkFilter(sampleRate: rate)
    right = PinkFilter(sampleRate: rate)
    slope = StereoOnePole(cutoff: 50, sampleRate: rate)
    rumble = RumbleFilter(sampleRate: rate)
  }

  mutating func add(to canvas: inout Canvas) {
    var noise = self
    switch colour {
    case .white:
      canvas.add { _ in noise.random.pair() }
    case .pink:
      canvas.add { _ in
        let white = noise.random.pair()
        return noise.rumble.filter((noise.left.filter(white.left), noise.right.filter(white.right)))
      }
    case .brown:
      canvas.add { _ in noise.rumble.filter(noise.slope.filter(noise.random.pair())) }
    }
    self = noise
  }
}
