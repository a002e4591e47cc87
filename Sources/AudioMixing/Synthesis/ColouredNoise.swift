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

extension Canvas {
  /// Adds noise, independent on both sides.
  mutating func addNoise(_ colour: NoiseColour, seed: UInt64) {
    var random = SeededNoise(seed: seed)
    let rate = Double(sampleRate)
    switch colour {
    case .white:
      add { _ in random.pair() }
    case .pink:
      var (left, right) = (PinkFilter(sampleRate: rate), PinkFilter(sampleRate: rate))
      add { _ in
        let white = random.pair()
        return (left.filter(white.left), right.filter(white.right))
      }
    case .brown:
      var slope = StereoOnePole(cutoff: 50, sampleRate: rate)
      add { _ in slope.filter(random.pair()) }
    }
  }
}
