/// Waves that arrive every ten seconds or so, break, and run back over sand: the sea's level as a function of time.
///
/// No two waves are alike, and their sequence has no end: each follows from its number.
struct Swell: Sendable {
  /// One wave: when it breaks, its height, and how much later it reaches the right side (seconds).
  private struct Wave {
    let crest: Double
    let height: Double
    let travel: Double
  }

  /// The number of frames between which levels change in a line.
  let stepFrames: Int
  private let seed: UInt64

  /// The mean time between two waves, in seconds.
  private static let period = 10.0

  init(seed: UInt64, sampleRate: Int) {
    self.seed = seed
    stepFrames = sampleRate / 20
  }

  /// The levels at the beginning of a step.
  func levels(at step: Int) -> WaveLevels {
    let time = Double(step) / 20
    var levels = WaveLevels(leftBody: 0.16, leftFoam: 0.03, rightBody: 0.16, rightFoam: 0.03)
    // Of any other wave, nothing is heard at this time.
    let number = Int((time / Self.period).rounded(.down))
    for wave in (number - 2...number + 1).map(wave) {
      let left = level(of: wave, at: time + wave.travel)
      let right = level(of: wave, at: time - wave.travel)
      levels.leftBody += left.body
      levels.leftFoam += left.foam
      levels.rightBody += right.body
      levels.rightFoam += right.foam
    }
    return levels
  }

  private func wave(_ number: Int) -> Wave {
    var random = SeededNoise(seed: seed &+ UInt64(truncatingIfNeeded: number) &* 0xD1B5_4A32_D192_ED03)
    return Wave(
      crest: (Double(number) + random.value(in: 0.3..<0.6)) * Self.period, height: random.value(in: 0.65..<1),
      travel: random.value(in: -0.35..<0.35))
  }

  private func level(of wave: Wave, at time: Double) -> (body: Float, foam: Float) {
    let since = time - wave.crest
    let body = wave.height * hump(since, rise: 2.6, fall: 3.2)
    let foam = 0.84 * wave.height * wave.height * hump(since - 0.9, rise: 1.1, fall: 2.1)
    return (Float(body), Float(foam))
  }

  /// 1 at 0, with Gaussian slopes of two widths.
  private func hump(_ x: Double, rise: Double, fall: Double) -> Double {
    let width = x < 0 ? rise : fall
    return Double.exp(-x * x / (width * width))
  }
}

/// The levels of the waves and of their foam on both sides.
struct WaveLevels {
  var leftBody: Float
  var leftFoam: Float
  var rightBody: Float
  var rightFoam: Float
}
