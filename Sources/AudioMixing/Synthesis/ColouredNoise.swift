internal import Glibc

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
/// A sum of one-pole low passes whose corners lie two octaves apart and whose gains fall by 6 dB from one to the next
/// follows −3 dB an octave closely; their corners are given in Hz, so the colour is the same at every sample rate.
struct PinkFilter {
  private let poles: SIMD8<Float>
  private let gains: SIMD8<Float>
  private var state = SIMD8<Float>(repeating: 0)

  init(sampleRate: Double) {
    var (poles, gains) = (SIMD8<Float>(), SIMD8<Float>())
    for lane in 0..<8 {
      let corner = 4 * pow(4, Double(lane))
      // A corner beyond the band passes everything: a pole at 0.
      let pole = corner < sampleRate / 4 ? exp(-2 * .pi * corner / sampleRate) : 0
      poles[lane] = Float(pole)
      gains[lane] = Float((1 - pole) * pow(2, -Double(lane)))
    }
    (self.poles, self.gains) = (poles, gains)
  }

  mutating func filter(_ value: Float) -> Float {
    state = state * poles + gains * value
    let four = state.lowHalf + state.highHalf
    let two = four.lowHalf + four.highHalf
    return two[0] + two[1]
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
