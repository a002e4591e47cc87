public import AudioMixing
import Glibc

/// Sound for a device that ALSA knows: a card, or a sound server behind a plugin.
///
/// The device sets the pace. `waitForRoom` waits until a block fits and can be woken; `write` then takes the block
/// without waiting, or waits itself where it is called alone. A sink that ran dry starts again with the very block that
/// was refused. When the device is gone or takes nothing any more, `lost` or `stalled` is thrown and the sink is of no
/// more use: whoever drives it goes on without, lets go of it, and opens a new one. Opening may wait for a sound server
/// that hangs; nothing else does. A sink belongs to one thread at a time.
public final class ALSASink: AudioSink {
  /// How much sound lies between the mix and the ear.
  public struct Buffering: Equatable, Sendable {
    /// Frames between two wake-ups, and in a block.
    public var periodFrames: Int
    /// Frames that the device holds.
    public var bufferFrames: Int

    /// Makes a buffering; the device takes what is nearest.
    public init(periodFrames: Int, bufferFrames: Int) {
      self.periodFrames = periodFrames
      self.bufferFrames = bufferFrames
    }

    /// 10 ms in 40 ms.
    public static let low = Buffering(periodFrames: 480, bufferFrames: 1_920)
    /// 30 ms in 120 ms.
    public static let normal = Buffering(periodFrames: 1_440, bufferFrames: 5_760)
    /// 125 ms in 500 ms: the fewest wake-ups.
    public static let power = Buffering(periodFrames: 6_000, bufferFrames: 24_000)
  }

  /// The name it was opened by.
  public let device: String
  /// What the device agreed to.
  public let buffering: Buffering
  /// How many frames `write` has taken, those included that are still staged.
  public private(set) var framesWritten = 0
  /// How often the device ran dry.
  public internal(set) var underruns = 0
  /// Counts up whenever the relation of written to heard frames was broken: underrun, sleep of the machine.
  public internal(set) var clockEpoch = 0

  var stream: Stream?
  /// Becomes readable to end a `waitForRoom`; -1 for none.
  let wakeDescriptor: Int32
  /// Why the device is of no more use.
  var failure: SinkError?
  /// Attempts to recover since the device last took a frame.
  var attempts = 0
  /// For how long, in milliseconds, the device has had no room for a period.
  var starved = 0
  private let encoder: SampleEncoder
  private let staging: Staging
  private var lastDelay = 0

  /// Opens a device and starts it with two periods of silence.
  ///
  /// - Parameters:
  ///   - device: as ALSA names it; `default` is the user's choice.
  ///   - buffering: what to ask for.
  ///   - wakeDescriptor: becomes readable to end a `waitForRoom`; -1 for none.
  /// - Throws: `unavailable`, also for a device that does not play at the bus rate.
  public init(
    device: String = "default", buffering: Buffering = .normal, wakeDescriptor: Int32 = -1
  ) throws(SinkError) {
    self.device = device
    self.wakeDescriptor = wakeDescriptor
    do throws(ALSAError) {
      let stream = try Stream(
        device: device, periodFrames: buffering.periodFrames, bufferFrames: buffering.bufferFrames)
      self.stream = stream
      let setup = stream.setup
      encoder = setup.encoder
      self.buffering = Buffering(periodFrames: setup.periodFrames, bufferFrames: setup.bufferFrames)
      staging = Staging(frames: setup.periodFrames, frameBytes: setup.encoder.frameBytes)
    } catch {
      throw error.unavailable(device)
    }
    if let rate = stream?.setup.sampleRate, rate != Bus.sampleRate {
      throw .unavailable("\(device): it plays at \(rate) Hz, not at \(Bus.sampleRate); try plug:\(device)")
    }
    do throws(SinkError) { for _ in 0..<2 { try flush() } } catch { throw .unavailable(error.reason) }
  }

  /// One period.
  public var blockFrames: Int { buffering.periodFrames }

  /// How many written frames are not yet heard: what the device tells, and what is staged.
  ///
  /// While the silence of the start plays it is more than `framesWritten`. Where the device can't tell, as at the very
  /// start of some servers, the last known value stands.
  public var latencyFrames: Int {
    if let stream, let delay = try? stream.delay() { lastDelay = max(delay, 0) }
    return lastDelay + staging.filled
  }

  /// Waits until a block fits, or the wake descriptor is readable.
  ///
  /// - Throws: `lost` or `stalled`.
  public func waitForRoom() throws(SinkError) -> SinkRoom { try awaitRoom(waking: wakeDescriptor) }

  /// Takes a block of any length; whole periods leave for the device, and what is less waits for the next block.
  ///
  /// - Throws: `lost` or `stalled`.
  public func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    precondition(left.count == right.count, "the sides of a block have one length")
    var done = 0
    while done < left.count {
      let count = min(staging.free, left.count - done)
      unsafe staging.fill(count) { bytes, first in
        unsafe encoder.encode(left: left, right: right, done..<done + count, into: bytes, at: first)
      }
      done += count
      framesWritten += count
      if staging.free == 0 { try flush() }
    }
  }

  /// Plays out what was written and closes the device, within the time that takes and a quarter of a second.
  ///
  /// Two periods of silence follow the sound: a card reads a little beyond what it was given before it notices.
  /// - Throws: `lost`; the device is closed all the same.
  public func finish() throws(SinkError) {
    guard let stream, failure == nil else { return }
    defer { self.stream = nil }
    if framesWritten == 0 { return stream.close() }
    if staging.filled > 0 { try flush() }
    for _ in 0..<2 { try flush() }
    let clock = SuspendingClock()
    let deadline = clock.now + .milliseconds(latencyFrames * 1_000 / Bus.sampleRate + 250)
    while stream.state == .running, latencyFrames > 2 * blockFrames, clock.now < deadline {
      _ = poll(nil, 0, 5)
    }
    // A device that hangs now isn't asked for anything more.
    if clock.now < deadline {
      stream.drop()
      stream.close()
    }
  }

  /// Writes the staged period, whose unfilled rest is silence, and empties the stage.
  func flush() throws(SinkError) {
    var done = 0
    while done < staging.frames {
      _ = try awaitRoom(waking: -1)
      guard let stream else { break }
      do throws(ALSAError) {
        let taken = unsafe try staging.bytes(from: done) { bytes throws(ALSAError) in unsafe try stream.write(bytes) }
        done += taken
        if taken > 0 { attempts = 0 }
      } catch {
        try recover(from: error)
      }
    }
    staging.clear()
  }
}

extension SinkError {
  /// The text inside.
  fileprivate var reason: String {
    switch self {
    case .unavailable(let reason), .lost(let reason), .stalled(let reason), .cannotWrite(let reason): reason
    }
  }
}
