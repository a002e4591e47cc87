package import AudioMixing
package import CueAudio
import Glibc

extension ALSASink {
  /// The interval between readings of the device, in microseconds.
  private static let look: UInt32 = 2_000
  /// The time limit for a prompt device to fetch and to report plausible values; beyond that it counts as slow.
  private static let promptness = Duration.milliseconds(100)
  /// The least number of silent frames written at a time: half a millisecond.
  private static let pieceFrames = Bus.sampleRate / 2_000
  /// The tolerance for readings: 5 ms.
  private static let slack = Bus.sampleRate / 200
  /// A device that accepts more than this at once is never full.
  private static let longestHold = 10 * Bus.sampleRate

  /// Waits until the device is seen to play and its reported delay is credible; silence is played meanwhile, and until
  /// the sink `isAwaited`.
  ///
  /// A device that opens doesn't necessarily play: a suspended sink accepts what fits its buffer and stops. A device
  /// that doesn't play yet isn't necessarily broken: some fetch for the first time 2 s after the start. The criterion
  /// is that it fetches, as `StallDetector` judges it. A prompt device gets no more silence than it needs, so that the
  /// following sound is heard soon; any other holds at least two periods afterwards.
  /// - Parameters:
  ///   - isRetry: Whether it has failed before: then it gets more time, and must have been full before it fetches,
  ///     because some need seconds of sound before they play.
  ///   - isAwaited: Whether the sink will be used at once.
  /// - Throws: `lost`, or `stalled` if it doesn't play.
  package func waitUntilPlaying(isRetry: Bool = false, until isAwaited: () -> Bool = { true }) throws(SinkError) {
    let opened = SuspendingClock.now
    watch.patience = isRetry ? StallDetector.patienceOnRetry : StallDetector.patience
    defer { watch.patience = StallDetector.patience }
    do throws(SinkError) {
      let isPrompt = isRetry ? false : try isPrompt(since: opened)
      if !isPrompt {
        heard = DeviceClock()
        if isRetry { try fill() }
        try awaitSlowStart(since: opened)
      }
      try topUp(to: isPrompt ? startFrames : 2 * blockFrames)
      startupTime = SuspendingClock.now - opened
      while !isAwaited() { try keepPlaying() }
    } catch {
      guard case .stalled = error else { throw error }
      try fail(.stalled("\(device): it opens but plays nothing"))
    }
    // Silence has been lost, but no sound.
    underruns = 0
  }

  /// The device's clock for a session whose next frame is `position` and whose time is `now`; `nil` if it isn't known
  /// yet.
  package func heardClock(at position: Int, now: Duration) -> DeviceClock? {
    // One that has run dry since begins again.
    guard heard.isLocked, (try? stream?.space()) != nil else { return nil }
    return heard.moved(frames: position - takenSinceStart, by: now - (SuspendingClock.now - begin))
  }

  // MARK: A prompt device

  /// Feeds the device in small steps until its clock is known; returns `false` if it is slow.
  ///
  /// A prompt device fetches within 100 ms, and never reports more as heard than it has fetched.
  private func isPrompt(since opened: SuspendingClock.Instant) throws(SinkError) -> Bool {
    var hasReported = false
    while !heard.isLocked {
      let look = SuspendingClock.now
      let limit = Self.promptness * (start.hasFetched ? 2 : 1)
      guard look - opened < limit, try feed() else { return false }
      guard let stream, let space = try? stream.space() else { return false }
      start.observe(fetched: fetched(space), at: SuspendingClock.now - begin)
      if start.hasFetched {
        guard let delay = try? stream.delay() else { return false }
        let (instant, frame) = (SuspendingClock.now - begin, takenSinceStart - delay)
        start.observe(delay: delay, of: takenSinceStart, at: instant)
        // The frames fetched since the last report are unknown.
        let unreported = hasReported ? blockFrames : 0
        guard frame <= fetched(space) + unreported + Self.slack else { return false }
        hasReported = true
        heard.observe(frame, heardAt: instant)
      }
      try pause(since: look)
    }
    return start.isSettled
  }

  /// Writes silence if little is left to fetch, and a little until the first fetch, because PulseAudio takes back some
  /// of what it has rendered ahead for each write; returns `false` if the device has stopped.
  private func feed() throws(SinkError) -> Bool {
    guard let space = try? usable().space() else { return false }
    let held = buffering.bufferFrames - space
    if held < startFrames || !start.hasFetched, space >= blockFrames {
      try writeSilence(max(startFrames - held, Self.pieceFrames))
    }
    return true
  }

  private func pause(since look: SuspendingClock.Instant) throws(SinkError) {
    usleep(Self.look)
    try count(since: look)
  }

  /// Feeds the device once and takes a reading of its clock; a device that has stopped is restarted.
  private func keepPlaying() throws(SinkError) {
    let look = SuspendingClock.now
    if heard.isLocked, try feed() {
      let latency = latencyFrames
      heard.observe(takenSinceStart - latency, heardAt: SuspendingClock.now - begin)
    } else {
      heard = DeviceClock()
      while try hasSpace { try writeSilence(blockFrames) }
    }
    try pause(since: look)
  }

  // MARK: A slow device

  private func awaitSlowStart(since opened: SuspendingClock.Instant) throws(SinkError) {
    while !start.isSettled {
      let look = SuspendingClock.now
      // Takes a reading.
      _ = latencyFrames
      let wantsMore = start.hasFetched || look - opened > Self.promptness
      if wantsMore, try hasSpace { try writeSilence(blockFrames) } else { try pause(since: look) }
    }
  }

  private var hasSpace: Bool {
    get throws(SinkError) {
      let stream = try usable()
      // Writing restarts a device that has stopped.
      return (try? stream.space()).map { $0 >= blockFrames } ?? true
    }
  }

  /// Writes silence while the device accepts it, and judges its start again from then on.
  private func fill() throws(SinkError) {
    while try hasSpace, takenSinceStart < Self.longestHold { try writeSilence(blockFrames) }
    guard let space = try? stream?.space() else { return }
    start = StartWatch(begin: SuspendingClock.now - begin, fetched: fetched(space))
  }

  /// Writes silence until the device holds `frames`, however long this thread has waited for a processor.
  private func topUp(to frames: Int) throws(SinkError) {
    while let delay = try? stream?.delay(), delay > 0, delay < frames {
      try writeSilence(max(frames - delay, Self.pieceFrames))
    }
  }
}
