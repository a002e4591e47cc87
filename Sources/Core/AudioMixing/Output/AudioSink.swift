/// Where the mix goes: a device, a file, or nowhere at the pace of a clock.
///
/// The sink paces the loop that feeds it: `write` returns when there is space for more. Samples are planar stereo
/// Float32 at `Bus.sampleRate`, within ±1.
public protocol AudioSink {
  /// How many frames a call of `write` should bring.
  var blockFrames: Int { get }
  /// How many written frames are not yet heard.
  var latencyFrames: Int { get }
  /// Takes one block, waiting until there is space for it; the two sides have one length.
  mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError)
  /// Plays out what was written, and releases the device or finishes the file.
  mutating func finish() throws(SinkError)
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

extension SinkError {
  /// The message for the user.
  public var explanation: String {
    switch self {
    case .unavailable(let reason), .lost(let reason), .stalled(let reason), .cannotWrite(let reason): reason
    }
  }
}
