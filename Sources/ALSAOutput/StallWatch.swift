import AudioMixing

/// Finds a device that stands still or crawls, by how long it keeps waiting whoever feeds it.
///
/// No error tells of a suspended sink or of a server that hangs. The time waited adds up, and every frame that is taken
/// pays for four times its own length: so a device at less than a quarter of its speed runs into the limit as well.
package struct StallWatch {
  /// Half a second longer than what the device holds lasts, as a server may rightly fetch all of that at once.
  private let limit: Duration
  /// No wait counts for more: if it lasted longer, this process was stopped, and the device had nothing to do.
  private let longestWait: Duration
  private var waited = Duration.zero

  /// What a frame pays for, in lengths of its own.
  private static let payment = 4

  /// A watch over a device that holds `bufferFrames`, for which nobody waits longer than `longestWait` at a time.
  package init(bufferFrames: Int, longestWait: Duration) {
    limit = .milliseconds(500) + Self.duration(of: bufferFrames)
    self.longestWait = longestWait
  }

  /// Whether it has kept waiting for too long.
  package var isStalled: Bool { waited > limit }

  /// Takes note of a wait for room.
  package mutating func note(waited time: Duration) { waited += min(max(time, .zero), longestWait) }

  /// Takes note that frames were taken.
  package mutating func note(taken frames: Int) {
    waited = max(.zero, waited - Self.duration(of: Self.payment * frames))
  }

  /// How long frames last.
  static func duration(of frames: Int) -> Duration { .nanoseconds(frames * 1_000_000_000 / Bus.sampleRate) }
}
