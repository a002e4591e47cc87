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
    var (left, right): ([Float], [Float]) = ([], [])
    left.reserveCapacity(seconds * sampleRate)
    right.reserveCapacity(seconds * sampleRate)
    make(sampleRate, gain: gain(sampleRate)) { canvas in
      left += canvas.left
      right += canvas.right
    }
    return Clip(left: left, right: right)
  }

  /// Computes the same loop in 16 bits, without holding all of it as anything else.
  public func packedLoop(sampleRate: Int = Bus.sampleRate) -> PackedClip {
    // No bed at this loudness comes near half of full scale.
    PackedClip(frames: seconds * sampleRate, peak: 0.5) { take in
      make(sampleRate, gain: gain(sampleRate)) { take($0.left.span, $0.right.span) }
    }
  }
}

extension Bed {
  /// The loudest 400 ms of the loop, in LUFS, rounded up; measured once, and held by `BedTests`.
  public var loudest: Decibels {
    switch self {
    case .white: -27.9
    case .pink: -27.8
    case .brown: -27.4
    case .rain: -26.6
    case .ocean: -23.0
    case .drone: -25.9
    }
  }

  /// What the recipes give at the rate of the bus, in LUFS; measured once, and held by `BedTests`.
  private var rawLoudness: Decibels {
    switch self {
    case .white: 1.377
    case .pink: -24.563
    case .brown: -30.820
    case .rain: -9.178
    case .ocean: -17.246
    case .drone: 3.603
    }
  }

  /// How long a loop's end takes to go over into its beginning: 1.5 s.
  private static func seam(_ sampleRate: Int) -> Int { 3 * sampleRate / 2 }

  /// What brings the recipe to its loudness.
  private func gain(_ sampleRate: Int) -> Float {
    if sampleRate == Bus.sampleRate { return (Self.loudness - rawLoudness).amplitude }
    return (Self.loudness - measuredLoudness(sampleRate)).amplitude
  }

  /// What the recipe gives, in LUFS.
  package func measuredLoudness(_ sampleRate: Int = Bus.sampleRate) -> Decibels {
    var meter = LoudnessMeter(sampleRate: sampleRate)
    make(sampleRate, gain: 1) { meter.add(left: $0.left.span, right: $0.right.span) }
    return meter.average
  }

  /// How the sound goes on, stretch by stretch.
  private func maker(_ sampleRate: Int) -> any BedMaker {
    switch self {
    case .white: NoiseMaker(.white, sampleRate, seed: 0x3817)
    case .pink: NoiseMaker(.pink, sampleRate, seed: 0x919C)
    case .brown: NoiseMaker(.brown, sampleRate, seed: 0xB703)
    case .rain:
      RainMaker(
        sampleRate, frames: seconds * sampleRate + Self.seam(sampleRate), period: seconds * sampleRate, seed: 0x4A19)
    case .ocean: OceanMaker(sampleRate, period: seconds * sampleRate, seed: 0x0CEA)
    case .drone: DroneMaker(sampleRate, period: Double(seconds), seed: 0xD707)
    }
  }

  /// Makes the loop and hands it out from its beginning to its end, stretch by stretch.
  ///
  /// What is made begins a seam before the loop does; the loop's own end goes over into that.
  private func make(_ sampleRate: Int, gain: Float, _ take: (Canvas) -> Void) {
    precondition(sampleRate >= 4000, "beds need a sample rate of 4 kHz or more")
    var maker = maker(sampleRate)
    func next(_ frames: Int) -> Canvas {
      var canvas = Canvas(frames: frames, sampleRate: sampleRate)
      maker.add(to: &canvas)
      canvas.scale(by: gain)
      return canvas
    }
    // Makers go on in groups of eight frames.
    let body = (seconds * sampleRate - Self.seam(sampleRate)) / 8 * 8
    let seam = seconds * sampleRate - body
    let before = next((seam + 7) / 8 * 8)
    for start in stride(from: 0, to: body, by: 8192) { take(next(min(8192, body - start))) }
    var end = next(seam)
    end.crossOver(into: before)
    take(end)
  }
}

/// What makes the sound of a bed, one stretch after the other.
protocol BedMaker {
  /// Adds the next frames to a silent canvas, as many as it has: a multiple of eight, but for the last stretch.
  mutating func add(to canvas: inout Canvas)
}
