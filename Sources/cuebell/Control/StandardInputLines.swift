import ControlSocket
import Glibc

/// The lines of stdin, awaited together with those of a run.
struct StandardInputLines {
  /// The first input to arrive.
  enum Arrival {
    case line(String)
    /// Input from the run.
    case input
    case end
  }

  private var bytes: [UInt8] = []
  private var hasEnded = false

  /// The next line, or the fact that the run has sent something before.
  mutating func next(orInputOf client: ControlClient) throws -> Arrival {
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        defer { bytes.removeSubrange(...end) }
        return .line(String(decoding: bytes[..<end], as: UTF8.self))
      }
      if hasEnded {
        if bytes.isEmpty { return .end }
        defer { bytes = [] }
        return .line(String(decoding: bytes, as: UTF8.self))
      }
      if client.holdsLine { return .input }
      var polled = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: client.number, events: Int16(POLLIN), revents: 0),
      ]
      guard unsafe poll(&polled, 2, -1) > 0 else { continue }
      if polled[1].revents != 0 { return .input }
      var more = [UInt8](repeating: 0, count: 4096)
      let count = unsafe read(STDIN_FILENO, &more, more.count)
      if count > 0 { bytes += more[..<count] } else if count == 0 || errno != EINTR { hasEnded = true }
    }
  }
}
