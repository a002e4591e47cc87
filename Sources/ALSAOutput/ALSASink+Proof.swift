public import AudioMixing
import Glibc

extension ALSASink {
  /// How often it looks whether the device plays.
  private static let lookMilliseconds: Int32 = 5

  /// Waits until the device is seen to play, at most so long; silence is played meanwhile.
  ///
  /// A device that opens is not yet one that plays: a suspended sink takes what fits its buffer and stands still, and
  /// some servers begin a second late. What a server tells of its delay may run on for a moment though nothing plays,
  /// so a device that has failed before has to play more than its whole buffer: `thoroughly`. Afterwards the device
  /// holds at least two periods.
  /// - Throws: `lost`, or `stalled` where it doesn't play in time.
  public func waitUntilPlaying(milliseconds limit: Int, thoroughly: Bool = false) throws(SinkError) {
    let clock = SuspendingClock()
    let deadline = clock.now + .milliseconds(limit)
    if thoroughly {
      let periods = buffering.bufferFrames / buffering.periodFrames + 1
      for _ in 0..<periods { try flush() }
    }
    var most = 0
    while clock.now < deadline {
      // An error here is no loss: some servers answer with one right after the first write.
      if let stream, let delay = try? stream.delay() {
        most = max(most, delay)
        if delay < most - Self.progressFrames || delay <= 0 { return try topUp() }
      }
      _ = poll(nil, 0, Self.lookMilliseconds)
    }
    let stalled = SinkError.stalled("\(device): it opens but doesn't play")
    failure = stalled
    throw stalled
  }

  /// So much less to be heard shows that it plays: 10 ms.
  private static let progressFrames = Bus.sampleRate / 100

  private func topUp() throws(SinkError) {
    while let delay = try? stream?.delay(), delay > 0, delay < 2 * blockFrames { try flush() }
  }
}
