import AudioMixing
import Glibc

extension ALSASink {
  /// How long a device may have no room for a period before it counts as stalled: half a second longer than what it
  /// holds lasts, as a server may rightly fetch all of that at once.
  private var stallMilliseconds: Int { 500 + 1_000 * buffering.bufferFrames / Bus.sampleRate }
  /// How often recovery is tried before a frame is taken.
  private static let maximumAttempts = 10
  /// The pause before a device that isn't awake yet is asked again.
  private static let wakeMilliseconds: Int32 = 100

  /// Waits until a period fits, or until `descriptor`, where it isn't negative, is readable.
  func awaitRoom(waking descriptor: Int32) throws(SinkError) -> SinkRoom {
    let clock = SuspendingClock()
    while true {
      let stream = try usable()
      let begin = clock.now
      do throws(ALSAError) {
        if try stream.room() >= min(blockFrames, buffering.bufferFrames) {
          starved = 0
          return .room
        }
        // A buffer that is full before its starting mark would wait for ever.
        if stream.state == .prepared { try stream.start() }
        if try pause(waking: descriptor, on: stream) { return .woken }
      } catch {
        try recover(from: error)
      }
      // No more than the wait was meant to take: while this process was stopped the device had nothing to do.
      starved += min((clock.now - begin).milliseconds, Int(patience))
      if starved > stallMilliseconds { try fail(.stalled("\(device): it has stopped taking sound")) }
    }
  }

  /// The stream, unless the device is of no more use.
  private func usable() throws(SinkError) -> Stream {
    if let failure { throw failure }
    guard let stream else { throw .lost("\(device): it is closed") }
    return stream
  }

  /// Gives the device up; the stream is closed by whoever lets go of the sink, as that may take long.
  private func fail(_ failure: SinkError) throws(SinkError) -> Never {
    self.failure = failure
    throw failure
  }

  /// Two periods and a little: what a device needs that still runs.
  private var patience: Int32 { Int32(clamping: 2_000 * buffering.periodFrames / Bus.sampleRate + 50) }

  /// Waits for the device once; says whether it was woken.
  private func pause(waking descriptor: Int32, on stream: Stream) throws(ALSAError) -> Bool {
    switch try stream.wait(waking: descriptor, milliseconds: patience) {
    case .woken: return true
    case .timeout: return false
    case .gone: throw ALSAError(rawValue: -ENODEV)
    case .device:
      // Plugins wake their caller when there is nothing to do: what is left of the time is slept through.
      let missing = try min(blockFrames, buffering.bufferFrames) - stream.room()
      guard missing > 0 else { return false }
      return sleep(waking: descriptor, milliseconds: Int32(clamping: 1_000 * missing / Bus.sampleRate + 1))
    }
  }

  /// Waits for nothing but the descriptor; says whether it was woken.
  private func sleep(waking descriptor: Int32, milliseconds: Int32) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&watched, 1, min(milliseconds, patience)) > 0
  }

  /// Does what brings the stream back, or throws `lost`.
  func recover(from error: ALSAError) throws(SinkError) {
    let stream = try usable()
    let state = stream.state
    let cure = Recovery.cure(for: error, in: state)
    if cure == .retry { return }
    attempts += 1
    guard cure != .giveUp, attempts <= Self.maximumAttempts else { try fail(error.lost(device)) }
    if state == .underrun || error == .underrun { underruns += 1 }
    clockEpoch += 1
    do throws(ALSAError) {
      switch cure {
      case .resume: try resume(stream)
      case .unpause: try stream.unpause()
      case .prepare, .retry, .giveUp: try stream.prepare()
      }
    } catch {
      try fail(error.lost(device))
    }
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

extension Duration {
  /// Whole milliseconds, of a time that is short.
  fileprivate var milliseconds: Int {
    Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
