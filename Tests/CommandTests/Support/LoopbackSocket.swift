import Glibc

/// TCP sockets of this machine.
enum LoopbackSocket {
  /// A connection to a port.
  static func connected(to port: Int) throws -> Descriptor {
    let made = Descriptor(socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    var address = address(port)
    let status = unsafe withUnsafeBytes(of: &address) { bytes in
      unsafe connect(made.number, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    guard status == 0 else { throw Failure("nothing listens at port \(port): error \(errno)") }
    return made
  }

  /// A socket with a free port of its own, which listens where `isListening` is set.
  static func bound(isListening: Bool) throws -> (socket: Descriptor, port: Int) {
    let made = Descriptor(socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    var address = address(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafeMutableBytes(of: &address) { bytes in
      let pointer = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      guard unsafe bind(made.number, pointer, size) == 0, let pointer = unsafe pointer else { return Int32(-1) }
      return unsafe getsockname(made.number, pointer, &size)
    }
    guard status == 0, !isListening || listen(made.number, 64) == 0 else { throw Failure("no port: error \(errno)") }
    return (made, Int(UInt16(bigEndian: address.sin_port)))
  }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
