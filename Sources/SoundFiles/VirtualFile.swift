internal import CSndfile
import Glibc

/// A file descriptor as the library sees it, with the first failure to write kept.
///
/// The library writes buffered pages while it closes and then tells nobody when that fails; and a descriptor that it
/// has itself it closes where a file is damaged, though told not to (1.2.0). So it reads and writes through here.
final class VirtualFile {
  private let descriptor: Int32
  private var behind: WriteBehind
  private var position = 0
  /// How many bytes it has.
  private(set) var length: Int
  /// What is read before the bytes of the file, of which those before `skipped` are left out.
  private var head: [UInt8] = []
  private var skipped = 0
  /// The system's number of the first failure, or 0.
  private(set) var failure: Int32 = 0

  /// Makes a view of a file that is `length` bytes long; the descriptor stays the caller's, who closes it.
  init(descriptor: Int32, length: Int = 0) {
    self.descriptor = descriptor
    behind = WriteBehind(descriptor)
    self.length = length
  }

  /// The functions the library calls; each gets the pointer to a file that `sf_open_virtual` was given.
  static func functions() -> SF_VIRTUAL_IO {
    unsafe SF_VIRTUAL_IO(
      get_filelen: { unsafe Int64(VirtualFile.from($0)?.length ?? -1) },
      seek: { unsafe Int64(VirtualFile.from($2)?.seek(Int($0), from: $1) ?? -1) },
      read: { unsafe Int64(VirtualFile.from($2)?.read($0, Int($1)) ?? 0) },
      write: { unsafe Int64(VirtualFile.from($2)?.write($0, Int($1)) ?? 0) },
      tell: { unsafe Int64(VirtualFile.from($0)?.position ?? -1) })
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> VirtualFile? {
    unsafe pointer.map { unsafe Unmanaged<VirtualFile>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Reads up to `count` bytes at `offset`; fewer, or none, at the end.
  func read(at offset: Int, count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = unsafe fill(buffer.baseAddress, count, at: offset)
    }
  }

  /// Has only a part of the file be read from now on, behind what the file doesn't have itself.
  func show(_ view: HeaderCheck.View) {
    head = view.head
    skipped = view.range.lowerBound
    length = head.count + view.range.count
  }

  private func seek(_ offset: Int, from origin: Int32) -> Int {
    let base =
      switch origin {
      case SEEK_CUR: position
      case SEEK_END: length
      default: 0
      }
    // A damaged header may ask for any place at all.
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
      let got = unsafe pread(descriptor, buffer.map { unsafe $0 + done }, count - done, place)
      if got > 0 {
        done += got
      } else if got == 0 || errno != EINTR {
        break
      }
    }
    return done
  }

  private func write(_ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    guard let buffer = unsafe buffer, failure == 0 else { return 0 }
    var done = 0
    while done < count {
      let put = unsafe pwrite(descriptor, buffer + done, count - done, position)
      if put > 0 {
        done += put
        position += put
        length = max(length, position)
      } else if put == 0 || errno != EINTR {
        failure = put == 0 ? EIO : errno
        break
      }
    }
    // A header that is written last doesn't count.
    if position == length { behind.reached(length) }
    return done
  }
}
