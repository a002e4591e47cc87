public import AudioMixing

/// Takes sound at the pace of a clock and plays none.
///
/// It is what a session without a sound card runs on. A frame is "heard" when its time comes, so the session keeps its
/// time.
public struct SilentSink: AudioSink {
  /// Frames a block; those of 20 ms by default.
  public let blockFrames: Int
  /// Nothing is under way: what has been written has been heard.
  public let latencyFrames = 0
  private let clock: any HostClock
  private var written = 0
  private var anchor: Duration?

  /// Paced by `clock`, in blocks of `blockFrames`.
  public init(clock: any HostClock, blockFrames: Int = Bus.sampleRate / 50) {
    self.clock = clock
    self.blockFrames = blockFrames
  }

  /// Waits until the block has been heard; after a stall it doesn't hurry to catch up.
  public mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    let now = clock.now()
    var start = anchor ?? now
    let due = start + FrameClock.duration(of: written)
    if now - due > .milliseconds(200) { start += now - due }
    anchor = start
    written += left.count
    clock.wait(until: start + FrameClock.duration(of: written))
  }

  /// Has nothing left to do: `write` waits until all has been heard.
  public mutating func finish() throws(SinkError) {}
}
