import AudioMixing

/// The frames of a file from which its loop is made: read once, measured on the way, and packed where it is short.
struct LoopFrames {
  /// The replacement for the end of a file, after which its beginning can follow.
  struct Seam: Sendable {
    /// The length of the file in frames; the seam ends there.
    let frames: Int
    let left: [Float]
    let right: [Float]

    var count: Int { left.count }
    /// The frame that the seam begins at, and the length of each repetition.
    var turn: Int { frames - count }

    /// Copies up to `limit` frames from frame `first` of the seam on; returns the number copied.
    @_lifetime(toLeft: copy toLeft) @_lifetime(toRight: copy toRight)
    func copy(
      from first: Int, atMost limit: Int, left toLeft: inout MutableSpan<Float>,
      right toRight: inout MutableSpan<Float>, at place: Int
    ) -> Int {
      let count = min(limit, count - first)
      for index in 0..<count {
        toLeft[place + index] = left[first + index]
        toRight[place + index] = right[first + index]
      }
      return count
    }
  }

  /// The length of the part whose loudness is measured, in seconds.
  private static let measuredSeconds = 300
  private static let packedSeconds = 120
  /// The length of the held beginning, in seconds: the whole of a file whose seam is shorter than a second.
  private static let headSeconds = 4

  private(set) var meter: LoudnessMeter
  private(set) var frames = 0
  /// The frames that the loop is made of; `nil` if it is too long to be held.
  private var recorder: LoopRecorder?
  private var head = StereoFrames()
  /// The last second, or two.
  private var tail = StereoFrames()
  private let resampler: Resampler
  private let rate: Int

  /// Reads a file.
  ///
  /// - Throws: `SoundFileError`, also if it contains no sound.
  init(_ reader: SoundFileReader) throws(SoundFileError) {
    let info = reader.info
    rate = info.sampleRate
    resampler = try Resampler.toBus(from: reader)
    meter = LoudnessMeter(sampleRate: rate)
    if info.frames ?? 0 <= Self.packedSeconds * rate {
      recorder = LoopRecorder(resampler, isMono: info.channels == 1)
    }
    try read(from: reader)
    if frames == 0 { throw .refused(path: reader.path, reason: "it contains no sound") }
  }

  private mutating func read(from reader: SoundFileReader) throws(SoundFileError) {
    // If the header contains the length of a long file, its middle isn't read.
    let needsAll = recorder != nil || reader.info.frames == nil || reader.info.needsDecoding
    var block = StereoFrames(count: 4_096)
    while needsAll || meter.frames < Self.measuredSeconds * rate {
      let count = try block.read(from: reader)
      if meter.frames < Self.measuredSeconds * rate { meter.add(block, count) }
      if head.count < Self.headSeconds * rate { head.append(block, count) }
      tail.append(block, count)
      frames += count
      if frames > Self.packedSeconds * rate { recorder = nil }
      releaseTail()
      if count < block.count { return }
    }
    frames = reader.info.frames ?? frames
    let count = min(2 * rate, frames)
    try reader.seek(to: frames - count)
    tail = StereoFrames(count: count)
    _ = try tail.read(from: reader)
  }

  /// Passes the frames before the last second to the recorder; rarely, because the remaining ones are moved.
  private mutating func releaseTail() {
    guard tail.count > 2 * rate else { return }
    let past = tail.count - rate
    recorder?.append(tail, 0..<past)
    tail.removeFirst(past)
  }

  /// The seam: the last second of the file (a quarter of a shorter one) crossfaded into the first one.
  ///
  /// It is shortened, by less than half, to make each repetition a whole number of frames of the bus.
  func seam() -> Seam {
    let longest = min(rate, frames / 4)
    let excess = (frames - longest) % resampler.inputUnit
    let shortening = excess == 0 ? 0 : resampler.inputUnit - excess
    let count = shortening < longest / 2 ? longest - shortening : longest
    var left = Array(tail.left.suffix(count))
    var right = Array(tail.right.suffix(count))
    LoopSeam.crossOver(&left, &right, into: head.left.prefix(count), head.right.prefix(count))
    return Seam(frames: frames, left: left, right: right)
  }

  /// The whole loop with its seam at the rate of the bus; `nil` if it is too long, or its repetitions aren't a whole
  /// number of frames.
  consuming func pack(_ seam: Seam) -> PackedLoop? {
    let (turn, unit) = (seam.turn, resampler.inputUnit)
    guard var recorder = recorder.take(), turn > 0, turn % unit == 0 else { return nil }
    // After the filter's memory of the seam each repetition equals the one before.
    let start = resampler.firstOutput(from: seam.count)
    let wanted = start + resampler.outputCount(for: turn)
    recorder.append(tail, 0..<tail.count - seam.count)
    while recorder.frames < wanted {
      recorder.append(StereoFrames(left: seam.left, right: seam.right), 0..<seam.count)
      recorder.append(head, seam.count..<min(turn, head.count))
    }
    return recorder.finish(wanted, continuingAt: start)
  }
}

private struct LoopRecorder {
  private var stream: ResamplingStream
  private var loop: PackedLoopBuilder
  private var block = StereoFrames(count: 4_096)

  init(_ resampler: Resampler, isMono: Bool) {
    stream = ResamplingStream(resampler, isMono: isMono)
    loop = PackedLoopBuilder(isMono: isMono)
  }

  var frames: Int { loop.frames }

  mutating func append(_ sound: StereoFrames, _ range: Range<Int>) {
    stream.append(
      left: sound.left.span.extracting(range), right: sound.right.span.extracting(range), count: range.count)
    while case let count = block.read(from: &stream), count > 0 {
      let (left, right) = (block.left, block.right)
      loop.append(left: left.span, right: right.span, count: count)
    }
  }

  consuming func finish(_ frames: Int, continuingAt start: Int) -> PackedLoop {
    loop.finish(frames, continuingAt: start)
  }
}

private struct StereoFrames {
  private(set) var left: [Float] = []
  private(set) var right: [Float] = []

  init() {}

  init(left: [Float], right: [Float]) { (self.left, self.right) = (left, right) }

  /// Silent frames.
  init(count: Int) {
    left = Array(repeating: 0, count: count)
    right = left
  }

  var count: Int { left.count }

  /// Fills the buffer from a file until it is full or the file ends; returns the number of frames read.
  mutating func read(from reader: SoundFileReader) throws(SoundFileError) -> Int {
    try Self.read(from: reader, &left, &right)
  }

  /// Fills the buffer with the frames that a stream has ready; returns their number.
  mutating func read(from stream: inout ResamplingStream) -> Int { Self.read(from: &stream, &left, &right) }

  // Two properties of one value can't be borrowed as spans at once, but two arguments can.
  private static func read(
    from reader: SoundFileReader, _ left: inout [Float], _ right: inout [Float]
  ) throws(SoundFileError) -> Int {
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    return try reader.read(left: &leftSpan, right: &rightSpan)
  }

  private static func read(from stream: inout ResamplingStream, _ left: inout [Float], _ right: inout [Float]) -> Int {
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    return stream.read(leftSpan.count, left: &leftSpan, right: &rightSpan)
  }

  mutating func append(_ other: StereoFrames, _ count: Int) {
    left += other.left[..<count]
    right += other.right[..<count]
  }

  mutating func removeFirst(_ count: Int) {
    left.removeFirst(count)
    right.removeFirst(count)
  }
}

extension LoudnessMeter {
  fileprivate mutating func add(_ frames: StereoFrames, _ count: Int) {
    add(left: frames.left.span.extracting(..<count), right: frames.right.span.extracting(..<count))
  }
}
