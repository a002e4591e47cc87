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
