/// Where the mix goes: a device, a file, or nowhere at the pace of a clock.
///
/// The sink paces the loop that feeds it: `write` returns when there is room for more. Samples are planar stereo
/// Float32 at `Bus.sampleRate`, within ±1.
public protocol AudioSink {
  /// How many frames a call of `write` should bring.
  var blockFrames: Int { get }
  /// How many written frames are not yet heard.
  var latencyFrames: Int { get }
  /// Takes one block, waiting until there is room for it; the two sides have one length.
  mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError)
  /// Plays out what was written, and lets go of the device or finishes the file.
  mutating func finish() throws(SinkError)
}

/// Why a sink takes no more sound.
public enum SinkError: Error, Equatable, Sendable {
  /// There is no such device, or it can't be had, and why.
  case unavailable(String)
  /// The device went away while it played.
  case lost(String)
  /// The file could not be written, and why.
  case cannotWrite(String)
}
