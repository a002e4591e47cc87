public import AudioMixing
public import CueAudio

/// A sink that plays in real time, as the loop of a live session needs it: it can be waited for, lose time and be
/// released.
public protocol LiveSink: AudioSink {
  /// How many frames pass between two waits for space; several blocks may be written one after the other.
  var paceFrames: Int { get }
  /// How many written frames are not yet heard when a wait for space ends in time: by this many the mix is ahead of
  /// playback, unless the writer is late.
  var reserveFrames: Int { get }
  /// Counts up whenever the relation of written to heard frames was broken: the sink ran dry, or the machine slept.
  var clockEpoch: Int { get }
  /// How often the sink ran dry.
  var underruns: Int { get }
  /// How long it took from opening until the sink was seen to play.
  var startupTime: Duration { get }
  /// How few frames the sink can hold unheard while the session has not begun: what begins is heard the sooner the less
  /// silence lies before it.
  var startFrames: Int { get }
  /// What is known of the times at which frames are heard, where the next one is `position` and the time is `now`;
  /// `nil` if nothing is.
  func heardClock(at position: Int, now: Duration) -> DeviceClock?
  /// Waits until a block fits, or until the sink is woken because there is something else to do.
  mutating func waitForSpace() throws(SinkError) -> SinkReadiness
  /// Has the device take at once what a sink that takes whole blocks has kept of smaller ones.
  mutating func passOn() throws(SinkError)
  /// Releases the device at once, for others to use; what was not yet heard is lost.
  mutating func release()
}

extension LiveSink {
  /// A block.
  public var paceFrames: Int { blockFrames }
  /// 0: nothing is ahead for sure.
  public var reserveFrames: Int { 0 }
  /// Two blocks.
  public var startFrames: Int { 2 * blockFrames }
  /// `nil`: only a device was watched before.
  public func heardClock(at position: Int, now: Duration) -> DeviceClock? { nil }
  /// 0: only a device runs dry.
  public var underruns: Int { 0 }
  /// 0: only a device has to be waited for.
  public var startupTime: Duration { .zero }
  /// Space at once: `write` itself waits.
  public func waitForSpace() throws(SinkError) -> SinkReadiness { .space }
  /// Does nothing: what is written isn't kept.
  public mutating func passOn() throws(SinkError) {}
  /// Does nothing: there is no device.
  public mutating func release() {}
}

/// What a wait for space ended with.
public enum SinkReadiness: Equatable, Sendable {
  /// A block fits.
  case space
  /// The sink was woken; there may or may not be space.
  case woken
}
