internal import CSndfile

extension SoundFileInfo {
  /// The rates that are read, in frames a second.
  static let sampleRates = 8_000...192_000
  /// A header that claims more frames than this, two years of sound, doesn't know.
  private static let maximumFrames: Int64 = 1 << 43

  /// Reads the decoder's description, and refuses what is not on the list.
  init(_ info: SF_INFO) throws(HeaderCheck.Refusal) {
    guard let format = Self.name(of: Int(info.format)) else {
      throw HeaderCheck.Refusal(reason: "this kind of sound file is not read")
    }
    if let reason = Self.objection(channels: Int(info.channels)) {
      throw HeaderCheck.Refusal(reason: reason, isConvertible: info.channels > 0, converter: .sox)
    }
    if let reason = Self.objection(rate: Int(info.samplerate)) {
      throw HeaderCheck.Refusal(reason: reason, isConvertible: info.samplerate > 0)
    }
    self.format = format
    channels = Int(info.channels)
    sampleRate = Int(info.samplerate)
    frames = (0...Self.maximumFrames).contains(info.frames) ? Int(info.frames) : nil
  }

  /// Why so many channels aren't read.
  static func objection(channels: Int) -> String? {
    channels == 1 || channels == 2 ? nil : "it has \(channels) channels; one or two are read"
  }

  /// Why so many frames a second aren't read.
  static func objection(rate: Int) -> String? {
    sampleRates.contains(rate)
      ? nil : "its rate is \(rate) Hz; \(sampleRates.lowerBound) to \(sampleRates.upperBound) Hz are read"
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
