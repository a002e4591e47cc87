/// Sound held in memory: planar stereo at the bus rate, never changed once made.
///
/// Mono material has the same samples on both sides; the two arrays then share their storage.
///
/// ```swift
/// let tone = (0..<Bus.sampleRate).map { sin(Float($0) * 0.06) }
/// group.play(Clip(mono: tone), at: 0, id: 1)
/// ```
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

  /// A higher amplitude counts as this one, so that no product with gains is infinite.
  private static let highest: Float = 0x1p24

  /// Makes a stereo clip of two sides of equal length; by default all of it is audible. What is audible lies within it.
  ///
  /// A sample that isn't a number is silent.
  public init(left: [Float], right: [Float], onset: Int = 0, audibleEnd: Int? = nil) {
    precondition(left.count == right.count, "the sides of a clip have one length")
    self.left = Self.possible(left)
    self.right = Self.possible(right)
    self.onset = min(max(onset, 0), left.count)
    self.audibleEnd = min(max(audibleEnd ?? left.count, self.onset), left.count)
  }

  /// Makes a clip with the same samples on both sides.
  public init(mono: [Float], onset: Int = 0, audibleEnd: Int? = nil) {
    self.init(left: mono, right: mono, onset: onset, audibleEnd: audibleEnd)
  }

  /// The samples as they are, unless some are impossible: they keep their storage, which two sides may share.
  private static func possible(_ samples: [Float]) -> [Float] {
    if samples.allSatisfy({ $0.magnitude <= highest }) { return samples }
    return samples.map { $0.isNaN ? 0 : min(max($0, -highest), highest) }
  }
}

/// The format of the mix.
public enum Bus {
  /// Frames per second.
  public static let sampleRate = 48_000
  /// The sample rates that sounds may have.
  static let sampleRates = 1...768_000

  /// The possible sample rate that is nearest to another.
  static func sampleRate(nearest rate: Int, from least: Int = 1) -> Int {
    min(max(rate, least), sampleRates.upperBound)
  }
}
