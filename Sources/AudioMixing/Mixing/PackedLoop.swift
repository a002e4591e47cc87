/// A loop in half the memory: 16 bits a sample, relative to its own peak, so that even a soft bed has all of them.
///
/// The rounding noise lies 98 dB below the loop's peak, where no bed has anything to be heard.
public struct PackedLoop: Sendable {
  private(set) var left: [Int16] = []
  private(set) var right: [Int16] = []
  /// What a step of the samples is worth.
  let step: Float

  /// Packs a loop that carries its seam in itself.
  public init(_ clip: Clip) {
    let peak = max(
      Kernel.peak(clip.left.span, from: 0, count: clip.frames),
      Kernel.peak(clip.right.span, from: 0, count: clip.frames))
    self.init(room: clip.frames, peak: peak)
    append(left: clip.left.span, right: clip.right.span)
  }

  /// An empty loop with room for so many frames, none of them beyond `peak`.
  init(room frames: Int, peak: Float) {
    step = peak > 0 ? peak / 32_767 : 1
    left.reserveCapacity(frames)
    right.reserveCapacity(frames)
  }

  /// Packs what comes next.
  mutating func append(left: Span<Float>, right: Span<Float>) {
    Kernel.narrow(left, step: step, to: &self.left)
    Kernel.narrow(right, step: step, to: &self.right)
  }

  /// How long it is before it begins again.
  public var frames: Int { left.count }
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
    let (loopLeft, loopRight) = (loop.left, loop.right)
    var done = 0
    while done < count {
      let part = min(count - done, loop.frames - position)
      Kernel.widen(loopLeft.span, from: position, to: &left, from: done, count: part, step: loop.step)
      Kernel.widen(loopRight.span, from: position, to: &right, from: done, count: part, step: loop.step)
      position = (position + part) % loop.frames
      done += part
    }
    return count
  }
}
