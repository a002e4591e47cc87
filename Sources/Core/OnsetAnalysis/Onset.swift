/// A moment at which something begins to sound in a recording.
public struct Onset: Equatable, Sendable {
  /// Seconds from the first sample.
  public let time: Double
  /// The power of its loudest 3 ms within the following 120 ms.
  public let power: Double

  /// An onset at `time`.
  public init(time: Double, power: Double = 1) {
    self.time = time
    self.power = power
  }
}

extension Sequence where Element == Onset {
  /// The onsets of at least a fiftieth of `power`: weaker ones are noises beside the cues.
  public func comparable(to power: Double) -> [Onset] { filter { 50 * $0.power >= power } }
}
