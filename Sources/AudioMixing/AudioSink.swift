/// Where the mix goes: a device, a file, or nowhere at the pace of a clock.
///
/// The sink paces the loop that feeds it: `write` returns when there is room for more. Samples are planar stereo
/// Float32 at `Bus.sampleRate`, within ±1.
public protocol AudioSink {
  /// How many frames a call of `write` should bring.
  var blockFrames: Int { get }
  /// How many frames pass between two waits for room; several blocks may be written one after the other.
  var paceFrames: Int { get }
  /// How many written frames are not yet heard when a wait for room ends in time: so far the mix is ahead of the ear,
  /// unless whoever writes is late.
  var reserveFrames: Int { get }
  /// How many written frames are not yet heard.
  var latencyFrames: Int { get }
  /// Counts up whenever the relation of written to heard frames was broken: the sink ran dry, or the machine slept.
  var clockEpoch: Int { get }
  /// How often the sink ran dry.
  var underruns: Int { get }
  /// How long it took until it was seen to play: as long it takes to have it back.
  var startupTime: Duration { get }
  /// Waits until a block fits, or until the sink is woken because there is something else to do.
  mutating func waitForRoom() throws(SinkError) -> SinkRoom
  /// Takes one block, waiting until there is room for it; the two sides have one length.
  mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError)
  /// Plays out what was written, and lets go of the device or finishes the file.
  mutating func finish() throws(SinkError)
  /// Lets go of the device at once, for others to use; what was not yet heard is lost.
  mutating func letGo()
}

extension AudioSink {
  /// A block.
  public var paceFrames: Int { blockFrames }
  /// 0: nothing is ahead for sure.
  public var reserveFrames: Int { 0 }
  /// Nothing: a file is let go when it is finished.
  public mutating func letGo() {}
  /// 0: nothing breaks what a file holds.
  public var clockEpoch: Int { 0 }
  /// 0: only a device runs dry.
  public var underruns: Int { 0 }
  /// 0: only a device has to be waited for.
  public var startupTime: Duration { .zero }
  /// Room at once: `write` itself waits.
  public func waitForRoom() throws(SinkError) -> SinkRoom { .room }
}

/// What a wait for room ended with.
public enum SinkRoom: Equatable, Sendable {
  /// A block fits.
  case room
  /// The sink was woken; there may or may not be room.
  case woken
}

/// Why a sink takes no more sound.
public enum SinkError: Error, Equatable, Sendable {
  /// There is no such device, or it can't be had, and why.
  case unavailable(String)
  /// The device went away while it played.
  case lost(String)
  /// The device is there and takes no sound.
  case stalled(String)
  /// The file could not be written, and why.
  case cannotWrite(String)
}
