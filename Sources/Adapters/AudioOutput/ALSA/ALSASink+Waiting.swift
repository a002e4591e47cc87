import AudioMixing
import CueAudio
import Glibc
import HostSystem

extension ALSASink {
  /// The maximum number of recoveries before a frame is accepted, and of attempts to wake a suspended device.
  private static let (maximumAttempts, maximumWakings) = (10, 50)
  /// The pause between attempts to wake a device, in microseconds.
  private static let wakePause: UInt32 = 100_000

  /// Waits until a period fits, or until `descriptor`, if it isn't negative, is readable.
  ///
  /// If a wait is necessary at all, it lasts until the wake size of the buffering fits.
  func awaitSpace(waking descriptor: Int32) throws(SinkError) -> SinkReadiness {
    var wanted = min(blockFrames, buffering.bufferFrames)
    var hasSlept = false
    while true {
      let stream = try usable()
      let begin = SuspendingClock.now
      var isWoken = false
      do throws(ALSAError) {
        let space = try stream.space()
        if space >= wanted { return .space }
        wanted = buffering.wakeFrames
        // A buffer that is full before its start threshold would wait for ever.
        if stream.state == .prepared { try stream.start() }
        // Sleeps while the missing frames are played, and slightly longer for a device that reports late, so that
        // plugins cause no needless wake-ups.
        isWoken =
          hasSlept
          ? try pause(waking: descriptor, until: wanted, on: stream)
          : sleep(waking: descriptor, frames: wanted - space + blockFrames / 10)
        hasSlept = true
      } catch {
        guard try recover(from: error) == .retry else { continue }
        isWoken = sleep(waking: descriptor, frames: blockFrames)
      }
      try count(since: begin)
      if isWoken { return .woken }
    }
  }

  /// Waits for the length of a period, because the device has accepted nothing although it had space.
  func awaitPeriod() throws(SinkError) {
    let begin = SuspendingClock.now
    _ = sleep(waking: -1, frames: blockFrames)
    try count(since: begin)
  }

  func count(since begin: SuspendingClock.Instant) throws(SinkError) {
    watch.record(waited: SuspendingClock.now - begin)
    if watch.isStalled { try fail(.stalled("\(device): it has stopped taking sound")) }
  }

  /// The stream, unless the device has failed.
  func usable() throws(SinkError) -> Stream {
    if let failure { throw failure }
    guard let stream else { throw .lost("\(device): it is closed") }
    return stream
  }

  /// Marks the device as failed; the stream is closed when the sink is released, because closing may take long.
  func fail(_ failure: SinkError) throws(SinkError) -> Never {
    self.failure = failure
    throw failure
  }

  /// Waits once for the device, until `wanted` frames fit; returns whether the descriptor ended the wait.
  private func pause(waking descriptor: Int32, until wanted: Int, on stream: Stream) throws(ALSAError) -> Bool {
    switch try stream.wait(waking: descriptor, atMost: buffering.patience) {
    case .woken: return true
    case .timeout: return false
    case .gone: throw ALSAError(rawValue: -ENODEV)
    case .device:
      // Plugins wake their caller without need: the remaining time is slept through, or, where a server that reports in
      // long steps is a few frames short, a tenth of the way to the next wait.
      let missing = try wanted - stream.space()
      return missing > 0 && sleep(waking: descriptor, frames: max(missing, wanted / 10))
    }
  }

  /// Waits for the time that `frames` take to play, or for the descriptor; returns whether the descriptor ended the
  /// wait.
  private func sleep(waking descriptor: Int32, frames: Int) -> Bool {
    let time = Duration.milliseconds(1_000 * frames / Bus.sampleRate + 1)
    return PollSet.wait(on: descriptor, atMost: min(time, buffering.patience)) != 0
  }

  /// Recovers the stream and returns the action taken; throws `lost` if that fails.
  @discardableResult
  func recover(from error: ALSAError) throws(SinkError) -> XrunRecovery {
    let stream = try usable()
    let state = stream.state
    let action = XrunRecovery.action(for: error, in: state)
    if action == .retry { return action }
    attempts += 1
    let limit = action == .resume ? Self.maximumWakings : Self.maximumAttempts
    guard action != .giveUp, attempts <= limit else { try fail(error.lost(device)) }
    if state == .underrun || error == .underrun { underruns += 1 }
    clockEpoch += 1
    (start, takenSinceStart) = (StartWatch(begin: SuspendingClock.now - begin), 0)
    heard = DeviceClock()
    watch.recordRestart()
    do throws(ALSAError) {
      switch action {
      case .resume: try resume(stream)
      case .unpause: try stream.unpause()
      case .prepare, .retry, .giveUp: try stream.prepare()
      }
    } catch {
      try fail(error.lost(device))
    }
    return action
  }

  /// Wakes a device that was suspended with the machine, or restarts it; one that takes long counts as stalled.
  private func resume(_ stream: Stream) throws(ALSAError) {
    do throws(ALSAError) {
      try stream.resume()
    } catch  where error == .again {
      usleep(Self.wakePause)
    } catch {
      try stream.prepare()
    }
  }
}

extension ALSASink.Buffering {
  /// The longest time until a running device has space: that of a period more than is awaited.
  var patience: Duration { .milliseconds(1_000 * (wakeFrames + periodFrames) / Bus.sampleRate + 50) }
}
