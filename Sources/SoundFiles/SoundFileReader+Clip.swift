public import AudioMixing

extension SoundFileReader {
  /// The longest sound that is held in memory, in seconds.
  public static let maximumClipSeconds = 600

  /// Reads a whole file as a clip at the bus rate.
  ///
  /// - Parameters:
  ///   - path: relative to `folder`, below which it must stay.
  ///   - folder: where the workout lies.
  /// - Returns: the clip, all of it audible.
  /// - Throws: `SoundFileError`, also for a sound longer than ten minutes or without any frame.
  public static func clip(_ path: String, in folder: String) throws(SoundFileError) -> Clip {
    let reader = try SoundFileReader(path, in: folder, wholly: true)
    let resampler = try Resampler.toBus(from: reader)
    let (left, right) = try reader.readAll()
    if reader.info.channels == 1 { return Clip(mono: resampler.resample(left)) }
    return Clip(left: resampler.resample(left), right: resampler.resample(right))
  }

  /// Reads from here to the end; for mono material the right side stays empty.
  private func readAll() throws(SoundFileError) -> (left: [Float], right: [Float]) {
    let limit = Self.maximumClipSeconds * info.sampleRate
    let tooLong = SoundFileError.refused(
      path: path, reason: "it is longer than ten minutes; use it as a track or as ambient sound")
    if let frames = info.frames, frames > limit { throw tooLong }
    var (left, right): ([Float], [Float]) = ([], [])
    left.reserveCapacity(info.frames ?? 0)
    right.reserveCapacity(info.channels == 1 ? 0 : info.frames ?? 0)
    var leftBlock = [Float](repeating: 0, count: 4_096)
    var rightBlock = leftBlock
    while true {
      var leftSpan = leftBlock.mutableSpan
      var rightSpan = rightBlock.mutableSpan
      let count = try read(left: &leftSpan, right: &rightSpan)
      left.append(contentsOf: leftBlock.prefix(count))
      if info.channels == 2 { right.append(contentsOf: rightBlock.prefix(count)) }
      // The header may have lied.
      if left.count > limit { throw tooLong }
      if count < leftBlock.count { break }
    }
    if left.isEmpty { throw .refused(path: path, reason: "there is no sound in it") }
    return (left, right)
  }
}
