/// The built-in ambient beds: seamless stereo loops, bit-identical in every run.
///
/// ```swift
/// let loop = Bed.ocean.loop()
/// mixer.startLayer(1, ClipSource(loop, loops: true), at: 0, fade: 72_000)
/// ```
public enum Bed: String, CaseIterable, Sendable {
  case white, pink, brown, rain, ocean, drone

  /// The length of the loop, in seconds.
  public var seconds: Int { figures.seconds }

  /// The average loudness of every bed: far enough below speech at −16 LUFS that ducking makes words intelligible.
  public static let loudness: Decibels = -28

  /// Computes the loop with its seams baked in: play it with `ClipSource(_:loops:)`.
  public func loop(sampleRate: Int = Bus.sampleRate) -> Clip { raw(sampleRate, gain: gain(sampleRate)) }

  /// Computes the same loop in 16 bits, without holding all of it in any other form.
  public func packedLoop(sampleRate: Int = Bus.sampleRate) -> PackedClip {
    // No bed at this loudness has a peak near half of full scale.
    let plan = LoopPlan(seconds: seconds, sampleRate: sampleRate)
    return PackedClip(frames: plan.frames, peak: 0.5) { take in
      make(plan, gain: gain(sampleRate)) { take($0.left.span, $0.right.span, $1) }
    }
  }
}

extension Bed {
  /// The loudest 400 ms of the loop, in LUFS, rounded up.
  public var loudest: Decibels { figures.loudest }

  /// The length, the loudest moment, and the loudness of the recipe at the rate of the bus; `BedTests` checks what is
  /// measured.
  private var figures: (seconds: Int, loudest: Decibels, recipe: Decibels) {
    switch self {
    case .white: (20, -27.9, 1.374)
    case .pink: (20, -27.8, -24.574)
    case .brown: (20, -27.2, -30.898)
    case .rain: (30, -26.5, -9.167)
    case .ocean: (40, -22.9, -17.242)
    case .drone: (24, -25.9, 3.603)
    }
  }

  /// The gain that sets the recipe to its loudness.
  private func gain(_ sampleRate: Int) -> Float {
    if sampleRate == Bus.sampleRate { return (Self.loudness - figures.recipe).amplitude }
    return (Self.loudness - measuredLoudness(sampleRate)).amplitude
  }

  package func measuredLoudness(_ sampleRate: Int = Bus.sampleRate) -> Decibels {
    Loudness.average(of: raw(sampleRate, gain: 1), sampleRate: sampleRate)
  }

  private func raw(_ sampleRate: Int, gain: Float) -> Clip {
    let plan = LoopPlan(seconds: seconds, sampleRate: sampleRate)
    var left = [Float](repeating: 0, count: plan.frames)
    var right = left
    make(plan, gain: gain) { buffer, place in
      let range = place..<place + buffer.frames
      left.replaceSubrange(range, with: buffer.left)
      right.replaceSubrange(range, with: buffer.right)
    }
    return Clip(left: left, right: right)
  }

  /// The generator of the sound, stretch by stretch.
  private func maker(_ plan: LoopPlan) -> any BedMaker {
    switch self {
    case .white: NoiseMaker(.white, plan, seed: 0x3817)
    case .pink: NoiseMaker(.pink, plan, seed: 0x919C)
    case .brown: NoiseMaker(.brown, plan, seed: 0xB703)
    case .rain: RainSynthesizer(plan, seed: 0x4A19)
    case .ocean: OceanSynthesizer(plan, seed: 0x0CEA)
    case .drone: DroneSynthesizer(plan, seed: 0xD707)
    }
  }

  /// Computes the loop and passes on each stretch with its position in the loop.
  private func make(_ plan: LoopPlan, gain: Float, _ take: (_ stretch: StereoBuffer, _ place: Int) -> Void) {
    precondition(plan.sampleRate >= 4000, "beds need a sample rate of 4 kHz or more")
    var maker = maker(plan)
    func next(_ frames: Int) -> [StereoBuffer] {
      var strands = Strands(frames: frames, sampleRate: plan.sampleRate)
      maker.add(to: &strands)
      strands.scale(by: gain)
      return strands.canvases
    }
    let before = next(plan.leadFrames)
    for start in stride(from: 0, to: plan.bodyFrames, by: Self.stretch) {
      for (strand, buffer) in next(min(Self.stretch, plan.bodyFrames - start)).enumerated() {
        take(buffer, plan.place(of: strand) + start)
      }
    }
    for (strand, buffer) in next(plan.seamFrames).enumerated() {
      var end = buffer
      end.crossOver(into: before[(strand + 1) % LoopPlan.strands])
      take(end, plan.place(of: strand) + plan.bodyFrames)
    }
  }

  /// The number of frames of each strand that are computed at a time.
  private static let stretch = 2048
}

/// A generator of a bed's sound, one stretch after the other.
protocol BedMaker {
  /// Adds the next frames to silent strands, filling them: a multiple of eight, except for the last stretch.
  mutating func add(to strands: inout Strands)
}
