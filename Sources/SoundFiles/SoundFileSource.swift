public import AudioMixing

/// A sound file as a layer of the mix: read as it is heard, brought to the rate of the bus on the way, in constant memory.
///
/// Files at another rate are resampled in pieces of about a second, each with enough of its neighbours that the pieces join without
/// a seam: the result is what resampling the whole file at once would give.
public final class SoundFileSource: LayerSource {
  private let reader: SoundFileReader
  private let loops: Bool
  private let resample: Resampling
  /// Input frames a piece; a whole number of them makes a whole number of output frames.
  private let piece: Int
  /// Input frames of context on either side of a piece.
  private let context: Int
  private var inputLeft: [Float]
  private var inputRight: [Float]
  /// Input frames that the file has given, behind which is silence.
  private var hasEnded = false
  private var left: [Float] = []
  private var right: [Float] = []
  private var next = 0

  /// Opens the file at `path` below `folder`.
  ///
  /// - Parameters:
  ///   - path: Relative to `folder`, below which it must stay.
  ///   - folder: Where the workout lies.
  ///   - loops: Whether it begins again when it ends.
  ///   - first: The frame, at the rate of the bus, with which it begins.
  ///   - resample: Brings samples of another rate to that of the bus.
  /// - Throws: `SoundFileError`, before anything is played.
  public init(
    _ path: String, in folder: String, loops: Bool, from first: Int = 0, resample: @escaping Resampling
  ) throws(SoundFileError) {
    reader = try SoundFileReader(path, in: folder)
    self.loops = loops
    self.resample = resample
    let rate = reader.info.sampleRate
    let unit = rate / Self.commonDivisor(rate, Bus.sampleRate)
    piece = unit * max(1, rate / unit)
    context = unit * ((512 + unit - 1) / unit)
    inputLeft = Array(repeating: 0, count: context)
    inputRight = inputLeft
    inputLeft.reserveCapacity(piece + 2 * context)
    inputRight.reserveCapacity(piece + 2 * context)
    try skip(frames: first)
  }

  public func read(_ count: Int, left toLeft: inout MutableSpan<Float>, right toRight: inout MutableSpan<Float>) -> Int {
    var done = 0
    while done < count {
      if next == left.count, !refill() { return done }
      let part = min(count - done, left.count - next)
      for frame in 0..<part {
        toLeft[done + frame] = left[next + frame]
        toRight[done + frame] = right[next + frame]
      }
      next += part
      done += part
    }
    return done
  }

  /// Goes to the piece that holds a frame, and within it to the frame.
  private func skip(frames: Int) throws(SoundFileError) {
    guard frames > 0 else { return }
    let rate = reader.info.sampleRate
    let pieceFrames = piece * Bus.sampleRate / rate
    let whole = frames / pieceFrames
    if whole > 0 {
      // The context before a piece is what stands before it in the file.
      try reader.seek(to: whole * piece - context)
      inputLeft = []
      inputRight = []
    }
    guard refill() else { return }
    next = min(frames - whole * pieceFrames, left.count)
  }

  /// Makes the next piece of output; `false` at the end.
  private func refill() -> Bool {
    let wanted = piece + 2 * context
    if inputLeft.count < wanted, !hasEnded { load(wanted - inputLeft.count) }
    let available = min(piece, inputLeft.count - context)
    guard available > 0 else { return false }
    let rate = reader.info.sampleRate
    let (skipped, made) = (context * Bus.sampleRate / rate, (available * Bus.sampleRate + rate - 1) / rate)
    left = cut(rate == Bus.sampleRate ? inputLeft : resample(inputLeft, rate), skipped, made)
    right = cut(rate == Bus.sampleRate ? inputRight : resample(inputRight, rate), skipped, made)
    next = 0
    inputLeft.removeFirst(min(piece, inputLeft.count))
    inputRight.removeFirst(min(piece, inputRight.count))
    return !left.isEmpty
  }

  private func cut(_ samples: [Float], _ first: Int, _ count: Int) -> [Float] {
    Array(samples.dropFirst(first).prefix(count))
  }

  /// Reads more input; a file that breaks off while it plays ends there.
  private func load(_ wanted: Int) {
    var missing = wanted
    var isFresh = false
    while missing > 0 {
      let size = min(missing, 4096)
      var block = [Float](repeating: 0, count: size)
      var other = block
      var leftSpan = block.mutableSpan
      var rightSpan = other.mutableSpan
      let count = (try? reader.read(left: &leftSpan, right: &rightSpan)) ?? 0
      inputLeft += block[..<count]
      inputRight += other[..<count]
      missing -= count
      if count == size {
        isFresh = false
        continue
      }
      // A loop that gives nothing even from its start would be read for ever.
      guard loops, !(isFresh && count == 0), (try? reader.seek(to: 0)) != nil else {
        hasEnded = true
        return
      }
      isFresh = true
    }
  }

  private static func commonDivisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : commonDivisor(b, a % b) }
}

extension SoundFileReader {
  /// How long the file at `path` is; one whose header doesn't say is decoded to its end.
  ///
  /// - Throws: `SoundFileError`.
  public static func length(of path: String, in folder: String) throws(SoundFileError) -> Duration {
    let reader = try SoundFileReader(path, in: folder)
    if let duration = reader.info.duration { return duration }
    var block = [Float](repeating: 0, count: 4096)
    var other = block
    var frames = 0
    while true {
      var leftSpan = block.mutableSpan
      var rightSpan = other.mutableSpan
      let count = try reader.read(left: &leftSpan, right: &rightSpan)
      frames += count
      if count < 4096 { break }
    }
    return .nanoseconds(frames * 1_000_000_000 / reader.info.sampleRate)
  }
}
