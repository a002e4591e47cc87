import Glibc

/// Two connected sockets that are closed in programs started later.
package enum SocketPair {
  /// Makes a pair of descriptors above stderr, even where the process has closed the standard ones.
  package static func make() throws(Errno) -> (Int32, Int32) {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw .last }
    let moved = pair.map { fcntl($0, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
    defer { for end in pair { close(end) } }
    guard let lost = moved.firstIndex(of: -1) else { return (moved[0], moved[1]) }
    defer { if moved[1 - lost] >= 0 { close(moved[1 - lost]) } }
    throw .last
  }
}
