import Glibc
import StrictJSON

/// The debugging pipe of a browser: messages of JSON, each ended by a NUL byte.
struct BrowserPipe: ~Copyable {
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  /// How much of `bytes` holds no end of a message.
  private var searched = 0

  /// The pipe on `descriptor`, a socket that is closed with it.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  func send(_ message: String) throws {
    var rest = Array(message.utf8) + [0]
    while !rest.isEmpty {
      let count = unsafe Glibc.send(descriptor, rest, rest.count, Int32(MSG_NOSIGNAL))
      guard count > 0 || errno == EINTR else { throw Failure("the browser reads nothing: error \(errno)") }
      rest.removeFirst(max(0, count))
    }
  }

  /// The next message that arrives by an instant; `nil` if none does.
  mutating func receive(by deadline: ContinuousClock.Instant) throws -> JSONValue? {
    while true {
      if let end = bytes[searched...].firstIndex(of: 0) {
        defer {
          bytes.removeFirst(end + 1)
          searched = 0
        }
        do {
          return try JSONReader.read(Array(bytes[..<end]), maximumSize: .max, maximumDepth: 200).root
        } catch {
          throw Failure("\(error) in \(String(decoding: bytes[..<end].prefix(500), as: UTF8.self))")
        }
      }
      searched = bytes.count
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let left = max(.zero, deadline - ContinuousClock.now)
      let ready = unsafe poll(&waiting, 1, Int32(left / .milliseconds(1)))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return nil }
      var chunk = [UInt8](repeating: 0, count: 262_144)
      let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { throw Failure("the browser has ended") }
      bytes += chunk[..<count]
    }
  }
}
