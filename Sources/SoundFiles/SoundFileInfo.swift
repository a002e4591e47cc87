/// What a sound file's header says.
public struct SoundFileInfo: Equatable, Sendable {
  /// For people: container and encoding, such as `WAV 24 bit` or `Ogg Opus`.
  public let format: String
  /// One or two.
  public let channels: Int
  /// Frames a second.
  public let sampleRate: Int
  /// How many frames it has, or nil where the header doesn't know.
  public let frames: Int?

  package init(format: String, channels: Int, sampleRate: Int, frames: Int?) {
    self.format = format
    self.channels = channels
    self.sampleRate = sampleRate
    self.frames = frames
  }

  /// Whether `frames` is the number that will come, to the frame.
  var isExact: Bool { format != "MP3" }

  /// Whether only decoding all of it tells if it is whole.
  var needsDecoding: Bool { format.hasPrefix("FLAC") }

  /// How long it plays, rounded down to the nanosecond, or nil where the header doesn't know.
  public var duration: Duration? { frames.map { Self.duration(of: $0, sampleRate: sampleRate) } }

  /// How long so many frames are, rounded down to the nanosecond.
  static func duration(of frames: Int, sampleRate: Int) -> Duration {
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: sampleRate)
    return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / sampleRate)
  }
}
