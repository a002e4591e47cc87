package import AudioMixing

/// A sound file that is played repeatedly: measured once, and opened whenever it is played.
///
/// The last second of the file (a quarter of a file shorter than four seconds) is crossfaded into the first one, with a
/// curve for their correlation, and the next repetition begins after that. A file of up to two minutes is decoded and
/// resampled once and held in 16 bits, whose noise is 98 dB below the peak of each 85 ms; of a longer one only that
/// second is held, and it is streamed.
package struct SoundFileLoop: Sendable {
  private enum Content: Sendable {
    case packed(PackedLoop)
    case streamed(LoopFrames.Seam)
  }

  /// The loudness of the file's first five minutes, in LUFS; minus infinity for silence.
  package let loudness: Decibels
  /// The loudest 400 ms of the same part, in LUFS.
  package let loudest: Decibels
  /// The length in frames of the file's own rate.
  package let frames: Int
  private let content: Content
  private let path: String
  private let folder: String

  /// Measures the file at `path` below `folder`.
  ///
  /// - Throws: `SoundFileError`, also if it contains no sound.
  package init(_ path: String, in folder: String) throws(SoundFileError) {
    self.path = path
    self.folder = folder
    let file = try LoopFrames(SoundFileReader(path, in: folder))
    frames = file.frames
    loudest = file.meter.momentaryMaximum
    loudness = loudest > .silence ? Self.loudness(file.meter) : .silence
    let seam = file.seam()
    content = file.pack(seam).map { .packed($0) } ?? .streamed(seam)
  }

  /// Opens the file to be played repeatedly from its beginning, with a gain.
  package func source(gain: Decibels = .unity) throws(SoundFileError) -> any LayerSource {
    switch content {
    case .packed(let loop): LoopSource(loop, gain: gain)
    case .streamed(let seam): try SoundFileSource(path, in: folder, seam: seam, gain: gain)
    }
  }

  /// A file shorter than a gating block of the standard has its mean loudness.
  private static func loudness(_ meter: LoudnessMeter) -> Decibels {
    let integrated = meter.integrated
    return integrated > .silence ? integrated : meter.average
  }
}
