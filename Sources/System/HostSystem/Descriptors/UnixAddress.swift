import Glibc

/// The address of a local socket: a path, or `@` and an abstract name.
package struct UnixAddress: Sendable {
  package enum Answer: Equatable, Sendable {
    case answers
    case absent
    case refuses(Errno)
  }

  private let address: sockaddr_un
  private let length: socklen_t

  package init?(_ name: String) {
    let bytes = Array(name.utf8)
    var address = sockaddr_un()
    let space = MemoryLayout.size(ofValue: address.sun_path)
    let isFile = bytes.first == UInt8(ascii: "/")
    guard isFile || bytes.first == UInt8(ascii: "@"), (2..<space).contains(bytes.count), !bytes.contains(0) else {
      return nil
    }
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
      unsafe path.copyBytes(from: bytes)
      // An abstract name begins with a zero byte.
      if !isFile { unsafe path[0] = 0 }
    }
    self.address = address
    // A path ends with a zero byte, an abstract name at the length.
    length = socklen_t(MemoryLayout<sockaddr_un>.size - space + bytes.count + (isFile ? 1 : 0))
  }

  /// Sends one datagram from `descriptor` without waiting; it is lost if no socket receives it.
  package func send(_ text: String, from descriptor: Int32) {
    let bytes = Array(text.utf8)
    unsafe withPointer { target in
      _ = unsafe sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT), target, length)
    }
  }

  /// A new non-blocking datagram or, if `isStream`, stream socket; −1 if the system can't create one.
  package static func socket(isStream: Bool) -> Int32 {
    let kind = isStream ? SOCK_STREAM : SOCK_DGRAM
    return Glibc.socket(AF_UNIX, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
  }

  package func call(isStream: Bool) -> Answer {
    let descriptor = Self.socket(isStream: isStream)
    guard descriptor >= 0 else { return .refuses(.last) }
    defer { close(descriptor) }
    switch connect(descriptor) {
    case nil: return .answers
    case .noSuchFileOrDirectory, .notDirectory: return .absent
    case let error?: return .refuses(error)
    }
  }

  package func connect(_ descriptor: Int32) -> Errno? {
    unsafe withPointer { target in unsafe Glibc.connect(descriptor, target, length) == 0 ? nil : .last }
  }

  package func bind(_ descriptor: Int32) -> Bool {
    unsafe withPointer { target in unsafe Glibc.bind(descriptor, target, length) == 0 }
  }

  private func withPointer<Result>(_ body: (UnsafePointer<sockaddr>?) -> Result) -> Result {
    unsafe withUnsafeBytes(of: address) { bytes in
      unsafe body(bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self))
    }
  }
}
