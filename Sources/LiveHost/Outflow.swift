import Glibc

/// Writes bytes to a descriptor, whatever its other users have made of it.
public enum Outflow {
  /// Writes it all, waiting for room where the descriptor itself doesn't.
  ///
  /// A terminal or pipe is shared with programs that may have set it not to wait: that it is full is no error then.
  /// - Returns: the number of the error that keeps it from that, or `nil`.
  public static func write(_ text: String, to descriptor: Int32) -> Int32? { write(Array(text.utf8), to: descriptor) }

  /// Writes all the bytes, waiting for room where the descriptor itself doesn't.
  ///
  /// - Returns: the number of the error that keeps it from that, or `nil`.
  public static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
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

  /// What people are told of the error with this number.
  public static func explanation(of number: Int32) -> String { unsafe String(cString: strerror(number)) }
}
