import AudioMixing
import AudioOutput
import HostSystem
package import Snapcast
import Synchronization

/// A stream of a Snapcast server, to which a session plays.
///
/// Each time it is opened, the server is asked again: it may have been configured differently meanwhile.
package final class SnapcastOutput: Sendable {
  /// The longest pause between attempts, in milliseconds: a server that is back is heard at once.
  static let longestPause: Int32 = 1_000

  private let address: SnapcastAddress
  private let stream: String?
  private let lastFault = Mutex<SnapcastFault?>(nil)

  /// The stream with a name, or else the only one of the server at `address`.
  package init(_ address: SnapcastAddress, stream: String?) {
    self.address = address
    self.stream = stream
  }

  /// Its name in messages and events.
  var name: String { (stream.map { "\($0) at " } ?? "") + address.description }

  /// What the server's buffer is by default, before it has told.
  var usualBuffer: Duration { .seconds(1) }

  /// The reason why the last attempt to open it failed, if only the user can change that.
  var fault: SnapcastFault? { lastFault.withLock { $0.flatMap { $0.kind == .unavailable ? nil : $0 } } }

  /// Opens the stream's FIFO, or connects to its port.
  func open(_ clock: BootClock, _ hasAnswered: () -> Void) throws(SinkError) -> Transfer<any LiveSink> {
    let (target, buffer, socket) = try ask(hasAnswered)
    switch target {
    case .fifo(let path): return Transfer(try FifoSink(readPath: path, latencyOffset: buffer, clock: clock))
    case .tcp(_, let frames):
      return Transfer(SocketSink(socket, of: name, portionFrames: frames, latencyOffset: buffer, clock: clock))
    }
  }

  /// Asks the server where the sound goes and when it is heard, and connects to a port.
  private func ask(
    _ hasAnswered: () -> Void
  ) throws(SinkError) -> (SnapcastTarget, buffer: Duration, socket: Int32) {
    do throws(SnapcastFault) {
      var client = try SnapcastClient(address)
      let target = try client.status().target(ofStream: stream)
      hasAnswered()
      let buffer = try client.buffer()
      lastFault.withLock { $0 = nil }
      guard case .tcp(let port, _) = target else { return (target, buffer, -1) }
      return (target, buffer, try client.connect(to: port))
    } catch {
      lastFault.withLock { $0 = error }
      throw .unavailable(error.reason)
    }
  }
}
