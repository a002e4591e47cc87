package import AudioMixing
package import CueAudio

/// A sink that plays in real time: the loop of a live session can wait for it, and it can lose time and be released.
package protocol LiveSink: AudioSink {
  /// The number of frames between two waits for space; several blocks may be written one after the other.
  var paceFrames: Int { get }
  /// The number of written frames that have not been heard when a wait for space ends on time: the lead of the mix over
  /// playback, unless the writer is late.
  var reserveFrames: Int { get }
  /// Incremented when the relation of written to heard frames breaks: the sink ran dry, or the machine was suspended.
  var clockEpoch: Int { get }
  /// The number of underruns.
  var underruns: Int { get }
  /// The time from opening the sink until it was seen to play.
  var startupTime: Duration { get }
  /// The smallest number of unheard frames that the sink can hold before the session begins: the less silence is
  /// buffered, the sooner the start is heard.
  var startFrames: Int { get }
  /// The time from when a frame leaves the sink until it is heard, if the sink knows it.
  var latencyOffset: Duration? { get }
  /// The sink's own clock, if the next frame is `position` and the time is `now`; `nil` if it has none.
  func heardClock(at position: Int, now: Duration) -> DeviceClock?
  /// Waits until a block fits, or until the sink is woken for other work.
  mutating func waitForSpace() throws(SinkError) -> SinkReadiness
  /// Makes the device accept the frames that a sink of whole blocks has kept of smaller ones.
  mutating func passOn() throws(SinkError)
  /// Releases the device at once for other programs; frames that haven't been heard are lost.
  mutating func release()
}

extension LiveSink {
  /// One block.
  package var paceFrames: Int { blockFrames }
  /// 0: no lead is certain.
  package var reserveFrames: Int { 0 }
  /// Two blocks.
  package var startFrames: Int { 2 * blockFrames }
  /// `nil`: the user may know it.
  package var latencyOffset: Duration? { nil }
  /// `nil`: only a device has its own clock.
  package func heardClock(at position: Int, now: Duration) -> DeviceClock? { nil }
  /// 0: only a device can run dry.
  package var underruns: Int { 0 }
  /// 0: only a device has a startup time.
  package var startupTime: Duration { .zero }
  /// Returns at once: `write` itself waits.
  package func waitForSpace() throws(SinkError) -> SinkReadiness { .space }
  /// Does nothing: no frames are kept.
  package mutating func passOn() throws(SinkError) {}
  /// Does nothing: there is no device.
  package mutating func release() {}
}

/// The event that ended a wait for space.
package enum SinkReadiness: Equatable, Sendable {
  /// A block fits.
  case space
  /// The sink was woken; there may or may not be space.
  case woken
}
