package import AudioMixing
internal import CSndfile
import Glibc
import HostSystem
import WorkoutModel

/// A sound file that is open for reading, frame by frame: a long track or an ambient bed.
///
/// Frames have the file's own rate. NaN becomes 0, and no sample exceeds ±`ceiling`. A reader is used by one task at a
/// time.
@safe
package final class SoundFileReader {
  /// Samples of float files may exceed full scale by 12 dB.
  package static let ceiling: Float = 4
  private static let scratchFrames = 4_096

  package let info: SoundFileInfo
  let path: String
  private let file: Int32
  private let bytes: CodecIO
  private let sound: OpaquePointer
  private var scratch: [Float]

  /// Opens the file at `path`, which is relative to `folder` and must stay below it; other formats are not decoded.
  package convenience init(_ path: String, in folder: String) throws(SoundFileError) {
    try self.init(try ConfinedFileOpener.open(path, below: folder), named: path)
  }

  /// Opens the file at a path that the user has given, wherever it leads; other formats are not decoded.
  package convenience init(_ path: String) throws(SoundFileError) {
    let file: Int32
    do throws(RegularFile.Problem) { file = try RegularFile.open(path) } catch {
      throw error == .system(.noSuchFileOrDirectory)
        ? .missing(path: path) : .unreadable(path: path, reason: error.explanation)
    }
    try self.init(file, named: path)
  }

  /// Takes ownership of a regular file that is open for reading; `path` is its name in messages.
  init(_ file: Int32, named path: String) throws(SoundFileError) {
    do throws(SoundFileError) {
      bytes = CodecIO(descriptor: file, length: Self.size(of: file))
      unsafe (sound, info) = try Self.open(bytes, path)
    } catch {
      close(file)
      throw error
    }
    self.path = path
    self.file = file
    scratch = Array(repeating: 0, count: Self.scratchFrames * info.channels)
  }

  deinit {
    unsafe sf_close(sound)
    close(file)
  }

  /// Fills the two sides and returns the number of frames, which is smaller only at the end.
  ///
  /// Both sides of a mono file are equal.
  /// - Throws: `unreadable` if the file breaks off or is damaged.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  package func read(left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) throws(SoundFileError) -> Int {
    try read(min(left.count, right.count), left: &left, right: &right, at: 0)
  }

  /// Reads `count` frames in the same way, from frame `place` of the two sides on.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  func read(
    _ count: Int, left: inout MutableSpan<Float>, right: inout MutableSpan<Float>, at place: Int
  ) throws(SoundFileError) -> Int {
    var done = 0
    while done < count {
      let wanted = min(count - done, Self.scratchFrames)
      let got = try fill(wanted)
      SampleConversion.deinterleave(
        scratch.span.extracting(..<(got * info.channels)), channels: info.channels, ceiling: Self.ceiling,
        left: &left, right: &right, at: place + done)
      done += got
      if got < wanted { break }
    }
    return done
  }

  /// Moves to a frame, at most to the end.
  ///
  /// - Throws: `unreadable` if the decoder can't seek.
  package func seek(to frame: Int) throws(SoundFileError) {
    let target = min(max(frame, 0), info.frames ?? frame)
    guard unsafe sf_seek(sound, sf_count_t(target), Int32(SEEK_SET)) == target else {
      throw .unreadable(path: path, reason: "frame \(target) can't be reached")
    }
  }

  /// Reads interleaved frames into `scratch`, and returns their number; fewer only at the end.
  private func fill(_ wanted: Int) throws(SoundFileError) -> Int {
    let count = unsafe scratch.withUnsafeMutableBufferPointer { buffer in
      unsafe Int(sf_readf_float(sound, buffer.baseAddress, sf_count_t(wanted)))
    }
    if count < wanted, unsafe sf_error(sound) != SF_ERR_NO_ERROR {
      let reason = unsafe sf_strerror(sound).map { unsafe String(cString: $0) } ?? "it can't be decoded"
      throw .unreadable(path: path, reason: "it is damaged: \(reason)")
    }
    return max(count, 0)
  }
}

extension SoundFileReader {
  /// Starts the decoder after `FormatWhitelist` has accepted the file.
  static func open(_ bytes: CodecIO, _ path: String) throws(SoundFileError) -> (OpaquePointer, SoundFileInfo) {
    do throws(FormatWhitelist.Refusal) {
      let view = try FormatWhitelist(size: bytes.length) { bytes.read(at: $0, count: $1) }.check()
      bytes.restrict(to: view)
      var description = SF_INFO()
      var functions = CodecIO.functions()
      let owner = unsafe Unmanaged.passUnretained(bytes).toOpaque()
      guard let sound = unsafe sf_open_virtual(&functions, Int32(SFM_READ), &description, owner) else {
        let words = unsafe sf_strerror(nil).map { unsafe String(cString: $0) } ?? "it can't be decoded"
        // The decoder says so of a rate of 0.
        let reason = words.contains("SF_INFO struct incomplete") ? "its header has no valid rate" : words
        throw FormatWhitelist.Refusal(reason: "it is damaged: \(reason)", isConvertible: false)
      }
      do throws(FormatWhitelist.Refusal) {
        let info = try SoundFileInfo(description)
        if let reason = info.truncation(view) { throw FormatWhitelist.Refusal(reason: reason, isConvertible: false) }
        try unsafe probeEnd(of: sound, info)
        return unsafe (sound, info)
      } catch {
        unsafe sf_close(sound)
        throw error
      }
    } catch {
      let fix = error.isConvertible ? "; \(fix(for: path, by: error.converter))" : ""
      throw .refused(path: path, reason: error.reason + fix)
    }
  }

  /// Reads the last frame that the header promises, which is missing where the file is truncated, and seeks back.
  private static func probeEnd(of sound: OpaquePointer, _ info: SoundFileInfo) throws(FormatWhitelist.Refusal) {
    guard let frames = info.frames, frames > 0 else { return }
    let last = max(0, frames - 1 - (info.isExact ? 0 : inexactFrames))
    var frame = [Float](repeating: 0, count: info.channels)
    let isThere = unsafe frame.withUnsafeMutableBufferPointer { buffer in
      unsafe sf_seek(sound, sf_count_t(last), Int32(SEEK_SET)) == last
        && sf_readf_float(sound, buffer.baseAddress, 1) == 1
    }
    guard unsafe isThere && sf_seek(sound, 0, Int32(SEEK_SET)) == 0 else { throw FormatWhitelist.truncated }
  }

  /// The possible error of the length of an MP3 file, in frames: its first and last block, and the decoder's delay.
  private static let inexactFrames = 4 * 1_152

  private static func fix(for path: String, by converter: FormatWhitelist.Converter) -> String {
    let stem = path.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
    let name = stem + ".flac" == path ? "\(stem)-48000.flac" : "\(stem).flac"
    let command =
      switch converter {
      case .ffmpeg: "ffmpeg -i \(ShellWord.quoted(path)) -ac 2 -ar 48000 \(ShellWord.quoted(name))"
      case .sox: "sox \(ShellWord.quoted(path)) -c 2 -r 48000 \(ShellWord.quoted(name))"
      }
    return "convert it with: " + command
  }

  static func size(of file: Int32) -> Int {
    Int((try? Stat(FileDescriptor(rawValue: file)))?.size ?? 0)
  }
}

extension SoundFileReader {
  /// The duration of the file at `path`, which is checked as a whole.
  ///
  /// A file without a length in its header, or whose damage only its decoder detects (FLAC), is decoded; that takes a
  /// second for half an hour.
  /// - Throws: `SoundFileError`, also if it contains no sound.
  package static func length(of path: String, in folder: String) throws(SoundFileError) -> Duration {
    let reader = try SoundFileReader(path, in: folder)
    let info = reader.info
    let frames =
      if let frames = info.frames, !info.needsDecoding { frames } else { try reader.readAll { _, _, _ in } }
    guard frames > 0 else { throw .refused(path: path, reason: "it contains no sound") }
    return SoundFileInfo.duration(of: frames, sampleRate: info.sampleRate)
  }

  /// The loudest 400 ms of the file at `path`, in LUFS; minus infinity for silence.
  package static func loudest(of path: String, in folder: String) throws(SoundFileError) -> Decibels {
    let reader = try SoundFileReader(path, in: folder)
    var meter = LoudnessMeter(sampleRate: reader.info.sampleRate)
    _ = try reader.readAll { left, right, count in
      meter.add(left: left.span.extracting(..<count), right: right.span.extracting(..<count))
    }
    return meter.momentaryMaximum
  }

  /// Passes all frames to `body`, of whose sides the first `count` are meant, and returns their number.
  package func readAll(
    _ body: (_ left: [Float], _ right: [Float], _ count: Int) throws(SoundFileError) -> Void
  ) throws(SoundFileError) -> Int {
    var left = [Float](repeating: 0, count: 4_096)
    var right = left
    var frames = 0
    while true {
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      let count = try read(left: &leftSpan, right: &rightSpan)
      try body(left, right, count)
      frames += count
      if count < left.count { return frames }
    }
  }
}

extension SoundFileReader {
  package static let maximumClipSeconds = 600

  /// Reads a whole file as a clip at the bus rate; throws also for one longer than ten minutes or without a frame.
  package static func clip(_ path: String, in folder: String) throws(SoundFileError) -> Clip {
    let reader = try SoundFileReader(path, in: folder)
    let resampler = try Resampler.toBus(from: reader)
    let (left, right) = try reader.readSides()
    if reader.info.channels == 1 { return Clip(mono: resampler.resample(left)) }
    return Clip(left: resampler.resample(left), right: resampler.resample(right))
  }

  /// Reads to the end; the right side of a mono file is empty.
  private func readSides() throws(SoundFileError) -> (left: [Float], right: [Float]) {
    let limit = Self.maximumClipSeconds * info.sampleRate
    let tooLong = SoundFileError.refused(
      path: path, reason: "it is longer than ten minutes; use it as a track or as ambient sound")
    if let frames = info.frames, frames > limit { throw tooLong }
    var (left, right): ([Float], [Float]) = ([], [])
    left.reserveCapacity(info.frames ?? 0)
    right.reserveCapacity(info.channels == 1 ? 0 : info.frames ?? 0)
    let isMono = info.channels == 1
    let count = try readAll { (leftBlock, rightBlock, count) throws(SoundFileError) in
      left += leftBlock[..<count]
      if !isMono { right += rightBlock[..<count] }
      // The length in the header may be wrong.
      if left.count > limit { throw tooLong }
    }
    if count == 0 { throw .refused(path: path, reason: "it contains no sound") }
    return (left, right)
  }
}
