package import AudioMixing
import CueAudio
import Glibc

/// Plays sound on an ALSA device: a card, or a sound server behind a plugin.
///
/// The device sets the pace. `waitForSpace` waits until a block fits and can be woken; `write` then accepts the block
/// without waiting, or waits itself if it is called alone. A sink that ran dry restarts with the very block that was
/// refused. If the device is lost or accepts no more sound, `lost` or `stalled` is thrown and the sink is unusable: its
/// owner continues without it, releases it, and opens a new one. Opening may wait for a sound server that hangs; every
/// other call waits for it a quarter of a second at most. A sink is used by one thread at a time.
package final class ALSASink: LiveSink {
  /// The amount of sound buffered between the mix and the listener.
  package struct Buffering: Equatable, Sendable {
    package var periodFrames: Int
    package var bufferFrames: Int
    /// The number of periods that must fit before the device wakes a thread that waits for space.
    package var wakePeriods: Int

    /// Makes a buffering; the device uses the nearest supported one.
    package init(periodFrames: Int, bufferFrames: Int, wakePeriods: Int = 1) {
      self.periodFrames = periodFrames
      self.bufferFrames = bufferFrames
      self.wakePeriods = wakePeriods
    }

    /// The number of frames that must fit before a waiting thread is woken: at most half of the device's buffer, unless
    /// a period is longer.
    package var wakeFrames: Int {
      max(min(periodFrames, bufferFrames), min(wakePeriods * periodFrames, bufferFrames / 2))
    }

    /// The number of silent frames at the start of a device: two periods, but at most 30 ms for a card.
    ///
    /// The less silence a device holds, the sooner the first sound is heard. A sound server fetches slightly more than
    /// a period at a time: if that isn't there, it adds silence, by which all that follows is heard later than it
    /// reports, for seconds.
    package func startFrames(ofCard isCard: Bool) -> Int {
      min(2 * periodFrames, bufferFrames, isCard ? Self.longestStart : bufferFrames)
    }

    private static let longestStart = Bus.sampleRate * 3 / 100

    /// 10 ms in 40 ms.
    package static let low = Buffering(periodFrames: 480, bufferFrames: 1_920)
    /// 30 ms in 120 ms.
    package static let normal = Buffering(periodFrames: 1_440, bufferFrames: 5_760)
    /// 62.5 ms in 500 ms, filled up every 250 ms: the fewest wake-ups.
    ///
    /// A sound server reports what it has fetched period by period, and a session begins after the first report.
    package static let power = Buffering(periodFrames: 3_000, bufferFrames: 24_000, wakePeriods: 4)
  }

  /// The name by which it was opened.
  package let device: String
  /// The buffering that the device accepted.
  package let buffering: Buffering
  /// The number of frames accepted by `write`, including those that are still pending.
  package private(set) var framesWritten = 0
  package internal(set) var underruns = 0
  /// Incremented when the relation of written to heard frames breaks: by an underrun or a suspend of the machine.
  package internal(set) var clockEpoch = 0

  var stream: Stream?
  /// Becomes readable to end a `waitForSpace`; -1 for none.
  let wakeDescriptor: Int32
  /// The clock of the frames since the start, once the sink has been seen to play.
  var heard = DeviceClock()
  /// The reason why the device is unusable.
  var failure: SinkError?
  /// The number of attempts to recover since the device last accepted a frame.
  var attempts = 0
  /// Detects a device that accepts nothing for too long.
  var watch: StallDetector
  private let encoder: SampleEncoder
  /// What the device gets at the next write: each one wakes the client of a sound server, so a wait is followed by one.
  private let pending: WriteBuffer
  private var lastDelay = 0
  /// Judges the device's reports since the stream was last started, with the number of frames accepted since.
  var (start, takenSinceStart) = (StartWatch(), 0)
  /// The time origin of the readings.
  let begin = SuspendingClock.now
  /// The time until the device was seen to play.
  package internal(set) var startupTime = Duration.zero

  /// Opens a device and starts it with a little silence; `default` is the user's default device.
  ///
  /// `wakeDescriptor` becomes readable to end a `waitForSpace`; -1 for none.
  /// - Throws: `unavailable`, also for a device that does not play at the bus rate.
  package init(
    device: String = "default", buffering: Buffering = .normal, wakeDescriptor: Int32 = -1
  ) throws(SinkError) {
    self.device = device
    self.wakeDescriptor = wakeDescriptor
    do throws(ALSAError) {
      let stream = try Stream(device: device, buffering)
      self.stream = stream
      let agreed = stream.setup.buffering
      encoder = stream.setup.encoder
      self.buffering = agreed
      startFrames = stream.setup.startFrames
      watch = StallDetector(bufferFrames: agreed.bufferFrames, longestWait: agreed.patience)
      pending = WriteBuffer(frames: agreed.wakeFrames, frameBytes: stream.setup.encoder.frameBytes)
    } catch {
      throw error.unavailable(device)
    }
    if let rate = stream?.setup.sampleRate, rate != Bus.sampleRate {
      throw .unavailable("\(device): it plays at \(rate) Hz, not at \(Bus.sampleRate); try plug:\(device)")
    }
    do throws(SinkError) { try writeSilence(startFrames) } catch {
      throw .unavailable(error.explanation)
    }
  }

  /// One period.
  package var blockFrames: Int { buffering.periodFrames }
  /// The silence at its start.
  package let startFrames: Int
  /// The frames that fit when a wait for space ends.
  package var paceFrames: Int { buffering.wakeFrames }
  /// The frames that the device still holds when it wakes a waiting thread.
  package var reserveFrames: Int { buffering.bufferFrames - buffering.wakeFrames }

  /// The number of written frames that have not been heard: those that the device reports, and those that are pending.
  ///
  /// While the silence of the start plays it is more than `framesWritten`. If the device reports no delay, as at the
  /// very start of some servers, the last known value is used; if it reports sound as heard that it hasn't fetched, the
  /// report is ignored.
  package var latencyFrames: Int {
    if let stream, let delay = try? believedDelay(of: stream) { lastDelay = max(delay, 0) }
    return lastDelay + pending.filled
  }

  private func believedDelay(of stream: Stream) throws(ALSAError) -> Int {
    guard !start.isSettled else { return try stream.delay() }
    let (space, now, taken) = (try stream.space(), SuspendingClock.now - begin, takenSinceStart)
    start.observe(fetched: fetched(space), at: now)
    guard start.hasFetched else { return taken }
    let delay = try stream.delay()
    start.observe(delay: delay, of: taken, at: now)
    return start.credible(delay: delay, taken: taken, at: now)
  }

  /// The number of frames that the device has fetched since the start, derived from its free space.
  func fetched(_ space: Int) -> Int { takenSinceStart - buffering.bufferFrames + space }

  /// Returns at once if a block fits; otherwise waits until `paceFrames` do, or the wake descriptor is readable.
  ///
  /// - Throws: `lost` or `stalled`.
  package func waitForSpace() throws(SinkError) -> SinkReadiness {
    if pending.filled > 0 {
      if let space = try? stream?.space(), space - pending.filled >= blockFrames { return .space }
      try passOn()
    }
    return try awaitSpace(waking: wakeDescriptor)
  }

  /// Accepts a block of any length; the device gets as much at once as fits when a wait for space ends, and the rest
  /// with the next block, or before the next wait.
  ///
  /// - Throws: `lost` or `stalled`.
  package func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    precondition(left.count == right.count, "the sides of a block have one length")
    var done = 0
    while done < left.count {
      let count = min(pending.free, left.count - done)
      unsafe pending.fill(count) { bytes, first in
        unsafe encoder.encode(left: left, right: right, done..<done + count, into: bytes, at: first)
      }
      done += count
      framesWritten += count
      if pending.free == 0 { try passOn() }
    }
  }

  /// Writes the pending frames to the device.
  package func passOn() throws(SinkError) { if pending.filled > 0 { try flush(pending.filled) } }

  /// Plays the written frames to their end and closes the device, within that time and a quarter of a second.
  ///
  /// Two periods of silence follow the sound: a card reads slightly beyond its data before it notices.
  /// - Throws: `lost`; the device is closed all the same.
  package func finish() throws(SinkError) {
    guard let stream, failure == nil else { return }
    defer { self.stream = nil }
    if framesWritten == 0 { return stream.end() }
    try passOn()
    try writeSilence(2 * blockFrames)
    let clock = SuspendingClock()
    let deadline = clock.now + .milliseconds(latencyFrames * 1_000 / Bus.sampleRate + 250)
    while stream.state == .running, latencyFrames > 2 * blockFrames, clock.now < deadline {
      usleep(5_000)
    }
    // A device that hangs now gets no further calls.
    if clock.now < deadline { stream.end() }
  }

  /// Closes the device at once; frames that haven't been heard are lost.
  package func release() {
    if failure == nil { stream?.end() }
    stream = nil
  }

  func writeSilence(_ frames: Int) throws(SinkError) {
    var left = frames
    while left > 0 {
      let count = min(left, pending.frames)
      try flush(count)
      left -= count
    }
  }

  /// Writes the first `frames` frames of the buffer, with all pending ones, and empties it.
  private func flush(_ frames: Int) throws(SinkError) {
    var done = 0
    while done < frames {
      _ = try awaitSpace(waking: -1)
      guard let stream else { break }
      var taken = 0
      do throws(ALSAError) {
        taken = unsafe try pending.bytes(done..<frames) { bytes throws(ALSAError) in unsafe try stream.write(bytes) }
      } catch {
        guard try recover(from: error) == .retry else { continue }
      }
      done += taken
      takenSinceStart += taken
      // Before it runs it holds nothing, and some servers answer late.
      watch.record(taken: taken, holding: stream.state == .running ? latencyFrames : buffering.bufferFrames)
      if taken > 0 { attempts = 0 } else { try awaitPeriod() }
    }
    pending.clear()
  }
}
