internal import CSndfile

package struct SoundFileInfo: Equatable, Sendable {
  /// The container and encoding for display, such as `WAV 24 bit` or `Ogg Opus`.
  package let format: String
  /// One or two.
  package let channels: Int
  /// Frames per second.
  package let sampleRate: Int
  /// The number of frames; `nil` if the header doesn't contain it.
  package let frames: Int?

  package init(format: String, channels: Int, sampleRate: Int, frames: Int?) {
    self.format = format
    self.channels = channels
    self.sampleRate = sampleRate
    self.frames = frames
  }

  /// Whether `frames` is exact.
  var isExact: Bool { format != "MP3" }

  /// Whether damage is only detectable by decoding.
  var needsDecoding: Bool { format.hasPrefix("FLAC") }

  /// The duration, rounded down to the nanosecond; `nil` if the header doesn't contain it.
  package var duration: Duration? { frames.map { Self.duration(of: $0, sampleRate: sampleRate) } }

  /// The duration of `frames`, rounded down to the nanosecond.
  static func duration(of frames: Int, sampleRate: Int) -> Duration {
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: sampleRate)
    return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / sampleRate)
  }
}

extension SoundFileInfo {
  /// The supported sample rates, in frames per second.
  static let sampleRates = 8_000...192_000
  /// A larger number of frames, more than two years of sound, counts as unknown.
  private static let maximumFrames: Int64 = 1 << 43

  /// Reads the decoder's description.
  ///
  /// - Throws: `Refusal` for a format that is not supported.
  init(_ info: SF_INFO) throws(FormatWhitelist.Refusal) {
    guard let format = Self.name(of: Int(info.format)) else {
      throw FormatWhitelist.Refusal(reason: "this kind of sound file is not supported")
    }
    let (channels, rate) = (Int(info.channels), Int(info.samplerate))
    guard (1...2).contains(channels) else {
      throw FormatWhitelist.Refusal(reason: "it has \(channels) channels; one or two are supported", converter: .sox)
    }
    guard Self.sampleRates.contains(rate) else {
      let range = "\(Self.sampleRates.lowerBound) to \(Self.sampleRates.upperBound) Hz"
      throw FormatWhitelist.Refusal(reason: "its rate is \(rate) Hz; \(range) are supported")
    }
    self.format = format
    (self.channels, sampleRate) = (channels, rate)
    frames = (0...Self.maximumFrames).contains(info.frames) ? Int(info.frames) : nil
  }

  /// What to say of a file without all of its frames, which is not an error of the decoder; `nil` if it has them.
  ///
  /// Some programs count the padding of the sound.
  func truncation(_ view: FormatWhitelist.View) -> String? {
    let present = view.sound - view.missing
    guard let frames, view.missing >= 2 else { return nil }
    guard frames > 0 else { return FormatWhitelist.truncated.reason }
    let frameBytes = present / frames
    guard view.missing >= frameBytes else { return nil }
    /// Seconds with one decimal, rounded down.
    func seconds(_ bytes: Int) -> String {
      let tenths = bytes * 10 / max(frameBytes * sampleRate, 1)
      return "\(tenths / 10).\(tenths % 10)"
    }
    return "it is truncated: only \(seconds(present)) s of \(seconds(view.sound)) s are present"
  }

  private static func name(of format: Int) -> String? {
    let encoding = format & Int(SF_FORMAT_SUBMASK)
    switch format & Int(SF_FORMAT_TYPEMASK) {
    case Int(SF_FORMAT_WAV), Int(SF_FORMAT_WAVEX): return plain(encoding).map { "WAV \($0)" }
    case Int(SF_FORMAT_AIFF): return plain(encoding).map { "AIFF \($0)" }
    case Int(SF_FORMAT_FLAC): return plain(encoding).map { "FLAC \($0)" }
    case Int(SF_FORMAT_OGG) where encoding == Int(SF_FORMAT_VORBIS): return "Ogg Vorbis"
    case Int(SF_FORMAT_OGG) where encoding == Int(SF_FORMAT_OPUS): return "Ogg Opus"
    case Int(SF_FORMAT_MPEG) where encoding == Int(SF_FORMAT_MPEG_LAYER_III): return "MP3"
    default: return nil
    }
  }

  private static func plain(_ encoding: Int) -> String? {
    switch encoding {
    case Int(SF_FORMAT_PCM_S8), Int(SF_FORMAT_PCM_U8): "8 bit"
    case Int(SF_FORMAT_PCM_16): "16 bit"
    case Int(SF_FORMAT_PCM_24): "24 bit"
    case Int(SF_FORMAT_PCM_32): "32 bit"
    case Int(SF_FORMAT_FLOAT): "32 bit float"
    case Int(SF_FORMAT_DOUBLE): "64 bit float"
    default: nil
    }
  }
}
