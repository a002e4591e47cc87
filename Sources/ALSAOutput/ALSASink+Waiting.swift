import AudioMixing
import Glibc

extension ALSASink {
  /// How often recovery is tried before a frame is taken, and how often a device that sleeps is asked to wake.
  private static let (maximumAttempts, maximumWakings) = (10, 50)
  /// The pause before a device that isn't awake yet is asked again.
  private static let wakeMilliseconds: Int32 = 100

  /// Waits until a period fits, or until `descriptor`, where it isn't negative, is readable.
  ///
  /// Who has to wait at all waits until more fits, if the buffering says so.
  func awaitRoom(waking descriptor: Int32) throws(SinkError) -> SinkRoom {
    var wanted = min(blockFrames, buffering.bufferFrames)
    var hasSlept = false
    while true {
      let stream = try usable()
      let begin = SuspendingClock.now
      var isWoken = false
      do throws(ALSAError) {
        let room = try stream.room()
        if room >= wanted { return .room }
        wanted = buffering.wakeFrames
        // A buffer that is full before its starting mark would wait for ever.
        if stream.state == .prepared { try stream.start() }
        // What has to be played first takes its time, and a little more for a device that tells of it late: no plugin
        // that has nothing to tell wakes anybody meanwhile.
        isWoken =
          hasSlept
          ? try pause(waking: descriptor, until: wanted, on: stream)
          : sleep(waking: descriptor, frames: wanted - room + blockFrames / 10)
        hasSlept = true
      } catch {
        guard try recover(from: error) == .retry else { continue }
        isWoken = sleep(waking: descriptor, frames: blockFrames)
      }
      try count(since: begin)
      if isWoken { return .woken }
    }
  }

  /// Waits for as long as a period lasts, as the device has taken nothing though it had room.
  func awaitPeriod() throws(SinkError) {
    let begin = SuspendingClock.now
    _ = sleep(waking: -1, frames: blockFrames)
    try count(since: begin)
  }

  func count(since begin: SuspendingClock.Instant) throws(SinkError) {
    watch.note(waited: SuspendingClock.now - begin)
    if watch.isStalled { try fail(.stalled("\(device): it has stopped taking sound")) }
  }

  /// The stream, unless the device is of no more use.
  func usable() throws(SinkError) -> Stream {
    if let failure { throw failure }
    guard let stream else { throw .lost("\(device): it is closed") }
    return stream
  }

  /// Gives the device up; the stream is closed by whoever lets go of the sink, as that may take long.
  func fail(_ failure: SinkError) throws(SinkError) -> Never {
    self.failure = failure
    throw failure
  }

  /// Waits for the device once, until so much fits; says whether it was woken.
  private func pause(waking descriptor: Int32, until wanted: Int, on stream: Stream) throws(ALSAError) -> Bool {
    switch try stream.wait(waking: descriptor, milliseconds: buffering.patience) {
    case .woken: return true
    case .timeout: return false
    case .gone: throw ALSAError(rawValue: -ENODEV)
    case .device:
      // Plugins wake their caller when there is nothing to do: what is left of the time is slept through.
      let missing = try wanted - stream.room()
      return missing > 0 && sleep(waking: descriptor, frames: missing)
    }
  }

  /// Waits while so many frames are played, or for the descriptor; says whether it was woken.
  private func sleep(waking descriptor: Int32, frames: Int) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let time = Int32(clamping: 1_000 * frames / Bus.sampleRate + 1)
    return unsafe poll(&watched, 1, min(time, buffering.patience)) > 0
  }

  /// Does what brings the stream back, and says what that was; or throws `lost`.
  @discardableResult
  func recover(from error: ALSAError) throws(SinkError) -> Recovery {
    let stream = try usable()
    let state = stream.state
    let cure = Recovery.cure(for: error, in: state)
    if cure == .retry { return cure }
    attempts += 1
    let limit = cure == .resume ? Self.maximumWakings : Self.maximumAttempts
    guard cure != .giveUp, attempts <= limit else { try fail(error.lost(device)) }
    if state == .underrun || error == .underrun { underruns += 1 }
    clockEpoch += 1
    (start, takenSinceStart) = (StartWatch(begin: SuspendingClock.now - begin), 0)
    do throws(ALSAError) {
      switch cure {
      case .resume: try resume(stream)
      case .unpause: try stream.unpause()
      case .prepare, .retry, .giveUp: try stream.prepare()
      }
    } catch {
      try fail(error.lost(device))
    }
    return cure
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
  /// How long a device that still runs may need until it has room, in milliseconds: a period more than is waited for.
  var patience: Int32 { Int32(clamping: 1_000 * (wakeFrames + periodFrames) / Bus.sampleRate + 50) }
}
