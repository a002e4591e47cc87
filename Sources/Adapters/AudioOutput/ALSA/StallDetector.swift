import AudioMixing

/// Decides whether a device has stalled, from the frames that it accepts and the frames that it reports to hold.
///
/// A suspended sink or a server that hangs reports no error: it only accepts no sound. A healthy device that fetches in
/// long blocks does the same for a while: the first request of a stream may arrive after 2 s, if the sound server has
/// already given the device 2 s of earlier sound, and later requests may be 2 s apart. A device has therefore stalled
/// when it has accepted nothing for longer than `patience`, and for half a second longer than the reported frames last.
/// The waiting time adds up until the stream is restarted, and every accepted frame reduces it by four times its own
/// length: a device at less than a quarter of its speed exceeds the limit as well. It is a pure value that reads no
/// clock.
package struct StallDetector {
  /// The time for which any device may accept nothing: longer than the longest block, 2 s, so that a busy machine may
  /// be half a second late.
  package static let patience = Duration.milliseconds(2_500)
  /// The same for a device that failed before, while the session continues without it.
  package static let patienceOnRetry = Duration.seconds(10)

  /// The time for which this device may accept nothing.
  package var patience = Self.patience
  /// The maximum length counted for a wait: if it lasted longer, this process was stopped, and the device was idle.
  private let longestWait: Duration
  private var waited = Duration.zero
  /// The playing time of the frames that the device holds.
  private var held: Duration

  /// The reduction of the waiting time by an accepted frame, in lengths of a frame.
  private static let payment = 4
  /// The time for which a device may accept nothing after it has played all that it holds.
  private static let margin = Duration.milliseconds(500)
  /// The maximum number of frames that a device can credibly hold: 8 s.
  private static let longestHold = 8 * Bus.sampleRate

  /// Creates a detector for a device that holds `bufferFrames`; no wait lasts longer than `longestWait`.
  package init(bufferFrames: Int, longestWait: Duration) {
    held = Self.duration(of: bufferFrames)
    self.longestWait = longestWait
  }

  /// Whether it has accepted nothing for too long.
  package var isStalled: Bool { waited > max(patience, held + Self.margin) }

  /// Records that the stream was restarted: its first request may take as long as at the very start.
  package mutating func recordRestart() { waited = .zero }

  package mutating func record(waited time: Duration) { waited += min(max(time, .zero), longestWait) }

  /// Records that the device accepted `frames`, and that it then reported `unheard` frames as not yet heard.
  package mutating func record(taken frames: Int, holding unheard: Int) {
    waited = max(.zero, waited - Self.duration(of: Self.payment * frames))
    held = Self.duration(of: min(max(unheard, 0), Self.longestHold))
  }

  static func duration(of frames: Int) -> Duration { .nanoseconds(frames * 1_000_000_000 / Bus.sampleRate) }
}
