public import AudioMixing

/// A sound file as a layer of the mix, which is read while it plays and resampled to the rate of the bus, in constant
/// memory.
///
/// The law: the samples equal those of the whole file resampled at once; a loop is resampled across its seam, too. A
/// loop plays up to the seam, then the seam, and continues after the frames into which the seam leads.
public final class SoundFileSource: LayerSource {
  /// The number of frames that are resampled at a time.
  private static let block = 4096

  private let reader: SoundFileReader
  private let resampler: Resampler
  private let loop: SoundFileLoop?
  private let gain: Float
  /// The next frame of the file.
  private var place: Int
  /// The samples that are still needed; the first one has the index `inputStart` in the stream.
  private var inputLeft: [Float] = []
  private var inputRight: [Float] = []
  private var inputStart = 0
  /// Why the stream ended early; `nil` where it did not.
  public private(set) var failure: String?
  /// The length of the stream in samples, once its end has been read.
  private var inputCount: Int?
  /// Frames at the rate of the bus, of which `next` is the first unread one.
  private var left: [Float] = []
  private var right: [Float] = []
  private var next = 0
  /// The index of the next frame to resample.
  private var made: Int

  /// Opens the file at `path` below `folder`.
  ///
  /// - Parameters:
  ///   - path: Relative to `folder`, below which it must stay.
  ///   - folder: The folder of the workout.
  ///   - first: The first frame, at the rate of the bus.
  /// - Throws: `SoundFileError`.
  public convenience init(_ path: String, in folder: String, from first: Int = 0) throws(SoundFileError) {
    try self.init(path, in: folder, loop: nil, gain: .unity, from: first)
  }

  /// Opens a file to be played once, or repeatedly with the seam of `loop`.
  init(
    _ path: String, in folder: String, loop: SoundFileLoop?, gain: Decibels, from first: Int = 0
  ) throws(SoundFileError) {
    reader = try SoundFileReader(path, in: folder)
    resampler = try Resampler.toBus(from: reader)
    self.loop = loop
    self.gain = gain.amplitude
    made = max(0, first)
    inputStart = resampler.inputs(for: made..<made + 1).lowerBound
    place = max(0, inputStart)
    if inputStart > 0 { try reader.seek(to: inputStart) }
    inputLeft = Array(repeating: 0, count: max(0, -inputStart))
    inputRight = inputLeft
  }

  /// Reads the next frames at the rate of the bus; fewer than `count` only at the end of a file that isn't a loop.
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

  /// Resamples the next block; returns `false` at the end.
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
    // Silence follows the end.
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

  /// Reads up to the sample `end`; where reading fails, the stream ends.
  private func load(upTo end: Int) {
    while inputCount == nil, inputStart + inputLeft.count < end {
      let count = min(end - inputStart - inputLeft.count, Self.block)
      if !loadNext(count) { inputCount = inputStart + inputLeft.count }
    }
  }

  /// Reads between one and `count` samples; returns `false` at the end.
  private func loadNext(_ count: Int) -> Bool {
    guard let loop else { return readFile(count) }
    let turn = loop.frames - loop.seamLeft.count
    if place < turn {
      let isRead = readFile(min(count, turn - place))
      if !isRead, failure == nil { failure = "\(reader.path): it is shorter than it was" }
      return isRead
    }
    inputLeft += loop.seamLeft
    inputRight += loop.seamRight
    place = loop.seamLeft.count
    return place < turn && succeeds { () throws(SoundFileError) in try reader.seek(to: place) }
  }

  /// Stores the reason where `body` fails.
  private func succeeds(_ body: () throws(SoundFileError) -> Void) -> Bool {
    do throws(SoundFileError) { try body() } catch { failure = error.description }
    return failure == nil
  }

  private func readFile(_ count: Int) -> Bool {
    var block = [Float](repeating: 0, count: count)
    var other = block
    var leftSpan = block.mutableSpan
    var rightSpan = other.mutableSpan
    var done = 0
    do throws(SoundFileError) { done = try reader.read(left: &leftSpan, right: &rightSpan) } catch {
      failure = error.description
    }
    inputLeft += block[..<done]
    inputRight += other[..<done]
    place += done
    return done == count
  }
}

extension Resampler {
  /// The resampler from the rate of a file to the rate of the bus.
  static func toBus(from reader: SoundFileReader) throws(SoundFileError) -> Resampler {
    let rate = reader.info.sampleRate
    guard let resampler = Resampler(from: rate, to: Bus.sampleRate) else {
      throw .refused(path: reader.path, reason: "its sample rate of \(rate) Hz can't be brought to \(Bus.sampleRate)")
    }
    return resampler
  }
}
