public import AudioMixing

/// A sound file that goes round and round: measured once, opened as often as it is heard.
///
/// The last second of the file goes over into its first (a quarter of a file that is shorter than four seconds), in a
/// way that follows from how alike they are, and the next round begins behind that. What is held in memory is that
/// second, however long the file is.
public struct SoundFileLoop: Sendable {
  /// How much of a file is listened to for its loudness, in seconds.
  static let measuredSeconds = 300

  /// The loudness of the file's first five minutes, in LUFS; minus infinity for silence.
  public let loudness: Decibels
  /// The loudest 400 ms of the same.
  public let loudest: Decibels
  /// How many frames the file has, at its own rate.
  public let frames: Int
  /// The end of the file on its way into the beginning.
  let seamLeft: [Float]
  let seamRight: [Float]
  private let path: String
  private let folder: String

  /// Listens to the file at `path` below `folder`.
  ///
  /// - Throws: `SoundFileError`, also where there is no sound in it.
  public init(_ path: String, in folder: String) throws(SoundFileError) {
    self.path = path
    self.folder = folder
    let reader = try SoundFileReader(path, in: folder, wholly: true)
    let rate = reader.info.sampleRate
    var meter = LoudnessMeter(sampleRate: rate)
    var head = Stretch()
    var tail = Stretch()
    var block = Stretch(frames: 4_096)
    var isRead = false
    // A length that the header tells spares the reading of what lies between the beginning and the end.
    let needsAll = reader.info.frames == nil || reader.info.needsDecoding
    while !isRead && (needsAll || meter.frames < Self.measuredSeconds * rate) {
      let count = try block.read(from: reader)
      if meter.frames < Self.measuredSeconds * rate { meter.add(block.left, block.right, count) }
      if head.count < rate { head.append(block, count) }
      tail.append(block, count)
      tail.keepLast(rate)
      isRead = count < block.count
    }
    frames = isRead ? tail.end : reader.info.frames ?? tail.end
    let seam = min(rate, frames / 4)
    if !isRead {
      try reader.seek(to: frames - seam)
      tail = Stretch(frames: seam)
      _ = try tail.read(from: reader)
    }
    guard meter.frames > 0 else { throw .refused(path: path, reason: "there is no sound in it") }
    loudest = meter.momentaryMaximum
    loudness = loudest > .silence ? Self.loudness(meter) : .silence
    (seamLeft, seamRight) = tail.last(seam, crossingInto: head)
  }

  /// Opens the file to be played from its beginning, round and round, times a gain.
  ///
  /// - Throws: `SoundFileError`.
  public func source(gain: Decibels = .unity) throws(SoundFileError) -> SoundFileSource {
    try SoundFileSource(path, in: folder, round: self, gain: gain)
  }

  /// What is shorter than a block of the standard's gate has its mean.
  private static func loudness(_ meter: LoudnessMeter) -> Decibels {
    let integrated = meter.integrated
    return integrated > .silence ? integrated : meter.average
  }
}

/// Some frames of both sides.
private struct Stretch {
  var left: [Float] = []
  var right: [Float] = []
  /// The number of the frame behind its last.
  var end = 0

  init() {}

  init(frames: Int) {
    left = Array(repeating: 0, count: frames)
    right = left
  }

  var count: Int { left.count }

  /// Fills it from a file, as far as that goes; returns how many frames came.
  mutating func read(from reader: SoundFileReader) throws(SoundFileError) -> Int {
    try Self.read(from: reader, &left, &right)
  }

  // Two arrays of one value can't be lent as spans at once, so they are lent as arguments.
  private static func read(
    from reader: SoundFileReader, _ left: inout [Float], _ right: inout [Float]
  ) throws(SoundFileError) -> Int {
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    return try reader.read(left: &leftSpan, right: &rightSpan)
  }

  mutating func append(_ other: Stretch, _ count: Int) {
    left += other.left[..<count]
    right += other.right[..<count]
    end += count
  }

  mutating func keepLast(_ count: Int) {
    // Now and then, for it moves all that stays.
    guard left.count > 2 * count else { return }
    left.removeFirst(left.count - count)
    right.removeFirst(right.count - count)
  }

  /// The last `count` frames on their way into the first of another stretch.
  func last(_ count: Int, crossingInto other: Stretch) -> ([Float], [Float]) {
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
