public import AudioMixing
import Glibc

extension ALSASink {
  /// How often it looks whether the device plays.
  private static let lookMilliseconds: Int32 = 5
  /// A device that hasn't fetched by then fetches in long blocks, and may want more than two periods at once.
  private static let promptness = Duration.milliseconds(50)
  /// A device that takes more than this at once is never full.
  private static let longestHold = 10 * Bus.sampleRate

  /// Waits until the device is seen to play and its reported delay is credible; silence is played meanwhile.
  ///
  /// A device that opens is not yet one that plays: a suspended sink takes what fits its buffer and stops. Nor is one
  /// that doesn't play yet broken: some fetch for the first time 2 s after the start. What counts is that it fetches,
  /// as `StallDetector` judges it. Afterwards the device holds at least two periods.
  /// - Parameter isRetry: Whether it has failed before: then it is given longer, and must have been full before it
  ///   fetches, for some ask for seconds of sound before they play any.
  /// - Throws: `lost`, or `stalled` where it doesn't play.
  public func waitUntilPlaying(isRetry: Bool = false) throws(SinkError) {
    let opened = SuspendingClock.now
    watch.patience = isRetry ? StallDetector.patienceOnRetry : StallDetector.patience
    defer { watch.patience = StallDetector.patience }
    do throws(SinkError) {
      if isRetry { try fill() }
      while !start.isSettled {
        let look = SuspendingClock.now
        // Takes a reading.
        _ = latencyFrames
        guard try hasSpace, start.hasFetched || look - opened > Self.promptness else {
          _ = poll(nil, 0, Self.lookMilliseconds)
          try count(since: look)
          continue
        }
        try flush()
      }
      try topUp()
    } catch {
      guard case .stalled = error else { throw error }
      try fail(.stalled("\(device): it opens but plays nothing"))
    }
    startupTime = SuspendingClock.now - opened
  }

  private var hasSpace: Bool {
    get throws(SinkError) { (try? usable().space()).map { $0 >= blockFrames } ?? false }
  }

  /// Writes silence as long as the device takes it, and restarts the judgement of its start from there.
  private func fill() throws(SinkError) {
    while try hasSpace, takenSinceStart < Self.longestHold { try flush() }
    guard let space = try? stream?.space() else { return }
    start = StartWatch(begin: SuspendingClock.now - begin, fetched: fetched(space))
  }

  private func topUp() throws(SinkError) {
    while let delay = try? stream?.delay(), delay > 0, delay < 2 * blockFrames { try flush() }
  }
}
