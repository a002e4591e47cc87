/// A loop in half the memory: 16 bits a sample, relative to its own peak, so that even a soft bed has all of them.
///
/// The rounding noise lies 98 dB below the loop's peak, where no bed has anything to be heard.
public struct PackedLoop: Sendable {
  let left: [Int16]
  let right: [Int16]
  /// What a step of the samples is worth.
  let step: Float

  /// Packs a loop that carries its seam in itself.
  public init(_ clip: consuming Clip) {
    let peak = max(Self.peak(of: clip.left), Self.peak(of: clip.right))
    let step = peak > 0 ? peak / 32_767 : 1
    self.step = step
    // A side that is packed is let go: a bed is the largest thing in the memory of a session.
    var rest = [clip.right, clip.left]
    clip = Clip(left: [], right: [])
    left = Self.packed(rest.removeLast(), step)
    right = Self.packed(rest.removeLast(), step)
  }

  private static func packed(_ samples: consuming [Float], _ step: Float) -> [Int16] {
    samples.map { Int16(($0 / step).rounded(.toNearestOrEven)) }
  }

  /// How long it is before it begins again.
  public var frames: Int { left.count }

  private static func peak(of samples: [Float]) -> Float { samples.reduce(0) { max($0, $1.magnitude) } }
}

/// A packed loop as a layer, round and round.
public final class LoopSource: LayerSource {
  private let loop: PackedLoop
  private var position = 0

  /// Starts at the beginning of the loop.
  public init(_ loop: PackedLoop) { self.loop = loop }

  /// Writes the next frames; it never runs out, unless the loop is empty.
  public func read(_ count: Int, left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) -> Int {
    guard loop.frames > 0 else { return 0 }
    var done = 0
    while done < count {
      let part = min(count - done, loop.frames - position)
      for index in 0..<part {
        left[done + index] = Float(loop.left[position + index]) * loop.step
        right[done + index] = Float(loop.right[position + index]) * loop.step
      }
      position = (position + part) % loop.frames
      done += part
    }
    return count
  }
}
