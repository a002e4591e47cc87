package import AudioMixing
internal import CSndfile
import Glibc
package import HostSystem

/// A sound file that is being written, block by block.
///
/// It is written under a temporary name and renamed by `finish`, so the file at `path` is always complete. A writer
/// that fails, or is destroyed unfinished, leaves no file. It is used by one task at a time. The law: files of the same
/// frames, tags and chapters are equal to the last byte.
@safe
package final class SoundFileWriter {
  /// The file on the disk, or the one in memory.
  let pending: AtomicFile?
  private let memory: MemoryFile?
  private let output: CodecIO
  let path: String
  let format: SoundFileFormat
  let quality: SoundQuality
  let tags: SoundTags
  let sampleRate: Int
  private let channels: Int
  private let maximumWaveBytes: Int
  private var sound: OpaquePointer?
  package private(set) var framesWritten = 0

  /// Starts a file that replaces the one at `path` at the end; a folder or a device is refused.
  ///
  /// `expectedFrames` is the known minimum: a format without space for them throws. Opus supports only 8, 12, 16, 24
  /// and 48 kHz.
  package convenience init(
    path: String, format: SoundFileFormat, quality: SoundQuality = .normal, tags: SoundTags = SoundTags(),
    channels: Int = 2, sampleRate: Int = Bus.sampleRate, expectedFrames: Int = 0
  ) throws(SinkError) {
    if format.hasNoSpace(for: expectedFrames, channels: channels, in: Self.maximumWaveBytes) {
      throw .cannotWrite("\(path): \(format.limit)")
    }
    let pending = try AtomicFile(for: path)
    try self.init(
      pending: pending, descriptor: pending.descriptor, path: path, format: format, quality: quality, tags: tags,
      channels: channels, sampleRate: sampleRate)
  }

  /// Starts sound in memory, which `encoded` returns, in the fewest bytes that speech and bells need: Opus or MP3.
  package convenience init(inMemory format: SoundFileFormat, channels: Int) throws(SinkError) {
    let memory = try Self.memoryFile()
    try self.init(
      pending: nil, memory: memory, descriptor: memory.descriptor, path: "the sound", format: format,
      quality: .least, tags: SoundTags(), channels: channels, sampleRate: Bus.sampleRate)
  }

  private static func memoryFile() throws(SinkError) -> MemoryFile {
    do throws(Errno) { return try MemoryFile() } catch { throw .cannotWrite("the sound: \(error)") }
  }

  /// Starts a file that is written to `descriptor` and renamed by `pending`, or compact sound in memory.
  package init(
    pending: AtomicFile?, memory: MemoryFile? = nil, descriptor: Int32, path: String, format: SoundFileFormat,
    quality: SoundQuality = .normal, tags: SoundTags, channels: Int, sampleRate: Int,
    maximumWaveBytes: Int = SoundFileWriter.maximumWaveBytes
  ) throws(SinkError) {
    self.pending = pending
    self.memory = memory
    self.path = path
    self.format = format
    self.quality = quality
    self.tags = tags
    self.sampleRate = sampleRate
    self.channels = channels
    self.maximumWaveBytes = maximumWaveBytes
    output = CodecIO(descriptor: descriptor)
    var description = SF_INFO()
    description.format = format.code
    description.channels = Int32(clamping: channels)
    description.samplerate = Int32(clamping: sampleRate)
    var functions = CodecIO.functions()
    unsafe sound = sf_open_virtual(
      &functions, Int32(SFM_WRITE), &description, Unmanaged.passUnretained(output).toOpaque())
    guard unsafe sound != nil else {
      let reason = unsafe sf_strerror(nil).map { unsafe String(cString: $0) } ?? "the encoder does not start"
      throw failure(reason)
    }
    configure(tags)
    if output.failure != nil { throw failure("the encoder does not start") }
  }

  deinit { closeEncoder() }

  private func configure(_ tags: SoundTags) {
    // By default the library lets loud samples wrap around, doesn't scale 16-bit samples in float files, and stores the
    // time of day with the peak.
    unsafe sf_command(sound, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
    unsafe sf_command(sound, Int32(SFC_SET_SCALE_INT_FLOAT_WRITE), nil, Int32(SF_TRUE))
    unsafe sf_command(sound, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
    if format == .mp3 {
      // With a constant rate a browser finds each moment without an index.
      var mode = Int32(format.hasConstantRate(quality) ? SF_BITRATE_MODE_CONSTANT : SF_BITRATE_MODE_VARIABLE)
      unsafe sf_command(sound, Int32(SFC_SET_BITRATE_MODE), &mode, Int32(MemoryLayout<Int32>.size))
    }
    var level = format.effort(quality)
    let isRate = format == .flac || format.hasConstantRate(quality)
    let command = isRate ? SFC_SET_COMPRESSION_LEVEL : SFC_SET_VBR_ENCODING_QUALITY
    unsafe sf_command(sound, Int32(command), &level, Int32(MemoryLayout<Double>.size))
    // Cuebell writes its own tag for an MP3 file, with the chapters.
    guard format != .mp3 else { return }
    for (kind, text) in tags.entries { unsafe sf_set_string(sound, kind, text) }
  }

  /// Writes interleaved frames of 16 bits.
  ///
  /// - Throws: `cannotWrite`; after that the writer is closed.
  package func write(_ samples: Span<Int16>) throws(SinkError) {
    // libsndfile 1.2 writes noise instead of half of the 16-bit stereo samples of MP3.
    if format == .mp3 {
      let scaled = (0..<samples.count).map { Float(samples[$0]) / 32_768 }
      return try write(scaled.span)
    }
    try encode(samples.count) { frames in
      unsafe samples.withUnsafeBufferPointer { unsafe sf_writef_short(sound, $0.baseAddress, frames) }
    }
  }

  /// Writes interleaved frames in floating point, of which 1 is full scale; integer formats clip them.
  ///
  /// - Throws: `cannotWrite`; after that the writer is closed.
  package func write(_ samples: Span<Float>) throws(SinkError) {
    try encode(samples.count) { frames in
      unsafe samples.withUnsafeBufferPointer { unsafe sf_writef_float(sound, $0.baseAddress, frames) }
    }
  }

  /// Completes the file and gives it its name.
  ///
  /// - Parameter chapters: In order; those after the first `SoundChapter.maximum` are left out.
  /// - Throws: `cannotWrite`; an existing file is unchanged.
  package func finish(chapters: [SoundChapter] = []) throws(SinkError) {
    guard unsafe sound != nil else { throw .cannotWrite("\(path): it is closed") }
    closeEncoder()
    if output.failure != nil { throw failure("the encoder failed") }
    try commit(chapters)
  }

  package func encoded() throws(SinkError) -> [UInt8] {
    closeEncoder()
    if output.failure != nil { throw failure("the encoder failed") }
    guard format.isOgg else { return output.read(at: 0, count: output.length) }
    // The encoder's serial number is random.
    let result = try Self.memoryFile()
    let target = CodecIO(descriptor: result.descriptor)
    guard OggComment.copy(output, to: target, adding: []), target.failure == nil else {
      throw failure("its comment can't be extended")
    }
    return target.read(at: 0, count: target.length)
  }

  package func abandon() {
    closeEncoder()
    pending?.discard()
  }

  /// Passes whole frames to the encoder by `write`, which returns how many it has taken.
  private func encode(_ samples: Int, by write: (sf_count_t) -> sf_count_t) throws(SinkError) {
    guard unsafe sound != nil else { throw .cannotWrite("\(path): it is closed") }
    precondition(samples.isMultiple(of: channels), "a block holds whole frames")
    let frames = samples / channels
    if format.hasNoSpace(for: framesWritten + frames, channels: channels, in: maximumWaveBytes) {
      throw failure(format.limit)
    }
    let taken = Int(write(sf_count_t(frames)))
    framesWritten += taken
    if taken != frames || output.failure != nil { throw failure("the encoder failed") }
  }

  /// Removes the file and returns an error; `reason` is used where no write has failed.
  func failure(_ reason: String) -> SinkError {
    abandon()
    return .cannotWrite("\(path): \(output.failure?.description ?? reason)")
  }

  private func closeEncoder() {
    guard let open = unsafe sound else { return }
    unsafe sf_close(open)
    unsafe sound = nil
  }

  /// The limit of 32-bit lengths, minus two megabytes for the header, the tags and the chapters.
  package static let maximumWaveBytes = Int(UInt32.max) - 2 << 20
}

extension SoundFileWriter {
  /// Adds the metadata that the encoder doesn't support, and gives the file its name.
  func commit(_ chapters: [SoundChapter]) throws(SinkError) {
    if chapters.isEmpty, tags.workout == nil, !format.isOgg, format != .mp3 { return try pending?.commit() ?? () }
    let fields = SoundChapter.comments(tags, chapters, sampleRate: sampleRate)
    switch format {
    case .wav16, .wav24, .wavFloat: try appendToWave(chapters)
    case .flac: try rewrite { FLACComment.copy(output, to: $0, adding: fields) }
    case .vorbis, .opus: try rewrite { OggComment.copy(output, to: $0, adding: fields) }
    case .mp3:
      try rewrite { target in
        target.write(ID3Tag.bytes(tags, chapters, frames: framesWritten, sampleRate: sampleRate))
        target.write(output)
        return true
      }
    }
  }

  /// Appends chunks after the sound, and updates the length of the whole.
  private func appendToWave(_ chapters: [SoundChapter]) throws(SinkError) {
    let info = tags.workout.map { [(name: "ISRC", text: $0)] } ?? []
    let padding: [UInt8] = output.length % 2 == 0 ? [] : [0]
    output.seek(0, from: SEEK_END)
    output.write(padding + WaveChapters.chunks(chapters, info: info, frames: framesWritten))
    let length = output.length - 8
    output.seek(4, from: SEEK_SET)
    output.write([UInt8](number: length, bytes: 4))
    if output.failure != nil { throw failure("it can't be completed") }
    try pending?.commit()
  }

  /// Rewrites the file under a temporary name, because the metadata precedes the sound; `copy` returns `false` if the
  /// file has no comment, or one that is full.
  private func rewrite(_ copy: (_ target: CodecIO) -> Bool) throws(SinkError) {
    let result = try AtomicFile(for: path)
    let target = CodecIO(descriptor: result.descriptor)
    let isDone = copy(target)
    if let error = target.failure { throw failure(error.description) }
    guard isDone else { throw failure("its comment can't be extended") }
    pending?.discard()
    try result.commit()
  }
}
