import AudioMixing

/// A sound file as a layer of the mix, which is read while it plays and resampled to the rate of the bus, in constant
/// memory.
///
/// The law: the samples equal those of the whole file resampled at once; a loop is resampled across its seam, too. A
/// loop plays up to the seam, then the seam, and continues after the frames into which the seam leads.
package final class SoundFileSource: LayerSource {
  /// The number of frames read and resampled at a time.
  private static let block = 4_096

  private let reader: SoundFileReader
  private let seam: LoopFrames.Seam?
  private let gain: Float
  /// The next frame of the file; in the seam, which replaces the end of the file, the frame that it replaces.
  private var place: Int
  /// The resampler; `nil` for a file at the rate of the bus.
  private var stream: ResamplingStream?
  private var left: [Float] = []
  private var right: [Float] = []
  /// The reason why the stream ended early; `nil` if it did not.
  package private(set) var failure: String?

  /// Opens the file at `path` below `folder`; `first` is its first frame at the rate of the bus.
  package convenience init(_ path: String, in folder: String, from first: Int = 0) throws(SoundFileError) {
    try self.init(path, in: folder, seam: nil, gain: .unity, from: first)
  }

  /// Opens a file to be played once, or repeatedly with a seam.
  init(
    _ path: String, in folder: String, seam: LoopFrames.Seam?, gain: Decibels, from first: Int = 0
  ) throws(SoundFileError) {
    reader = try SoundFileReader(path, in: folder)
    let resampler = try Resampler.toBus(from: reader)
    self.seam = seam
    self.gain = gain.amplitude
    let stream = ResamplingStream(resampler, isMono: reader.info.channels == 1, from: first)
    place = resampler.isIdentity ? max(0, first) : max(0, stream.nextInput)
    if !resampler.isIdentity {
      self.stream = stream
      left = Array(repeating: 0, count: Self.block)
      right = left
    }
    if place > 0 { try reader.seek(to: place) }
  }

  /// Reads the next frames at the rate of the bus; fewer than `count` only at the end of a file that isn't a loop.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  package func read(_ count: Int, left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) -> Int {
    read(count, times: 1, left: &left, right: &right)
  }

  /// Reads the next frames in the same way, each sample times a gain.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  package func read(
    _ count: Int, times factor: Float, left: inout MutableSpan<Float>, right: inout MutableSpan<Float>
  ) -> Int {
    var done = 0
    if var stream = self.stream.take() {
      done = readResampled(count, from: &stream, left: &left, right: &right)
      self.stream = stream
    } else {
      while done < count {
        let got = readFile(count - done, left: &left, right: &right, at: done)
        if got == 0 { break }
        done += got
      }
    }
    SampleConversion.multiply(left: &left, right: &right, count: done, by: gain, factor)
    return done
  }

  @_lifetime(toLeft: copy toLeft) @_lifetime(toRight: copy toRight)
  private func readResampled(
    _ count: Int, from stream: inout ResamplingStream, left toLeft: inout MutableSpan<Float>,
    right toRight: inout MutableSpan<Float>
  ) -> Int {
    var done = 0
    var isOver = false
    while true {
      done += stream.read(count - done, left: &toLeft, right: &toRight, at: done)
      if done == count || isOver { return done }
      let got = refill()
      if got == 0 {
        stream.finish()
        isOver = true
      } else {
        stream.append(left: left.span, right: right.span, count: got)
      }
    }
  }

  /// Reads the next frames of the file into `left` and `right`; returns their number, 0 at the end.
  private func refill() -> Int {
    // Two properties of one object can't be borrowed as spans at once.
    var (newLeft, newRight) = (left, right)
    (left, right) = ([], [])
    var leftSpan = newLeft.mutableSpan
    var rightSpan = newRight.mutableSpan
    let count = readFile(Self.block, left: &leftSpan, right: &rightSpan, at: 0)
    (left, right) = (newLeft, newRight)
    return count
  }

  /// Reads up to `count` frames of the file, or of the seam; returns 0 only at the end, or where reading fails.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  private func readFile(
    _ count: Int, left: inout MutableSpan<Float>, right: inout MutableSpan<Float>, at start: Int
  ) -> Int {
    do throws(SoundFileError) {
      guard let seam else { return try reader.read(count, left: &left, right: &right, at: start) }
      if place == seam.frames {
        place = seam.count
        try reader.seek(to: place)
      }
      var got = 0
      if place < seam.turn {
        got = try reader.read(min(count, seam.turn - place), left: &left, right: &right, at: start)
        if got == 0 { failure = "\(reader.path): it is shorter than it was" }
      } else {
        got = seam.copy(from: place - seam.turn, atMost: count, left: &left, right: &right, at: start)
      }
      place += got
      return got
    } catch {
      failure = error.description
      return 0
    }
  }
}

extension Resampler {
  static func toBus(from reader: SoundFileReader) throws(SoundFileError) -> Resampler {
    let rate = reader.info.sampleRate
    guard let resampler = Resampler(from: rate, to: Bus.sampleRate) else {
      throw .refused(path: reader.path, reason: "its sample rate of \(rate) Hz can't be brought to \(Bus.sampleRate)")
    }
    return resampler
  }
}
