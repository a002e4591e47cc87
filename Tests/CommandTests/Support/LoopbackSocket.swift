import Glibc
import Synchronization

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

  /// Twenty ports of this process, below those that the system gives to connections: the first, and a socket of another
  /// protocol that holds it, so that other processes of tests take others; and how many were given.
  private static let ports = Mutex<(first: Int, holder: Descriptor, given: Int)?>(nil)

  /// A port at which nobody listens, and which nobody else takes before it is used.
  static func freePort() throws -> Int {
    try ports.withLock { ports in
      for index in 0..<1_000 where ports == nil {
        let first = 10_000 + (Int(getpid()) + index) % 1_000 * 20
        ports = (try? bound(to: first, SOCK_DGRAM, isListening: false)).map { (first, $0.socket, 0) }
      }
      for _ in 0..<20 {
        guard let (first, _, given) = ports else { break }
        ports?.given += 1
        if (try? bound(to: first + given % 20, isListening: false)) != nil { return first + given % 20 }
      }
      throw Failure("each port is taken")
    }
  }

  /// A socket with a port of its own, by default any free one, which listens where `isListening` is set.
  static func bound(
    to port: Int = 0, _ kind: __socket_type = SOCK_STREAM, isListening: Bool = true
  ) throws -> (socket: Descriptor, port: Int) {
    let made = Descriptor(socket(AF_INET, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue), 0))
    // As servers do, whose connections of before may still be closing.
    var isReused: Int32 = 1
    if kind == SOCK_STREAM {
      unsafe setsockopt(made.number, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = address(port)
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
