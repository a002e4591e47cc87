/// The destination of the mix: a device, a file, or nothing at the pace of a clock.
///
/// The sink paces the loop that feeds it: `write` returns when there is space for more. Samples are planar stereo
/// Float32 at `Bus.sampleRate`, within ±1.
///
/// ```swift
/// struct Meter: AudioSink {
///   let blockFrames = 480
///   let latencyFrames = 0
///   var peak: Float = 0
///
///   mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
///     for frame in left.indices { peak = max(peak, left[frame].magnitude, right[frame].magnitude) }
///   }
///   mutating func finish() throws(SinkError) {}
/// }
/// ```
public protocol AudioSink {
  /// The number of frames that a call of `write` should pass.
  var blockFrames: Int { get }
  /// The number of written frames that have not been heard yet.
  var latencyFrames: Int { get }
  /// Writes one block, waiting until there is space for it; the two sides have the same length.
  mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError)
  /// Plays the written frames to their end, and releases the device or finishes the file.
  mutating func finish() throws(SinkError)
}

/// The reason why a sink accepts no more sound.
public enum SinkError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The device doesn't exist or can't be opened, with the reason.
  case unavailable(String)
  /// The device disappeared during playback.
  case lost(String)
  /// The device is present but accepts no sound.
  case stalled(String)
  /// The file could not be written, with the reason.
  case cannotWrite(String)
}

extension SinkError {
  /// The message for the user.
  public var description: String { explanation }

  package var explanation: String {
    switch self {
    case .unavailable(let reason), .lost(let reason), .stalled(let reason), .cannotWrite(let reason): reason
    }
  }
}
