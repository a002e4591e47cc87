import Glibc

/// Calls on a socket whose other end isn't waited for longer than until a deadline, after which they throw `timedOut`.
extension FileDescriptor {
  package func send(_ bytes: [UInt8], by deadline: SuspendingClock.Instant) throws(Errno) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if count > 0 { rest.removeFirst(count) } else { try wait(for: POLLOUT, by: deadline) }
    }
  }

  /// Receives what has arrived, or waits for it, and writes it to `bytes` from `start` on; returns the number of bytes,
  /// which is 0 at the end.
  package func receive(
    into bytes: inout [UInt8], from start: Int, by deadline: SuspendingClock.Instant
  ) throws(Errno) -> Int {
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { bytes in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
        return unsafe recv(rawValue, rest.baseAddress, rest.count, Int32(MSG_DONTWAIT))
      }
      // Otherwise a program that sends without end would never be late.
      if count > 0, deadline < .now { throw .timedOut }
      if count >= 0 { return count }
      try wait(for: POLLIN, by: deadline)
    }
  }

  /// Waits for `event` where the last call failed because it would have blocked, and throws if it failed otherwise.
  private func wait(for event: Int32, by deadline: SuspendingClock.Instant) throws(Errno) {
    guard [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) else { throw .last }
    if PollSet.wait(for: event, on: rawValue, atMost: deadline - .now) == 0 { throw .timedOut }
  }
}
