public import AudioMixing
internal import CSndfile

/// A sound file that is being written, block by block.
///
/// It is written beside its place under another name, and moved there by `finish`: a file under the asked name is
/// always whole. A writer that fails, or is let go unfinished, leaves nothing behind. It belongs to one task at a time.
/// Files of the same frames, tags and chapters are the same to the last byte, whenever they are written.
@safe
public final class SoundFileWriter {
  let pending: PendingFile
  private let output: VirtualFile
  let path: String
  let format: SoundFileFormat
  let tags: SoundTags
  let sampleRate: Int
  private let channels: Int
  private let maximumWaveBytes: Int
  private var sound: OpaquePointer?
  /// How many frames have been taken.
  public private(set) var framesWritten = 0

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - path: an existing file there is replaced at the end; a folder or a device is refused.
  ///   - format: container and encoding.
  ///   - tags: what the file says about itself.
  ///   - channels: one or two.
  ///   - sampleRate: frames a second; Opus knows 8, 12, 16, 24 and 48 kHz only.
  ///   - expectedFrames: how many frames will come at least, as far as that is known.
  /// - Throws: `cannotWrite`, also where the format has no room for what is expected.
  public convenience init(
    path: String, format: SoundFileFormat, tags: SoundTags = SoundTags(), channels: Int = 2,
    sampleRate: Int = Bus.sampleRate, expectedFrames: Int = 0
  ) throws(SinkError) {
    if format.hasNoRoom(for: expectedFrames, channels: channels, in: Self.maximumWaveBytes) {
      throw .cannotWrite("\(path): \(format.limit)")
    }
    let pending = try PendingFile(for: path)
    try self.init(
      pending: pending, descriptor: pending.descriptor, path: path, format: format, tags: tags, channels: channels,
      sampleRate: sampleRate)
  }

  /// Starts a file whose bytes go to `descriptor`, while `pending` decides on its name.
  package init(
    pending: PendingFile, descriptor: Int32, path: String, format: SoundFileFormat, tags: SoundTags, channels: Int,
    sampleRate: Int, maximumWaveBytes: Int = SoundFileWriter.maximumWaveBytes
  ) throws(SinkError) {
    self.pending = pending
    self.path = path
    self.format = format
    self.tags = tags
    self.sampleRate = sampleRate
    self.channels = channels
    self.maximumWaveBytes = maximumWaveBytes
    output = VirtualFile(descriptor: descriptor)
    var description = SF_INFO()
    description.format = format.code
    description.channels = Int32(clamping: channels)
    description.samplerate = Int32(clamping: sampleRate)
    var functions = VirtualFile.functions()
    unsafe sound = sf_open_virtual(
      &functions, Int32(SFM_WRITE), &description, Unmanaged.passUnretained(output).toOpaque())
    guard unsafe sound != nil else {
      let reason = unsafe sf_strerror(nil).map { unsafe String(cString: $0) } ?? "the encoder does not start"
      throw failure(reason)
    }
    configure(tags)
    if output.failure != 0 { throw failure("the encoder does not start") }
  }

  deinit { closeEncoder() }

  private func configure(_ tags: SoundTags) {
    // Without these the library lets loud samples wrap round, stores 16-bit samples in float files as they are, up to
    // 32 767, and notes the time of day beside the peak.
    unsafe sf_command(sound, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
    unsafe sf_command(sound, Int32(SFC_SET_SCALE_INT_FLOAT_WRITE), nil, Int32(SF_TRUE))
    unsafe sf_command(sound, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
    var level = format.effort
    let command = format == .flac ? SFC_SET_COMPRESSION_LEVEL : SFC_SET_VBR_ENCODING_QUALITY
    unsafe sf_command(sound, Int32(command), &level, Int32(MemoryLayout<Double>.size))
    for (kind, text) in tags.entries { unsafe sf_set_string(sound, kind, text) }
  }

  /// Takes interleaved frames of 16 bits.
  ///
  /// - Throws: `cannotWrite`; nothing more can be written after it.
  public func write(_ samples: Span<Int16>) throws(SinkError) {
    let frames = try admit(samples.count)
    let taken = unsafe samples.withUnsafeBufferPointer { buffer in
      unsafe sf_writef_short(sound, buffer.baseAddress, sf_count_t(frames))
    }
    try account(for: frames, taken: Int(taken))
  }

  /// Takes interleaved frames in floating point, of which 1 is full scale; integer formats clip what is beyond.
  ///
  /// - Throws: `cannotWrite`; nothing more can be written after it.
  public func write(_ samples: Span<Float>) throws(SinkError) {
    let frames = try admit(samples.count)
    let taken = unsafe samples.withUnsafeBufferPointer { buffer in
      unsafe sf_writef_float(sound, buffer.baseAddress, sf_count_t(frames))
    }
    try account(for: frames, taken: Int(taken))
  }

  /// Finishes the file and gives it its name.
  ///
  /// - Parameter chapters: In their order, at most `SoundChapter.maximum`; what is beyond is left out.
  /// - Throws: `cannotWrite`; the name then holds what it held before.
  public func finish(chapters: [SoundChapter] = []) throws(SinkError) {
    guard unsafe sound != nil else { throw .cannotWrite("\(path): it is closed") }
    closeEncoder()
    if output.failure != 0 { throw failure("the encoder failed") }
    try commit(chapters)
  }

  /// Gives up the file; nothing is left of it.
  public func abandon() {
    closeEncoder()
    pending.discard()
  }

  private func admit(_ samples: Int) throws(SinkError) -> Int {
    guard unsafe sound != nil else { throw .cannotWrite("\(path): it is closed") }
    precondition(samples.isMultiple(of: channels), "a block holds whole frames")
    let frames = samples / channels
    if format.hasNoRoom(for: framesWritten + frames, channels: channels, in: maximumWaveBytes) {
      throw failure(format.limit)
    }
    return frames
  }

  private func account(for frames: Int, taken: Int) throws(SinkError) {
    framesWritten += taken
    if taken != frames || output.failure != 0 { throw failure("the encoder failed") }
  }

  /// Takes the file away; `reason` counts where the system gave none.
  func failure(_ reason: String) -> SinkError {
    abandon()
    return .cannotWrite("\(path): \(output.failure == 0 ? reason : FolderDoor.message(output.failure))")
  }

  private func closeEncoder() {
    guard let open = unsafe sound else { return }
    unsafe sf_close(open)
    unsafe sound = nil
  }

  /// What the 32-bit lengths can tell, less two megabytes for the header, its tags and the chapters.
  package static let maximumWaveBytes = Int(UInt32.max) - 2 << 20
}
