import AudioMixing

/// Decides from what a device takes, and from what it says it holds, whether it has stalled.
///
/// A suspended sink or a server that hangs reports no error: it only takes no sound. So does, for a while, a healthy
/// device that fetches in long blocks: the first request of a stream may come after 2 s, where the sound server has
/// already given the device 2 s of what it played before, and later requests may be 2 s apart. A device has therefore
/// stalled when it has taken nothing for longer than `patience`, and for half a second longer than what it said it held
/// lasts. The time waited adds up until the stream is started over, and every frame that is taken pays for four times
/// its own length: a device at less than a quarter of its speed runs into the limit as well. A pure value that reads
/// no clock.
package struct StallDetector {
  /// How long any device may take nothing: longer than the longest block, 2 s, so that a busy machine may be half a
  /// second late with it.
  package static let patience = Duration.milliseconds(2_500)
  /// How long a device that failed before may take nothing, while the session continues without it.
  package static let patienceOnRetry = Duration.seconds(10)

  /// How long this device may take nothing.
  package var patience = Self.patience
  /// No wait counts for more: if it lasted longer, this process was stopped, and the device had nothing to do.
  private let longestWait: Duration
  private var waited = Duration.zero
  /// How long the device plays what it holds.
  private var held: Duration

  /// What a frame pays for, in lengths of its own.
  private static let payment = 4
  /// How much longer than what it holds lasts a device may take nothing.
  private static let margin = Duration.milliseconds(500)
  /// Whatever a device says, it isn't taken to hold more than 8 s.
  private static let longestHold = 8 * Bus.sampleRate

  /// Creates a detector for a device that holds `bufferFrames`; no wait lasts longer than `longestWait`.
  package init(bufferFrames: Int, longestWait: Duration) {
    held = Self.duration(of: bufferFrames)
    self.longestWait = longestWait
  }

  /// Whether it has taken nothing for too long.
  package var isStalled: Bool { waited > max(patience, held + Self.margin) }

  /// Records that the stream was started over: its first request may take as long as at the very start.
  package mutating func recordRestart() { waited = .zero }

  /// Records a wait for space.
  package mutating func record(waited time: Duration) { waited += min(max(time, .zero), longestWait) }

  /// Records that the device took `frames`, and that it then reported `unheard` frames not yet heard.
  package mutating func record(taken frames: Int, holding unheard: Int) {
    waited = max(.zero, waited - Self.duration(of: Self.payment * frames))
    held = Self.duration(of: min(max(unheard, 0), Self.longestHold))
  }

  /// How long frames last.
  static func duration(of frames: Int) -> Duration { .nanoseconds(frames * 1_000_000_000 / Bus.sampleRate) }
}
