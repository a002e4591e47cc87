import Glibc

/// Two connected sockets that no program started later inherits.
enum SocketPair {
  /// Makes a pair, both ends above the standard descriptors even where the process has closed those; nil where the
  /// system gives none, with the reason in `errno`.
  static func make() -> (Int32, Int32)? {
    var pair: (Int32, Int32) = (-1, -1)
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let made = unsafe withUnsafeMutableBytes(of: &pair) {
      unsafe socketpair(AF_UNIX, kind, 0, $0.assumingMemoryBound(to: Int32.self).baseAddress)
    }
    guard made == 0 else { return nil }
    let raised = (raise(pair.0), raise(pair.1))
    guard raised.0 >= 0, raised.1 >= 0 else {
      let why = errno
      close(raised.0)
      close(raised.1)
      errno = why
      return nil
    }
    return raised
  }

  private static func raise(_ descriptor: Int32) -> Int32 {
    guard descriptor <= STDERR_FILENO else { return descriptor }
    defer { close(descriptor) }
    return fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
  }
}
