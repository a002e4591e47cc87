public import AudioMixing

/// A sound file as a layer of the mix: read as it is heard, brought to the rate of the bus on the way, in constant
/// memory.
///
/// What comes is the same as if the whole file were resampled at once; a loop is resampled across its seam too. A loop
/// plays up to the seam, the seam, and goes on behind what the seam led into.
public final class SoundFileSource: LayerSource {
  /// How many frames are made at a time.
  private static let block = 4096

  private let reader: SoundFileReader
  private let resampler: Resampler
  private let round: SoundFileLoop?
  private let gain: Float
  /// The frame of the file that is read next.
  private var place: Int
  /// What has been read and is still needed; its first sample is number `inputStart` of the stream.
  private var inputLeft: [Float] = []
  private var inputRight: [Float] = []
  private var inputStart = 0
  /// Why the stream ended before its end, where it did.
  public private(set) var failure: String?
  /// How many samples the stream has, as soon as its end has been seen.
  private var inputCount: Int?
  /// Frames at the rate of the bus, handed out from `next` on.
  private var left: [Float] = []
  private var right: [Float] = []
  private var next = 0
  /// The number of the frame that is made next.
  private var made: Int

  /// Opens the file at `path` below `folder`.
  ///
  /// - Parameters:
  ///   - path: Relative to `folder`, below which it must stay.
  ///   - folder: Where the workout lies.
  ///   - first: The frame, at the rate of the bus, with which it begins.
  /// - Throws: `SoundFileError`, before anything is played.
  public convenience init(_ path: String, in folder: String, from first: Int = 0) throws(SoundFileError) {
    try self.init(path, in: folder, round: nil, gain: .unity, from: first)
  }

  /// Opens a file to be played once, or round and round with the seam of `round`.
  init(
    _ path: String, in folder: String, round: SoundFileLoop?, gain: Decibels, from first: Int = 0
  ) throws(SoundFileError) {
    reader = try SoundFileReader(path, in: folder)
    resampler = try Resampler.toBus(from: reader)
    self.round = round
    self.gain = gain.amplitude
    made = max(0, first)
    inputStart = resampler.inputs(for: made..<made + 1).lowerBound
    place = max(0, inputStart)
    if inputStart > 0 { try reader.seek(to: inputStart) }
    inputLeft = Array(repeating: 0, count: max(0, -inputStart))
    inputRight = inputLeft
  }

  /// Writes the next frames at the rate of the bus; fewer than asked at the end of a file that doesn't loop.
  public func read(
    _ count: Int, left toLeft: inout MutableSpan<Float>, right toRight: inout MutableSpan<Float>
  ) -> Int {
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

  /// Makes the next block; `false` at the end.
  private func refill() -> Bool {
    load(upTo: resampler.inputs(for: made..<made + Self.block).upperBound)
    let count = inputCount.map { min(Self.block, resampler.outputCount(for: $0) - made) } ?? Self.block
    guard count > 0 else { return false }
    let needed = resampler.inputs(for: made..<made + count)
    drop(before: needed.lowerBound)
    left = outputs(count, of: inputLeft, needed.count)
    right = outputs(count, of: inputRight, needed.count)
    made += count
    next = 0
    return true
  }

  private func outputs(_ count: Int, of input: [Float], _ length: Int) -> [Float] {
    var window = Array(input.prefix(length))
    // Behind the end is silence.
    window += repeatElement(0, count: length - window.count)
    let outputs = resampler.outputs(made..<made + count, of: window.span)
    return gain == 1 ? outputs : outputs.map { $0 * gain }
  }

  private func drop(before first: Int) {
    let past = min(max(0, first - inputStart), inputLeft.count)
    inputLeft.removeFirst(past)
    inputRight.removeFirst(past)
    inputStart += past
  }

  /// Reads on until the sample number `end`; a file that can't be read on while it plays ends there.
  private func load(upTo end: Int) {
    while inputCount == nil, inputStart + inputLeft.count < end {
      let wanted = min(end - inputStart - inputLeft.count, Self.block)
      if !loadNext(wanted) { inputCount = inputStart + inputLeft.count }
    }
  }

  /// Reads up to `wanted` samples, at least one; `false` at the end.
  private func loadNext(_ wanted: Int) -> Bool {
    guard let round else { return readFile(wanted) }
    let turn = round.frames - round.seamLeft.count
    if place < turn {
      let isRead = readFile(min(wanted, turn - place))
      if !isRead, failure == nil { failure = "\(reader.path): it is shorter than it was" }
      return isRead
    }
    inputLeft += round.seamLeft
    inputRight += round.seamRight
    place = round.seamLeft.count
    return place < turn && succeeds { () throws(SoundFileError) in try reader.seek(to: place) }
  }

  /// Keeps the reason where something fails.
  private func succeeds(_ act: () throws(SoundFileError) -> Void) -> Bool {
    do throws(SoundFileError) { try act() } catch { failure = error.description }
    return failure == nil
  }

  private func readFile(_ wanted: Int) -> Bool {
    var block = [Float](repeating: 0, count: wanted)
    var other = block
    var leftSpan = block.mutableSpan
    var rightSpan = other.mutableSpan
    var count = 0
    do throws(SoundFileError) { count = try reader.read(left: &leftSpan, right: &rightSpan) } catch {
      failure = error.description
    }
    inputLeft += block[..<count]
    inputRight += other[..<count]
    place += count
    return count == wanted
  }
}

extension Resampler {
  /// What brings the frames of a file to the rate of the bus.
  static func toBus(from reader: SoundFileReader) throws(SoundFileError) -> Resampler {
    let rate = reader.info.sampleRate
    guard let resampler = Resampler(from: rate, to: Bus.sampleRate) else {
      throw .refused(path: reader.path, reason: "its sample rate of \(rate) Hz can't be brought to \(Bus.sampleRate)")
    }
    return resampler
  }
}
