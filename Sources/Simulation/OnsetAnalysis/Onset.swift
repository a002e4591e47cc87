/// A moment at which something begins to sound in a recording.
package struct Onset: Equatable, Sendable {
  /// Seconds from the first sample.
  package let time: Double
  /// The power of its loudest 3 ms within the following 120 ms.
  package let power: Double

  package init(time: Double, power: Double = 1) {
    self.time = time
    self.power = power
  }
}

extension Sequence where Element == Onset {
  /// The onsets of at least a fiftieth of `power`: weaker ones are noises beside the cues.
  package func comparable(to power: Double) -> [Onset] { filter { 50 * $0.power >= power } }
}
