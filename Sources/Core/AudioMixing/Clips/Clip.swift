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

  /// Makes a stereo clip of two sides of equal length; by default all of it is audible. What is audible lies within it.
  public init(left: [Float], right: [Float], onset: Int = 0, audibleEnd: Int? = nil) {
    precondition(left.count == right.count, "the sides of a clip have one length")
    self.left = left
    self.right = right
    self.onset = min(max(onset, 0), left.count)
    self.audibleEnd = min(max(audibleEnd ?? left.count, self.onset), left.count)
  }

  /// Makes a clip with the same samples on both sides.
  public init(mono: [Float], onset: Int = 0, audibleEnd: Int? = nil) {
    self.init(left: mono, right: mono, onset: onset, audibleEnd: audibleEnd)
  }
}

/// The format of the mix.
public enum Bus {
  /// Frames per second.
  public static let sampleRate = 48_000
}
