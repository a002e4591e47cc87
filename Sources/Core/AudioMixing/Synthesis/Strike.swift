/// A vibration mode of a struck body.
struct Mode {
  let frequency: Double
  let level: Decibels
  /// The time to fall by 60 dB, in seconds.
  let decay: Double
  /// The distance in Hz between the two sines into which every mode of a real, slightly uneven body splits; they beat.
  var split = 0.0
  /// The time in which it swells, in seconds; energy needs time to reach the high modes of a gong.
  var swell = 0.0
}

/// The sound of mallet or clapper on the body: very short noise.
struct StrikeNoise {
  let level: Decibels
  /// The time to fall by 60 dB, in seconds.
  let decay: Double
  /// The frequency band, in Hz.
  let band: Range<Double>
}

extension StereoBuffer {
  mutating func strike(_ modes: [Mode], _ noise: StrikeNoise, seed: UInt64) {
    var random = SeededNoise(seed: seed)
    var tones: [Tone] = []
    for mode in modes { tones += pair(for: mode, &random) }
    add(&tones)
    add(noise, &random)
  }

  private func pair(for mode: Mode, _ random: inout SeededNoise) -> [Tone] {
    var tones: [Tone] = []
    let amplitude = Double(mode.level.amplitude) / 2
    let side = random.value(in: 0.1..<0.35)
    for sign in [-1.0, 1.0] {
      var partial = Partial(
        frequency: mode.frequency + sign * mode.split / 2, amplitude: amplitude, decay: mode.decay,
        phase: random.value(in: -0.4..<0.4), pan: sign * side)
      tones.append(Tone(partial, sampleRate: sampleRate, limit: frames))
      guard mode.swell > 0 else { continue }
      // The same sine, subtracted and decaying faster: the sum begins at 0 and swells.
      partial.amplitude = -amplitude
      partial.decay = 1 / (1 / mode.decay + 1 / mode.swell)
      tones.append(Tone(partial, sampleRate: sampleRate, limit: frames))
    }
    return tones
  }

  private mutating func add(_ noise: StrikeNoise, _ random: inout SeededNoise) {
    let rate = Double(sampleRate)
    var low = StereoOnePole(cutoff: noise.band.upperBound, sampleRate: rate)
    var lower = StereoOnePole(cutoff: noise.band.lowerBound, sampleRate: rate)
    var gain = noise.level.amplitude
    let shrink = Float(Double.pow(0.001, 1 / (noise.decay * rate)))
    let length = min(frames, Int(noise.decay * rate * 1.6))
    add { frame in
      guard frame < length else { return (0, 0) }
      // A common part, because a strike is in the middle, and a separate part for each side.
      let (own, common) = random.pair()
      let top = low.filter((left: gain * (common + 0.5 * own), right: gain * (common - 0.5 * own)))
      let bottom = lower.filter(top)
      gain *= shrink
      return (top.left - bottom.left, top.right - bottom.right)
    }
  }
}

/// A one-pole low pass, 6 dB per octave, for both sides.
struct StereoOnePole {
  private let pole: Float
  private var left: Float = 0
  private var right: Float = 0

  init(cutoff: Double, sampleRate: Double) {
    pole = Float(Double.exp(-2 * .pi * min(cutoff / sampleRate, 0.45)))
  }

  mutating func filter(_ value: (left: Float, right: Float)) -> (left: Float, right: Float) {
    left = value.left + (left - value.left) * pole
    right = value.right + (right - value.right) * pole
    return (left, right)
  }
}
