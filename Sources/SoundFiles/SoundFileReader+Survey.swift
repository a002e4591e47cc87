public import AudioMixing

extension SoundFileReader {
  /// How long the file at `path` is, which is looked at wholly: what can't be read to its end is refused.
  ///
  /// A file whose header doesn't tell its length, or whose damage only its decoder sees (FLAC), is decoded; that takes
  /// a second for half an hour.
  /// - Throws: `SoundFileError`, also where there is no sound in it.
  public static func length(of path: String, in folder: String) throws(SoundFileError) -> Duration {
    let reader = try SoundFileReader(path, in: folder, wholly: true)
    let info = reader.info
    let frames =
      if let frames = info.frames, !info.needsDecoding { frames } else { try reader.readOn { _, _, _ in } }
    guard frames > 0 else { throw .refused(path: path, reason: "there is no sound in it") }
    return SoundFileInfo.duration(of: frames, sampleRate: info.sampleRate)
  }

  /// The loudest 400 ms of the file at `path`, in LUFS; minus infinity for silence.
  ///
  /// - Throws: `SoundFileError`.
  public static func loudest(of path: String, in folder: String) throws(SoundFileError) -> Decibels {
    let reader = try SoundFileReader(path, in: folder)
    var meter = LoudnessMeter(sampleRate: reader.info.sampleRate)
    _ = try reader.readOn { left, right, count in
      meter.add(left: left.span.extracting(..<count), right: right.span.extracting(..<count))
    }
    return meter.momentaryMaximum
  }

  /// Reads to the end, hands out what comes, and returns how many frames that were.
  private func readOn(_ take: (_ left: [Float], _ right: [Float], _ count: Int) -> Void) throws(SoundFileError) -> Int {
    var left = [Float](repeating: 0, count: 4_096)
    var right = left
    var frames = 0
    while true {
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      let count = try read(left: &leftSpan, right: &rightSpan)
      take(left, right, count)
      frames += count
      if count < left.count { return frames }
    }
  }
}
