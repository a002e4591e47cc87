/// The built-in ambient beds: stereo sound without an end, bit-identical in every run.
///
/// ```swift
/// let ocean = BedSource(Bed.ocean.sound())
/// group.startLayer(1, ocean, at: 0, fade: 72_000)
/// ```
public enum Bed: String, CaseIterable, Sendable {
  /// Noise of all frequencies alike.
  case white
  /// Noise of all octaves alike.
  case pink
  /// Deep noise.
  case brown
  /// Steady rain.
  case rain
  /// Slow waves.
  case ocean
  /// A low chord.
  case drone

  /// The average loudness of every bed: far enough below speech at −16 LUFS that ducking makes words intelligible.
  package static let loudness: Decibels = -28

  /// Computes the loops of the bed: 20 to 40 s of sound, which `BedSource` plays without repeating itself.
  ///
  /// A rate beyond 4 to 768 kHz counts as the nearest of these.
  public func sound(sampleRate: Int = Bus.sampleRate) -> BedSound {
    let sampleRate = Bus.sampleRate(nearest: sampleRate, from: 4_000)
    return sound(sampleRate, gain: gain(sampleRate))
  }
}

extension Bed {
  /// The loudest 400 ms of ten minutes, in LUFS, rounded up.
  package var loudest: Decibels { figures.loudest }

  /// The loudest moment, and the loudness of the recipe at the rate of the bus; `BedTests` checks what is measured.
  private var figures: (loudest: Decibels, recipe: Decibels) {
    switch self {
    case .white: (-27.8, 7.395)
    case .pink: (-27.7, -18.549)
    case .brown: (-27.1, -24.887)
    case .rain: (-26.1, -9.056)
    case .ocean: (-20.9, -12.196)
    case .drone: (-24.9, 3.427)
    }
  }

  /// The gain that sets the recipe to its loudness.
  private func gain(_ sampleRate: Int) -> Float {
    if sampleRate == Bus.sampleRate { return (Self.loudness - figures.recipe).amplitude }
    return (Self.loudness - measuredLoudness(sampleRate)).amplitude
  }

  /// The mean loudness of four minutes of the recipe.
  package func measuredLoudness(_ sampleRate: Int = Bus.sampleRate) -> Decibels {
    // Soft enough for its samples of 16 bits.
    let gain: Decibels = -40
    var meter = LoudnessMeter(sampleRate: sampleRate)
    BedSource(sound(sampleRate, gain: gain.amplitude)).read(240 * sampleRate) { meter.add(left: $0, right: $1) }
    return meter.average - gain
  }

  private func sound(_ sampleRate: Int, gain: Float) -> BedSound {
    func noise(_ colour: NoiseColour, _ seconds: Double, seed: UInt64, _ level: Float = 1) -> LayeredLoops {
      let plan = LoopPlan(seconds: seconds, sampleRate: sampleRate)
      return LayeredLoops(NoiseMaker(colour, plan, seed: seed), plan, gain: gain * level)
    }
    func loops(_ seconds: Double, _ maker: (LoopPlan) -> some BedMaker) -> BedSound {
      let plan = LoopPlan(seconds: seconds, sampleRate: sampleRate)
      return BedSound(LayeredLoops(maker(plan), plan, gain: gain))
    }
    switch self {
    case .white: return BedSound(noise(.white, 20, seed: 0x3817))
    case .pink: return BedSound(noise(.pink, 20, seed: 0x919C))
    case .brown: return BedSound(noise(.falling(above: 50), 20, seed: 0xB703))
    case .rain: return loops(30) { RainSynthesizer($0, seed: 0x4A19) }
    case .ocean:
      let waves = BedSound.Waves(
        body: noise(.pink, 16, seed: 0xB0D7), foam: noise(.band(1400..<6500), 16, seed: 0xF0A3, 0.5),
        swell: Swell(seed: 0x0CEA, sampleRate: sampleRate))
      return BedSound(noise(.falling(above: 140), 8, seed: 0xFA5EA, 1.2), waves)
    case .drone: return loops(24) { DroneSynthesizer($0, seed: 0xD707) }
    }
  }
}

/// A generator of a bed's sound, one stretch after the other.
protocol BedMaker {
  /// Adds the next frames to silent strands, filling them: a multiple of eight.
  mutating func add(to strands: inout Strands)
}
