/// The ambient beds that Cuebell makes itself: seamless stereo loops, the same bit for bit in every run.
public enum Bed: String, CaseIterable, Sendable {
  case white, pink, brown, rain, ocean, drone

  /// Seconds after which it begins again.
  public var seconds: Int {
    switch self {
    case .white, .pink, .brown: 20
    case .rain: 30
    case .ocean: 40
    case .drone: 24
    }
  }

  /// What every bed's average loudness is: far enough under speech at −16 LUFS for it to be ducked out of the way.
  public static let loudness: Decibels = -28

  /// Computes the loop, its seam baked in: play it round and round with `ClipSource(_:loops:)`.
  public func loop(sampleRate: Int = Bus.sampleRate) -> Clip {
    precondition(sampleRate >= 4000, "beds need a sample rate of 4 kHz or more")
    let length = seconds * sampleRate
    var canvas = Canvas(frames: length + 3 * sampleRate / 2, sampleRate: sampleRate)
    switch self {
    case .white: canvas.addNoise(.white, seed: 0x3817)
    case .pink: canvas.addNoise(.pink, seed: 0x919C)
    case .brown: canvas.addNoise(.brown, seed: 0xB703)
    case .rain: canvas.addRain(seed: 0x4A19)
    case .ocean: canvas.addOcean(period: length, seed: 0x0CEA)
    case .drone: canvas.addDrone(period: Double(seconds), seed: 0xD707)
    }
    // In place throughout: a bed is the largest thing in the memory of a session.
    var (left, right) = canvas.takeSides()
    LoopSeam.bake(&left, &right, length: length)
    let raw = Loudness.average(of: Clip(left: left, right: right), sampleRate: sampleRate)
    let gain = (Bed.loudness - raw).amplitude
    for index in left.indices {
      left[index] *= gain
      right[index] *= gain
    }
    return Clip(left: left, right: right)
  }
}
