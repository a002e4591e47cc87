public import AudioMixing

/// A sound file that is played repeatedly: measured once, and opened whenever it is played.
///
/// The last second of the file (a quarter of a file shorter than four seconds) is crossfaded into the first one, with a
/// curve for their correlation, and the next repetition begins after that. Only this second is held in memory.
public struct SoundFileLoop: Sendable {
  /// The length of the part whose loudness is measured, in seconds.
  static let measuredSeconds = 300

  /// The loudness of the file's first five minutes, in LUFS; minus infinity for silence.
  public let loudness: Decibels
  /// The loudest 400 ms of the same part, in LUFS.
  public let loudest: Decibels
  /// The length in frames of the file's own rate.
  public let frames: Int
  /// The crossfade from the end of the file to its beginning.
  let seamLeft: [Float]
  let seamRight: [Float]
  private let path: String
  private let folder: String

  /// Measures the file at `path` below `folder`.
  ///
  /// - Throws: `SoundFileError`, also where it contains no sound.
  public init(_ path: String, in folder: String) throws(SoundFileError) {
    self.path = path
    self.folder = folder
    let reader = try SoundFileReader(path, in: folder, wholly: true)
    let rate = reader.info.sampleRate
    var meter = LoudnessMeter(sampleRate: rate)
    var head = FrameRange()
    var tail = FrameRange()
    var block = FrameRange(frames: 4_096)
    var isRead = false
    // Where the header contains the length, the middle of the file isn't read.
    let needsAll = reader.info.frames == nil || reader.info.needsDecoding
    while !isRead && (needsAll || meter.frames < Self.measuredSeconds * rate) {
      let count = try block.read(from: reader)
      if meter.frames < Self.measuredSeconds * rate { meter.add(block.left, block.right, count) }
      if head.count < rate { head.append(block, count) }
      tail.append(block, count)
      tail.dropAllBut(rate)
      isRead = count < block.count
    }
    frames = isRead ? tail.end : reader.info.frames ?? tail.end
    let seam = min(rate, frames / 4)
    if !isRead {
      try reader.seek(to: frames - seam)
      tail = FrameRange(frames: seam)
      _ = try tail.read(from: reader)
    }
    guard meter.frames > 0 else { throw .refused(path: path, reason: "there is no sound in it") }
    loudest = meter.momentaryMaximum
    loudness = loudest > .silence ? Self.loudness(meter) : .silence
    (seamLeft, seamRight) = tail.last(seam, crossingInto: head)
  }

  /// Opens the file to be played repeatedly from its beginning, with a gain.
  ///
  /// - Throws: `SoundFileError`.
  public func source(gain: Decibels = .unity) throws(SoundFileError) -> SoundFileSource {
    try SoundFileSource(path, in: folder, loop: self, gain: gain)
  }

  /// A file shorter than a gating block of the standard has its mean loudness.
  private static func loudness(_ meter: LoudnessMeter) -> Decibels {
    let integrated = meter.integrated
    return integrated > .silence ? integrated : meter.average
  }
}

/// A range of frames of both sides.
private struct FrameRange {
  var left: [Float] = []
  var right: [Float] = []
  /// The index after its last frame.
  var end = 0

  init() {}

  init(frames: Int) {
    left = Array(repeating: 0, count: frames)
    right = left
  }

  var count: Int { left.count }

  /// Fills the buffer from a file until it is full or the file ends; returns how many frames were read.
  mutating func read(from reader: SoundFileReader) throws(SoundFileError) -> Int {
    try Self.read(from: reader, &left, &right)
  }

  // Two properties of one value can't be borrowed as spans at once, but two arguments can.
  private static func read(
    from reader: SoundFileReader, _ left: inout [Float], _ right: inout [Float]
  ) throws(SoundFileError) -> Int {
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    return try reader.read(left: &leftSpan, right: &rightSpan)
  }

  mutating func append(_ other: FrameRange, _ count: Int) {
    left += other.left[..<count]
    right += other.right[..<count]
    end += count
  }

  mutating func dropAllBut(_ count: Int) {
    // Rarely, because the remaining frames are moved.
    guard left.count > 2 * count else { return }
    left.removeFirst(left.count - count)
    right.removeFirst(right.count - count)
  }

  /// The last `count` frames crossfaded into the first ones of another range.
  func last(_ count: Int, crossingInto other: FrameRange) -> ([Float], [Float]) {
    var ends = (left: Array(left.suffix(count)), right: Array(right.suffix(count)))
    LoopSeam.crossOver(&ends.left, &ends.right, into: other.left.prefix(count), other.right.prefix(count))
    return ends
  }
}

extension LoudnessMeter {
  fileprivate mutating func add(_ left: [Float], _ right: [Float], _ count: Int) {
    add(left: left.span.extracting(..<count), right: right.span.extracting(..<count))
  }
}
