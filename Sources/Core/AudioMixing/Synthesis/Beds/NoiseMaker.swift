enum NoiseColour {
  /// Equal power per hertz.
  case white
  /// Equal power per octave: −3 dB per octave.
  case pink
  /// −6 dB per octave above a frequency in Hz.
  case falling(above: Double)
  /// −6 dB per octave below and above a range of frequencies in Hz.
  case band(Range<Double>)
}

/// Noise, independent on both sides and in every strand.
struct NoiseMaker: BedMaker {
  private let colour: NoiseColour
  private var random: StrandNoise
  private var left: PinkFilter
  private var right: PinkFilter
  private var slope: StrandOnePole
  private var bottom: StrandOnePole
  private var rumble: RumbleFilter

  init(_ colour: NoiseColour, _ plan: LoopPlan, seed: UInt64) {
    let rate = Double(plan.sampleRate)
    self.colour = colour
    random = StrandNoise(seed: seed)
    left = PinkFilter(sampleRate: rate)
    right = PinkFilter(sampleRate: rate)
    let (low, high) =
      switch colour {
      case .white, .pink: (0.0, 0.0)
      case .falling(let corner): (0.0, corner)
      case .band(let band): (band.lowerBound, band.upperBound)
      }
    slope = StrandOnePole(cutoff: high, sampleRate: rate)
    bottom = StrandOnePole(cutoff: low, sampleRate: rate)
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
    case .falling:
      strands.write { _ in noise.rumble.filter(noise.slope.filter(noise.random.pair())) }
    case .band:
      strands.write { _ in
        let top = noise.slope.filter(noise.random.pair())
        let low = noise.bottom.filter(top)
        return noise.rumble.filter((top.left - low.left, top.right - low.right))
      }
    }
    self = noise
  }
}
