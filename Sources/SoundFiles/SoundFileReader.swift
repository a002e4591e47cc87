internal import CSndfile
import Glibc

/// A sound file that is open for reading, frame by frame: a long track or an ambient bed.
///
/// Frames come at the file's own rate. Samples that are no numbers become 0, and none exceeds ±`ceiling`. A reader
/// belongs to one task at a time.
@safe
public final class SoundFileReader {
  /// Float files may go beyond full scale; none goes beyond 12 dB above it.
  public static let ceiling: Float = 4
  private static let scratchFrames = 4_096

  /// What its header says.
  public let info: SoundFileInfo
  let path: String
  private let file: Int32
  /// What the decoder reads through.
  private let bytes: VirtualFile
  private let sound: OpaquePointer
  private var scratch: [Float]

  /// Opens the file at `path`, which is relative to `folder` and must stay below it.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - folder: Where the workout lies.
  ///   - wholly: Whether damage anywhere in the file is looked for, as far as that can be told without decoding it.
  /// - Throws: `SoundFileError`; of what is not on the list of formats nothing is decoded.
  public init(_ path: String, in folder: String, wholly: Bool = false) throws(SoundFileError) {
    let file = try FolderDoor.open(path, below: folder)
    do throws(SoundFileError) {
      bytes = VirtualFile(descriptor: file, length: Self.size(of: file))
      unsafe (sound, info) = try Self.open(bytes, path, wholly: wholly)
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

  /// Reads as many frames as the two sides have room for, and returns how many came: fewer only at the end.
  ///
  /// Mono material is put on both sides.
  /// - Throws: `unreadable` where the file breaks off or is damaged.
  public func read(left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) throws(SoundFileError) -> Int {
    let wanted = min(left.count, right.count)
    var done = 0
    while done < wanted {
      let count = try fill(atMost: wanted - done)
      if count == 0 { break }
      let channels = info.channels
      for frame in 0..<count {
        left[done + frame] = scratch[frame * channels]
        right[done + frame] = scratch[frame * channels + channels - 1]
      }
      done += count
    }
    return done
  }

  /// Goes to a frame, counted from the start; beyond the end it goes to the end.
  ///
  /// - Throws: `unreadable` where the file can't be sought in.
  public func seek(to frame: Int) throws(SoundFileError) {
    let target = min(max(frame, 0), info.frames ?? frame)
    guard unsafe sf_seek(sound, sf_count_t(target), Int32(SEEK_SET)) == target else {
      throw .unreadable(path: path, reason: "frame \(target) can't be reached")
    }
  }

  /// Reads interleaved frames into the scratch, and returns how many.
  private func fill(atMost limit: Int) throws(SoundFileError) -> Int {
    let wanted = min(limit, Self.scratchFrames)
    let count = unsafe scratch.withUnsafeMutableBufferPointer { buffer in
      unsafe Int(sf_readf_float(sound, buffer.baseAddress, sf_count_t(wanted)))
    }
    if count < wanted, unsafe sf_error(sound) != SF_ERR_NO_ERROR {
      let reason = unsafe sf_strerror(sound).map { unsafe String(cString: $0) } ?? "it can't be decoded"
      throw .unreadable(path: path, reason: "it is damaged: \(reason)")
    }
    for index in 0..<max(count, 0) * info.channels {
      let sample = scratch[index]
      scratch[index] = sample.isNaN ? 0 : min(max(sample, -Self.ceiling), Self.ceiling)
    }
    return max(count, 0)
  }
}
