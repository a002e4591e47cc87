import ControlSocket
import Glibc
import HostSystem

/// The lines of stdin, awaited together with those of a run.
struct StandardInputLines {
  enum Arrival {
    case line(String)
    case input
    case end
  }

  private var lines = LineBuffer(capacity: .max)
  private var hasEnded = false

  /// The next line, or the fact that the run has sent something before.
  mutating func next(orInputOf client: ControlClient) throws -> Arrival {
    while true {
      if let line = lines.next() { return .line(String(decoding: line, as: UTF8.self)) }
      if hasEnded { return lines.isEmpty ? .end : .line(String(decoding: lines.rest(), as: UTF8.self)) }
      if client.holdsLine { return .input }
      var polled = PollSet([STDIN_FILENO, client.descriptor])
      polled.wait()
      if polled[1] != 0 { return .input }
      let more = (try? FileDescriptor.standardInput.read(atMost: 4_096)) ?? []
      lines.append(more)
      hasEnded = more.isEmpty
    }
  }
}
