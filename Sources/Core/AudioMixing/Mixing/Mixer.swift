/// Mixes groups of sounds into planar stereo, each sound at its exact frame.
///
/// ```swift
/// let mixer = Mixer()
/// let group = mixer.makeGroup()
/// group.play(gong, at: 48_000, id: 1)  // One second into the mix.
/// var (left, right) = ([Float](repeating: 0, count: 480), [Float](repeating: 0, count: 480))
/// var leftSpan = left.mutableSpan
/// var rightSpan = right.mutableSpan
/// mixer.render(left: &leftSpan, right: &rightSpan)
/// ```
///
/// A group is what one source plays, such as a workout: it has its own numbers of voices and layers, its own ducking
/// and its own level. One limiter keeps their sum below full scale.
///
/// Frame 0 of the output is frame 0 of the bus: the limiter's look-ahead is compensated here and nowhere else. The
/// mixer works ahead of its output by at most `latencyFrames`, so a request for a frame at or after `mixedFrames`
/// (certainly any frame at or after `position + latencyFrames`) is performed exactly; a later one is performed as soon
/// as possible and reported as late. The same timely requests give the same bits, whatever the size of the blocks. The
/// mixer and its groups have one owner and are used from one thread; they know no clock, take no lock, and allocate
/// only when requests, clips and groups are added or removed.
public final class Mixer {
  // One value holds the whole state, so that a block costs one exclusive access.
  private var core: MixCore

  /// An empty mix at frame 0; a rate beyond 1 to 768 000 frames per second counts as the nearest of these.
  public init(sampleRate: Int = Bus.sampleRate) { core = MixCore(time: RenderGrid(sampleRate: sampleRate)) }

  /// The frame that the next call of `render` writes first.
  public var position: Int { core.output }
  /// The first frame that is not mixed yet; it grows in steps of the grid (64 frames at 48 kHz).
  package var mixedFrames: Int { core.mixed }
  /// The maximum number of frames by which mixing runs ahead of output: look-ahead plus one step of the grid, 304
  /// frames at 48 kHz.
  public var latencyFrames: Int { core.latency }
  /// The shortest fade: 10 ms in frames. Shorter ones are extended to it.
  package var declickFrames: Int { core.time.declick }

  /// Adds a group without sounds; with `keepsParts` it keeps its parts for `MixGroup.part(_:)`.
  public func makeGroup(keepsParts: Bool = false) -> MixGroup {
    MixGroup(core.makeGroup(keepsParts: keepsParts), of: self)
  }

  /// Writes the next frames of all groups to the whole of both spans, which have the same length; returns the number of
  /// frames whose gain the limiter reduced.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  @discardableResult
  public func render(left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) -> Int {
    precondition(left.count == right.count, "the sides of a block have one length")
    return core.render(left: &left, right: &right)
  }
}
