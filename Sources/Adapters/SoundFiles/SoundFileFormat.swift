internal import CSndfile

package enum SoundFileFormat: Hashable, Sendable {
  /// WAV with signed samples of 16 or 24 bits, or with 32-bit floating point.
  case wav16, wav24, wavFloat
  /// FLAC with 16 bits.
  case flac
  case vorbis, opus, mp3

  /// The format for the extension of a file name: `.wav` (16 bits), `.flac`, `.ogg` or `.oga` (Vorbis), `.opus`,
  /// `.mp3`.
  package init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[fileName.index(after: dot)...].lowercased() {
    case "wav", "wave": self = .wav16
    case "flac": self = .flac
    case "ogg", "oga": self = .vorbis
    case "opus": self = .opus
    case "mp3": self = .mp3
    default: return nil
    }
  }

  var code: Int32 {
    switch self {
    case .wav16: Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
    case .wav24: Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_24)
    case .wavFloat: Int32(SF_FORMAT_WAV | SF_FORMAT_FLOAT)
    case .flac: Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    case .vorbis: Int32(SF_FORMAT_OGG | SF_FORMAT_VORBIS)
    case .opus: Int32(SF_FORMAT_OGG | SF_FORMAT_OPUS)
    case .mp3: Int32(SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III)
    }
  }

  /// Whether it is an Ogg stream, to which the encoder gives a random serial number.
  var isOgg: Bool { self == .vorbis || self == .opus }

  /// The compression level given to the encoder, from 0 to 1.
  var effort: Double {
    switch self {
    // Four fifths of the speed of level 0 for most of the gain.
    case .flac: 0.25
    // Transparent for speech and noise.
    case .vorbis: 0.6
    // 6 + 250 · 0.2 = about 56 kbit/s per side, which is as transparent.
    case .opus: 0.2
    // V4 of LAME, a variable bit rate.
    case .mp3: 0.6
    case .wav16, .wav24, .wavFloat: 0
    }
  }

  /// The level for the fewest bytes that speech and bells need.
  var compactEffort: Double {
    switch self {
    // 6 + 250 · 0.036 = 15 kbit/s per side.
    case .opus: 0.036
    // 320 − 288 · 1 = 32 kbit/s.
    case .mp3: 1
    case .flac, .vorbis, .wav16, .wav24, .wavFloat: effort
    }
  }

  /// Whether `frames` need more than `bytes` bytes, the limit of the file.
  func hasNoSpace(for frames: Int, channels: Int, in bytes: Int) -> Bool {
    guard let sampleBytes = limitedSampleBytes else { return false }
    return frames > bytes / (sampleBytes * max(1, channels))
  }

  /// The error message for too many frames.
  var limit: String {
    "a WAV file can't be longer than 4 GiB\(self == .wavFloat ? ", in floating point" : "; write .flac instead")"
  }

  /// The bytes of a sample in a WAV file, whose length fields have 32 bits; `nil` for formats without that limit.
  private var limitedSampleBytes: Int? {
    switch self {
    case .wav16: 2
    case .wav24: 3
    case .wavFloat: 4
    case .flac, .vorbis, .opus, .mp3: nil
    }
  }
}
