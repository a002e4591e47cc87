/// Sound held in memory: planar stereo at the bus rate, never changed once made.
///
/// Mono material has the same samples on both sides; the two arrays then share their storage.
public struct Clip: Sendable, Equatable {
  /// The samples of the left side.
  public let left: [Float]
  /// The samples of the right side, of the same number.
  public let right: [Float]
  /// The first frame that a listener hears.
  public let onset: Int
  /// One past the last frame that a listener hears.
  public let audibleEnd: Int

  /// The number of frames.
  public var frames: Int { left.count }

  /// Makes a stereo clip of two sides of equal length; by default all of it is audible.
  public init(left: [Float], right: [Float], onset: Int = 0, audibleEnd: Int? = nil) {
    precondition(left.count == right.count, "the sides of a clip have one length")
    self.left = left
    self.right = right
    self.onset = onset
    self.audibleEnd = audibleEnd ?? left.count
  }

  /// Makes a clip with the same samples on both sides.
  public init(mono: [Float], onset: Int = 0, audibleEnd: Int? = nil) {
    self.init(left: mono, right: mono, onset: onset, audibleEnd: audibleEnd)
  }
}

extension Clip {
  /// The clip at the common level of all sounds: −18 LUFS in its loudest 400 ms, or as near as a peak of −3 dBFS
  /// allows; silence is unchanged.
  public func leveled(sampleRate: Int = Bus.sampleRate) -> Clip {
    var meter = LoudnessMeter(sampleRate: sampleRate)
    meter.add(left: left.span, right: right.span)
    guard meter.peak > 0 else { return self }
    let wanted = (Instrument.loudness - meter.momentaryMaximum).amplitude
    let gain = min(wanted, Instrument.highestPeak.amplitude / meter.peak)
    let louder = left.map { $0 * gain }
    return Clip(
      left: louder, right: left == right ? louder : right.map { $0 * gain }, onset: onset, audibleEnd: audibleEnd)
  }
}

/// The format of the mix.
public enum Bus {
  /// Frames per second.
  public static let sampleRate = 48_000
}

extension Clip {
  /// An inaudible noise that every device detects: samples of at most 10⁻⁴ (−80 dBFS), about 3 steps of 16 bits.
  ///
  /// It is the same in every run. It wakes speakers that mute themselves while they receive zeros.
  public static func waking(frames: Int) -> Clip {
    var noise = SeededNoise(seed: 1)
    return Clip(mono: (0..<frames).map { _ in noise.pair().left * 1e-4 })
  }
}
