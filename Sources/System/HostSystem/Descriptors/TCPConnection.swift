import Glibc

/// Connects to a port of another program, here or on another machine.
package enum TCPConnection {
  /// Why there is no connection, in words.
  package struct Failure: Error {
    package let reason: String
  }

  /// A non-blocking socket connected to `port` of `host`, a name or an address, before `deadline`.
  package static func open(
    host: String, port: UInt16, by deadline: SuspendingClock.Instant
  ) throws(Failure) -> Int32 {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(host, "\(port)", &hints, &list)
    defer { unsafe freeaddrinfo(list) }
    guard code == 0 else { throw Failure(reason: unsafe String(cString: gai_strerror(code))) }
    var failure = Errno.connectionRefused
    var next = unsafe list
    while let address = unsafe next?.pointee {
      do throws(Errno) { return try unsafe connect(to: address, by: deadline) } catch { failure = error }
      unsafe next = address.ai_next
    }
    throw Failure(reason: "\(failure)")
  }

  private static func connect(to address: addrinfo, by deadline: SuspendingClock.Instant) throws(Errno) -> Int32 {
    let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = unsafe socket(address.ai_family, flags, Int32(IPPROTO_TCP))
    guard descriptor >= 0 else { throw .last }
    do throws(Errno) {
      if unsafe Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 {
        guard errno == EINPROGRESS else { throw .last }
        guard PollSet.wait(for: POLLOUT, on: descriptor, atMost: deadline - .now) != 0 else { throw .timedOut }
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
        guard code == 0 else { throw Errno(rawValue: code) }
      }
      // A request is one short message, which mustn't wait for others.
      var isOn: Int32 = 1
      unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }
}
