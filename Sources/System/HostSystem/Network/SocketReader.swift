/// Reads lines and bytes from a socket whose other end isn't trusted: what it sends is limited, and none of it is
/// waited for longer than until a deadline.
package struct SocketReader {
  package enum Failure: Error, Equatable {
    /// The system reports an error; `timedOut` after the deadline.
    case system(Errno)
    case ended
    case longLine(limit: Int)
  }

  private let socket: FileDescriptor
  private var buffer: [UInt8] = []

  package init(_ socket: Int32) { self.socket = FileDescriptor(rawValue: socket) }

  /// The next line of at most `limit` bytes, without its line feed.
  package mutating func readLine(atMost limit: Int, by deadline: SuspendingClock.Instant) throws(Failure) -> [UInt8] {
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeFirst(end + 1) }
        return Array(buffer[..<end])
      }
      searched = buffer.count
      guard searched <= limit else { throw .longLine(limit: limit) }
      try fill(by: deadline)
    }
  }

  package mutating func read(_ count: Int, by deadline: SuspendingClock.Instant) throws(Failure) -> [UInt8] {
    while buffer.count < count { try fill(by: deadline) }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  private mutating func fill(by deadline: SuspendingClock.Instant) throws(Failure) {
    let size = 64 << 10
    let start = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: size))
    var count = 0
    defer { buffer.removeLast(size - count) }
    do throws(Errno) { count = try socket.receive(into: &buffer, from: start, by: deadline) } catch {
      throw .system(error)
    }
    if count == 0 { throw .ended }
  }
}
