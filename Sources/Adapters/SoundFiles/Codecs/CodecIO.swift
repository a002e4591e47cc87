internal import CFLAC
internal import CSndfile
import Glibc
import HostSystem

/// The input and output of libsndfile and libFLAC for a file descriptor; it stores the first error.
///
/// libsndfile writes buffered pages while it closes, without reporting errors. It also closes the descriptor of a
/// damaged file, even if asked not to (1.2.0). So the libraries read and write through this class.
final class CodecIO {
  private let descriptor: Int32
  private var position = 0
  private(set) var length: Int
  /// Bytes that precede those of the file from `skipped` on.
  private var head: [UInt8] = []
  private var skipped = 0
  /// The error number of the first failed read or write, or 0.
  private(set) var failure: Errno?

  /// Makes the input and output for a file of `length` bytes; the caller closes the descriptor.
  init(descriptor: Int32, length: Int = 0) {
    self.descriptor = descriptor
    self.length = length
  }

  /// The callbacks of libsndfile, whose last argument is the pointer that `sf_open_virtual` received.
  static func functions() -> SF_VIRTUAL_IO {
    unsafe SF_VIRTUAL_IO(
      get_filelen: { unsafe Int64(CodecIO.from($0)?.length ?? -1) },
      seek: { unsafe Int64(CodecIO.from($2)?.seek(Int($0), from: $1) ?? -1) },
      read: { unsafe Int64(CodecIO.from($2)?.read($0, Int($1)) ?? 0) },
      write: { unsafe Int64(CodecIO.from($2)?.write($0, Int($1)) ?? 0) },
      tell: { unsafe Int64(CodecIO.from($0)?.position ?? -1) })
  }

  /// The callbacks of libFLAC; like those of the C library, they count elements.
  static func flacFunctions() -> FLAC__IOCallbacks {
    unsafe FLAC__IOCallbacks(
      read: { unsafe (CodecIO.from($3)?.read($0, $1 * $2) ?? 0) / max($1, 1) },
      write: { unsafe (CodecIO.from($3)?.write($0, $1 * $2) ?? 0) / max($1, 1) },
      seek: { unsafe CodecIO.from($0)?.seek(Int($1), from: $2) ?? -1 < 0 ? -1 : 0 },
      tell: { unsafe Int64(CodecIO.from($0)?.position ?? -1) },
      eof: { unsafe CodecIO.from($0)?.isAtEnd ?? true ? 1 : 0 }, close: { _ in 0 })
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> CodecIO? {
    unsafe pointer.map { unsafe Unmanaged<CodecIO>.fromOpaque($0).takeUnretainedValue() }
  }

  private var isAtEnd: Bool { position >= length }

  /// Reads up to `count` bytes at `offset`; fewer, or none, at the end.
  func read(at offset: Int, count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = unsafe fill(buffer.baseAddress, count, at: offset)
    }
  }

  /// Writes bytes at the position, which follows them; does nothing once something has failed.
  func write(_ bytes: [UInt8]) { _ = unsafe bytes.withUnsafeBytes { unsafe write($0.baseAddress, $0.count) } }

  /// Writes all bytes of another file.
  func write(_ source: CodecIO) {
    var offset = 0
    while offset < source.length, failure == nil {
      let bytes = source.read(at: offset, count: Self.copiedBytes)
      if bytes.isEmpty { failure = source.failure ?? .ioError }
      write(bytes)
      offset += bytes.count
    }
  }

  func restrict(to view: FormatWhitelist.View) {
    head = view.head
    skipped = view.range.lowerBound
    length = head.count + view.range.count
  }

  /// Moves the position; returns it, or -1 if there is none.
  @discardableResult
  func seek(_ offset: Int, from origin: Int32) -> Int {
    let base =
      switch origin {
      case SEEK_CUR: position
      case SEEK_END: length
      default: 0
      }
    // A damaged header may contain any offset.
    let (place, overflow) = base.addingReportingOverflow(offset)
    if overflow || place < 0 { return -1 }
    position = place
    return place
  }

  private func read(_ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    let got = unsafe fill(buffer, count, at: position)
    position += got
    return got
  }

  private func fill(_ buffer: UnsafeMutableRawPointer?, _ count: Int, at offset: Int) -> Int {
    let count = min(count, max(0, length - offset))
    var done = 0
    while done < count, offset + done < head.count {
      unsafe buffer?.storeBytes(of: head[offset + done], toByteOffset: done, as: UInt8.self)
      done += 1
    }
    while done < count {
      let place = offset + done - head.count + skipped
      let rest = unsafe UnsafeMutableRawBufferPointer(start: buffer.map { unsafe $0 + done }, count: count - done)
      let got = try? unsafe FileDescriptor(rawValue: descriptor).read(fromAbsoluteOffset: Int64(place), into: rest)
      if got == nil, failure == nil { failure = .last }
      guard let got, got > 0 else { break }
      done += got
    }
    return done
  }

  private func write(_ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    guard let buffer = unsafe buffer, failure == nil else { return 0 }
    let bytes = unsafe UnsafeRawBufferPointer(start: buffer, count: count)
    failure =
      unsafe position >= length && Self.isHole(bytes)
      ? extend(by: count) : OutputWriter.write(bytes, to: descriptor, at: position)
    if failure != nil { return 0 }
    position += count
    length = max(length, position)
    return count
  }

  /// Makes the file longer by zeros.
  private func extend(by count: Int) -> Errno? { ftruncate(descriptor, position + count) == 0 ? nil : .last }

  /// Whether the bytes are silence that becomes a hole in the file, which takes neither time nor space: a stem is
  /// mostly silent.
  private static func isHole(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= smallestHole, let first = bytes.baseAddress, unsafe bytes[0] == 0 else { return false }
    // The first byte is zero, and each of the others equals the one before it.
    return unsafe memcmp(first, first + 1, bytes.count - 1) == 0
  }

  /// The size of the smallest hole; shorter silence is written.
  private static let smallestHole = 1 << 16
  private static let copiedBytes = 1 << 20
}

package enum SndfileVersion {
  /// The version that the library reports, such as `libsndfile-1.2.0`.
  package static var text: String { unsafe sf_version_string().map { unsafe String(cString: $0) } ?? "" }
}
