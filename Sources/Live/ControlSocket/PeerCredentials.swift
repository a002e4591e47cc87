import Glibc

/// The owner of the process at the other end of a socket.
struct PeerCredentials {
  private let user: uid_t

  /// The credentials at the time of connect(2) or listen(2); `nil` if the system doesn't provide them.
  init?(of descriptor: Int32) {
    // struct ucred of unix(7): pid, uid and gid.
    var credentials: [UInt32] = [0, .max, .max]
    let size = MemoryLayout<UInt32>.size * credentials.count
    var length = socklen_t(size)
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0, Int(length) == size
    else { return nil }
    user = credentials[1]
  }

  /// Whether the owner is this user or root.
  var isTrusted: Bool { user == geteuid() || user == 0 }
}
