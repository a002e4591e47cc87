import AudioMixing
import CueAudio
import Glibc

extension ALSASink {
  /// How often recovery is tried before a frame is taken, and how often a device that sleeps is asked to wake.
  private static let (maximumAttempts, maximumWakings) = (10, 50)
  /// The pause before a device that isn't awake yet is asked again.
  private static let wakeMilliseconds: Int32 = 100

  /// Waits until a period fits, or until `descriptor`, where it isn't negative, is readable.
  ///
  /// Who has to wait at all waits until more fits, if the buffering says so.
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
        // A buffer that is full before its starting mark would wait for ever.
        if stream.state == .prepared { try stream.start() }
        // Sleeps while the missing frames are played, and a little longer for a device that reports late: plugins cause
        // no needless wake-ups meanwhile.
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

  /// Waits for as long as a period lasts, as the device has taken nothing though it had space.
  func awaitPeriod() throws(SinkError) {
    let begin = SuspendingClock.now
    _ = sleep(waking: -1, frames: blockFrames)
    try count(since: begin)
  }

  func count(since begin: SuspendingClock.Instant) throws(SinkError) {
    watch.record(waited: SuspendingClock.now - begin)
    if watch.isStalled { try fail(.stalled("\(device): it has stopped taking sound")) }
  }

  /// The stream, unless the device is of no more use.
  func usable() throws(SinkError) -> Stream {
    if let failure { throw failure }
    guard let stream else { throw .lost("\(device): it is closed") }
    return stream
  }

  /// Gives up the device; the stream is closed when the sink is released, because closing may take long.
  func fail(_ failure: SinkError) throws(SinkError) -> Never {
    self.failure = failure
    throw failure
  }

  /// Waits once for the device, until `wanted` frames fit; returns whether the descriptor woke it.
  private func pause(waking descriptor: Int32, until wanted: Int, on stream: Stream) throws(ALSAError) -> Bool {
    switch try stream.wait(waking: descriptor, milliseconds: buffering.patience) {
    case .woken: return true
    case .timeout: return false
    case .gone: throw ALSAError(rawValue: -ENODEV)
    case .device:
      // Plugins wake their caller when there is nothing to do: what is left of the time is slept through.
      let missing = try wanted - stream.space()
      return missing > 0 && sleep(waking: descriptor, frames: missing)
    }
  }

  /// Waits for the time that `frames` take to play, or for the descriptor; returns whether the descriptor woke it.
  private func sleep(waking descriptor: Int32, frames: Int) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let time = Int32(clamping: 1_000 * frames / Bus.sampleRate + 1)
    return unsafe poll(&watched, 1, min(time, buffering.patience)) > 0
  }

  /// Does what brings the stream back, and says what that was; or throws `lost`.
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

  /// Wakes a device that slept with the machine, or starts it over; one that takes long counts as stalled.
  private func resume(_ stream: Stream) throws(ALSAError) {
    do throws(ALSAError) {
      try stream.resume()
    } catch  where error == .again {
      _ = poll(nil, 0, Self.wakeMilliseconds)
    } catch {
      try stream.prepare()
    }
  }
}

extension ALSASink.Buffering {
  /// How long a device that still runs may need until it has space, in milliseconds: a period more than is waited for.
  var patience: Int32 { Int32(clamping: 1_000 * (wakeFrames + periodFrames) / Bus.sampleRate + 50) }
}
