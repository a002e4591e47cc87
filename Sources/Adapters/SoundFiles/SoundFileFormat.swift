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

  /// Whether it loses something, so that its sound has a quality.
  package var isLossy: Bool { self == .vorbis || self == .opus || self == .mp3 }

  /// The level given to the encoder, from 0 to 1.
  func effort(_ quality: SoundQuality) -> Double {
    switch (self, quality) {
    // Four fifths of the speed of level 0 for most of the gain.
    case (.flac, _): 0.25
    // Quality 0 of Vorbis, 6, which is transparent for speech and noise, and 9.
    case (.vorbis, .least), (.vorbis, .small): 0
    case (.vorbis, .normal): 0.6
    case (.vorbis, .best): 0.9
    // 6 + 250 · 0.036 = 15 kbit/s per side; then 18, 56, which is as transparent, and 96.
    case (.opus, .least): 0.036
    case (.opus, .small): 0.048
    case (.opus, .normal): 0.2
    case (.opus, .best): 0.36
    // At a constant rate 320 − 288 · level = 32 and 40 kbit/s; then V4 and V0 of LAME, variable rates.
    case (.mp3, .least): 1
    case (.mp3, .small): 280 / 288
    case (.mp3, .normal): 0.6
    case (.mp3, .best): 1
    case (.wav16, _), (.wav24, _), (.wavFloat, _): 0
    }
  }

  /// Whether the level is a bit rate, and not a quality.
  func hasConstantRate(_ quality: SoundQuality) -> Bool { self == .mp3 && quality <= .small }

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

/// How much of the sound a compressed file keeps.
package enum SoundQuality: String, CaseIterable, Comparable, Sendable {
  /// The fewest bytes that speech and bells need.
  case least
  /// A workout of 40 minutes, with a bed, takes at most 14 MB as MP3 and 12 MB as Opus.
  case small
  /// Transparent for speech and noise.
  case normal
  /// Transparent for music, too.
  case best

  package static func < (a: SoundQuality, b: SoundQuality) -> Bool { a.rank < b.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
