import Glibc

/// Connects to a port of another program, here or on another machine.
package enum TCPConnection {
  package struct Failure: Error {
    package let reason: String
  }

  /// A non-blocking socket connected to `port` of `host`, a name or an address, before `deadline`.
  package static func open(
    host: String, port: UInt16, by deadline: SuspendingClock.Instant
  ) throws(Failure) -> Int32 {
    let list = unsafe try addresses(of: host, port, by: deadline)
    defer { unsafe freeaddrinfo(list) }
    var failure = Errno.connectionRefused
    var next = unsafe list
    while let address = unsafe next?.pointee {
      do throws(Errno) { return try unsafe connect(to: address, by: deadline) } catch { failure = error }
      unsafe next = address.ai_next
    }
    throw Failure(reason: "\(failure)")
  }

  /// Looks a name up on a thread of its own, because the C library may wait for name servers until after the deadline;
  /// the caller releases the list.
  private static func addresses(
    of host: String, _ port: UInt16, by deadline: SuspendingClock.Instant
  ) throws(Failure) -> UnsafeMutablePointer<addrinfo>? {
    let answers = Mailbox<Result<UInt, Failure>>(capacity: 1)
    do throws(NoThread) {
      try HostThread {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, "\(port)", &hints, &list)
        let failure = Failure(reason: unsafe String(cString: gai_strerror(code)))
        answers.put(code == 0 ? .success(UInt(bitPattern: list)) : .failure(failure))
      }.detach()
    } catch {
      throw Failure(reason: error.explanation)
    }
    answers.wait(milliseconds: Int32(max(.zero, deadline - .now) / .milliseconds(1)))
    guard let answer = answers.drain().messages.first else { throw Failure(reason: "\(Errno.timedOut)") }
    return unsafe UnsafeMutablePointer(bitPattern: try answer.get())
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
