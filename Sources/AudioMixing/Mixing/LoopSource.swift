/// A packed clip as a layer, round and round.
public final class LoopSource: LayerSource {
  private let loop: PackedClip
  private var position = 0

  /// Starts at the beginning of the loop, which must carry its seam in itself.
  public init(_ loop: PackedClip) { self.loop = loop }

  /// Writes the next frames; it never runs out, unless the loop is empty.
  public func read(_ count: Int, left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) -> Int {
    let loop = loop
    guard loop.frames > 0 else { return 0 }
    var done = 0
    while done < count {
      let part = min(count - done, loop.frames - position)
      Kernel.widen(loop.left.span, from: position, to: &left, from: done, count: part, step: loop.step)
      Kernel.widen(loop.right.span, from: position, to: &right, from: done, count: part, step: loop.step)
      position = (position + part) % loop.frames
      done += part
    }
    return count
  }
}
