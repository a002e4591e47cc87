internal import CSndfile
import Glibc

/// Where the encoder's bytes go: a file descriptor, with the first failure kept.
///
/// The library writes buffered pages while it closes and then tells nobody when that fails; so it writes through here.
final class EncoderOutput {
  private let descriptor: Int32
  private var position: Int64 = 0
  private var length: Int64 = 0
  /// The system's number of the first failure, or 0.
  private(set) var failure: Int32 = 0

  /// Makes an output onto an empty file.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The functions the library calls; each gets the pointer to an output that `sf_open_virtual` was given.
  static func functions() -> SF_VIRTUAL_IO {
    unsafe SF_VIRTUAL_IO(
      get_filelen: { unsafe EncoderOutput.from($0)?.length ?? -1 },
      seek: { unsafe EncoderOutput.from($2)?.seek($0, from: $1) ?? -1 },
      read: { unsafe EncoderOutput.from($2)?.read($0, $1) ?? 0 },
      write: { unsafe EncoderOutput.from($2)?.write($0, $1) ?? 0 },
      tell: { unsafe EncoderOutput.from($0)?.position ?? -1 })
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> EncoderOutput? {
    unsafe pointer.map { unsafe Unmanaged<EncoderOutput>.fromOpaque($0).takeUnretainedValue() }
  }

  private func seek(_ offset: Int64, from origin: Int32) -> Int64 {
    let base =
      switch origin {
      case SEEK_CUR: position
      case SEEK_END: length
      default: Int64(0)
      }
    position = max(base + offset, 0)
    return position
  }

  private func read(_ buffer: UnsafeMutableRawPointer?, _ count: Int64) -> Int64 {
    let got = unsafe pread(descriptor, buffer, Int(count), off_t(position))
    position += Int64(max(got, 0))
    return Int64(max(got, 0))
  }

  private func write(_ buffer: UnsafeRawPointer?, _ count: Int64) -> Int64 {
    guard let buffer = unsafe buffer, failure == 0 else { return 0 }
    var done: Int64 = 0
    while done < count {
      let put = unsafe pwrite(descriptor, buffer + Int(done), Int(count - done), off_t(position))
      if put > 0 {
        done += Int64(put)
        position += Int64(put)
        length = max(length, position)
      } else if put == 0 || errno != EINTR {
        failure = put == 0 ? EIO : errno
        break
      }
    }
    return done
  }
}
