import Glibc

/// Whose the process at the other end of a socket is.
struct PeerCredentials {
  private let user: uid_t

  /// The credentials that the process had when it connected or began to listen; `nil` where the system tells none.
  init?(of descriptor: Int32) {
    // The struct ucred of unix(7): a process, a user and a group.
    var credentials: [UInt32] = [0, .max, .max]
    let size = MemoryLayout<UInt32>.size * credentials.count
    var length = socklen_t(size)
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0, Int(length) == size
    else { return nil }
    user = credentials[1]
  }

  /// Whether it is this user's, or root's.
  var isTrusted: Bool { user == geteuid() || user == 0 }
}
