/// A long sound that is read in stretches: a bed, a guided track or a streamed file.
///
/// Its only reader is the mixer's thread, which reads it only while it is audible: a paused layer resumes where it was.
/// For the mix to be reproducible, the frames must depend on the source's own position alone.
public protocol LayerSource: AnyObject {
  /// Sets the frame of the mix that is read next, for a source that follows these frames.
  func move(to frame: Int)
  /// Writes the next `count` frames to the start of both spans and returns the number written.
  ///
  /// Fewer than requested means that the source has ended; it is not read again. It must take no lock and not block.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  func read(_ count: Int, left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) -> Int
  /// Writes the next `count` frames in the same way, each sample times a gain.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  func read(_ count: Int, times gain: Float, left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) -> Int
  /// The reason if it failed before its end.
  var failure: String? { get }
}

extension LayerSource {
  /// Does nothing: most sources have their own position.
  public func move(to frame: Int) {}

  /// Reads, then multiplies.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  public func read(
    _ count: Int, times gain: Float, left: inout MutableSpan<Float>, right: inout MutableSpan<Float>
  ) -> Int {
    let done = min(count, max(0, read(count, left: &left, right: &right)))
    Kernel.multiply(&left, count: done, gain)
    Kernel.multiply(&right, count: done, gain)
    return done
  }

  /// `nil`: reading from memory can't fail.
  public var failure: String? { nil }
}

/// A clip as a layer, played once or in a loop.
public final class ClipSource: LayerSource {
  private let clip: Clip
  private let loops: Bool
  /// The frame of the clip that is read next.
  package private(set) var position: Int

  /// Starts at a frame of the clip; a loop must contain its crossfaded seam, because its end is followed by its start.
  public init(_ clip: Clip, loops: Bool, from position: Int = 0) {
    self.clip = clip
    self.loops = loops && clip.frames > 0
    let clamped = max(0, position)
    self.position = self.loops ? clamped % clip.frames : min(clamped, clip.frames)
  }

  /// Writes the next frames of the clip; a loop never runs out.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  public func read(_ count: Int, left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) -> Int {
    let (clipLeft, clipRight) = (clip.left, clip.right)
    var done = 0
    while done < count {
      if position == clip.frames {
        guard loops else { return done }
        position = 0
      }
      let part = min(count - done, clip.frames - position)
      Kernel.copy(clipLeft.span, from: position, to: &left, from: done, count: part)
      Kernel.copy(clipRight.span, from: position, to: &right, from: done, count: part)
      position += part
      done += part
    }
    return done
  }
}

/// A packed loop as a layer.
package final class LoopSource: LayerSource {
  private let loop: PackedLoop
  private let gain: Float
  /// The frame of the loop that is read next.
  private var position = 0

  /// Starts at the beginning of a loop, whose samples are multiplied by `gain`.
  package init(_ loop: PackedLoop, gain: Decibels = .unity) {
    self.loop = loop
    self.gain = gain.amplitude
  }

  /// Writes the next frames; it never runs out, unless the loop is empty.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  package func read(_ count: Int, left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) -> Int {
    read(count, times: 1, left: &left, right: &right)
  }

  /// Writes the next frames, each sample times a gain.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  package func read(
    _ count: Int, times factor: Float, left: inout MutableSpan<Float>, right: inout MutableSpan<Float>
  ) -> Int {
    let loop = loop
    guard loop.frames > 0 else { return 0 }
    var (done, next) = (0, position)
    while done < count {
      let part = min(count - done, loop.stretchEnd(at: next) - next)
      let step = loop.step(at: next) * gain
      Kernel.widen(loop.left.span, from: next, to: &left, from: done, count: part, step: step, gain: factor)
      Kernel.widen(loop.right.span, from: next, to: &right, from: done, count: part, step: step, gain: factor)
      done += part
      next += part
      if next == loop.frames { next = loop.start }
    }
    position = next
    return count
  }
}
