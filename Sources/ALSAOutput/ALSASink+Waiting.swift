import AudioMixing
import Glibc

extension ALSASink {
  /// How long a device may take nothing before it counts as gone; the sound that it holds plays meanwhile.
  static let stallMilliseconds = 2_000
  /// How often recovery is tried before a frame is taken.
  private static let maximumAttempts = 10
  /// How long a device may take to wake up with the machine.
  private static let resumeMilliseconds = 5_000

  /// Waits until a period fits, or until `waker`, where there is one, is used.
  func awaitRoom(waker: Waker?) throws(SinkError) -> Room {
    let clock = SuspendingClock()
    let limit = Self.stallMilliseconds + 1_000 * buffering.bufferFrames / Bus.sampleRate
    let deadline = clock.now + .milliseconds(limit)
    while true {
      guard let stream else { throw .lost("\(device): it is closed") }
      if let waker, waker.take() { return .woken }
      do throws(ALSAError) {
        if try stream.room() >= min(blockFrames, buffering.bufferFrames) { return .room }
        // A buffer that is full before its starting mark would wait for ever.
        if stream.state == .prepared { try stream.start() }
        try pause(for: waker, on: stream)
      } catch {
        try recover(from: error)
      }
      if clock.now > deadline {
        self.stream = nil
        throw .lost("\(device): it has stopped taking sound")
      }
    }
  }

  private func pause(for waker: Waker?, on stream: Stream) throws(ALSAError) {
    let patience = Int32(clamping: 2_000 * buffering.periodFrames / Bus.sampleRate + 50)
    switch try stream.wait(for: waker, milliseconds: patience) {
    case .woken, .timeout: return
    case .gone: throw ALSAError(rawValue: -ENODEV)
    case .device:
      // Plugins wake their caller when there is nothing to do; a moment's rest keeps that from taking a whole core.
      if try stream.room() < min(blockFrames, buffering.bufferFrames) { _ = poll(nil, 0, 1) }
    }
  }

  /// Does what brings the stream back, or throws `lost`.
  func recover(from error: ALSAError) throws(SinkError) {
    guard let stream else { throw error.lost(device) }
    let state = stream.state
    let cure = Recovery.cure(for: error, in: state)
    if cure == .retry { return }
    attempts += 1
    guard cure != .giveUp, attempts <= Self.maximumAttempts else {
      self.stream = nil
      throw error.lost(device)
    }
    if state == .underrun || error == .underrun { underruns += 1 }
    clockEpoch += 1
    do throws(ALSAError) {
      switch cure {
      case .resume: try resume(stream)
      case .unpause: try stream.unpause()
      case .prepare, .retry, .giveUp: try stream.prepare()
      }
    } catch {
      self.stream = nil
      throw error.lost(device)
    }
  }

  private func resume(_ stream: Stream) throws(ALSAError) {
    let clock = SuspendingClock()
    let deadline = clock.now + .milliseconds(Self.resumeMilliseconds)
    while clock.now < deadline {
      do throws(ALSAError) {
        return try stream.resume()
      } catch  where error == .again {
        _ = poll(nil, 0, 100)
      } catch {
        break
      }
    }
    try stream.prepare()
  }
}
