import Glibc

/// Writes bytes to a descriptor, whether it blocks or not.
public enum OutputWriter {
  /// Writes all of a text; see `write(_:to:at:)`.
  public static func write(_ text: String, to descriptor: Int32) -> Int32? { write(Array(text.utf8), to: descriptor) }

  /// Writes all of an array; see `write(_:to:at:)`.
  public static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int? = nil) -> Int32? {
    unsafe bytes.withUnsafeBytes { unsafe write($0, to: descriptor, at: offset) }
  }

  /// Writes all bytes, at `offset` from the start of a file, or where the descriptor is.
  ///
  /// A terminal or pipe is shared with programs that may have made it non-blocking: where it is full, this waits.
  /// - Returns: The error number where the write fails, otherwise `nil`.
  public static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int? = nil) -> Int32? {
    var done = 0
    while done < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count =
        if let offset { unsafe pwrite(descriptor, rest.baseAddress, rest.count, offset + done) } else {
          unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        }
      if count > 0 {
        done += count
      } else if count == 0 {
        return EIO
      } else if errno == EAGAIN {
        var waiting = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
        _ = unsafe poll(&waiting, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  /// The user-visible description of the error `number`.
  public static func explanation(of number: Int32) -> String { unsafe String(cString: strerror(number)) }
}
