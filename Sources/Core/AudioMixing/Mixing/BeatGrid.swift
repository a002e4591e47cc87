/// The positions of evenly spaced beats, in frames of the mix.
///
/// Beat n, counted from 0, is at frame `origin + ⌊(first + n · step) / divisor⌋`. All arithmetic is 128-bit integer, so
/// no rounding accumulates: the last beat of a week is as exact as the first.
package struct BeatGrid: Equatable, Sendable {
  private let origin: Int
  private let first: Int128
  private let step: Int128
  private let divisor: Int128

  /// A grid from its fraction; `step` and `divisor` are above 0.
  package init(origin: Int, first: Int128, step: Int128, divisor: Int128) {
    precondition(step > 0 && divisor > 0, "beats follow one another")
    self.origin = origin
    self.first = first
    self.step = step
    self.divisor = divisor
  }

  /// The frame of a beat, counted from 0.
  package func frame(of beat: Int) -> Int {
    let (quotient, rest) = (first + Int128(beat) * step).quotientAndRemainder(dividingBy: divisor)
    return origin + Int(rest < 0 ? quotient - 1 : quotient)
  }

  /// The first beat at or after a frame.
  package func firstBeat(from frame: Int) -> Int {
    let missing = Int128(frame - origin) * divisor - first
    return missing <= 0 ? 0 : Int((missing + step - 1) / step)
  }
}
