import Glibc
import HostSystem

/// A connection to a run's socket, as `ctl` uses it: it waits for lines, but never longer than it is told.
public final class ControlClient {
  /// Why there is no connection.
  public enum Failure: Error, Equatable, Sendable {
    /// No run listens at the path.
    case absent(String)
    /// The socket is another user's.
    case notPermitted(String)
    /// Something else, and what.
    case other(String)
  }

  private let descriptor: Int32
  private var input: [UInt8] = []

  /// Connects to the socket at `path`.
  public init(_ path: String) throws(Failure) {
    guard let address = UnixAddress(path) else { throw .other("\(path) is no path of a socket") }
    descriptor = UnixAddress.socket(isStream: true)
    guard descriptor >= 0 else { throw .other(OutputWriter.explanation(of: errno)) }
    switch address.connect(descriptor) {
    case 0: break
    case ENOENT, ENOTDIR, ECONNREFUSED: throw .absent(path)
    case EACCES, EPERM: throw .notPermitted(path)
    case let code: throw .other("\(path): \(OutputWriter.explanation(of: code))")
    }
  }

  deinit { close(descriptor) }

  /// Sends a line; `false` where the run has hung up.
  public func send(_ line: String) -> Bool {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        OutputWriter.waitForSpace(in: descriptor, milliseconds: -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// What reading a line came to.
  public enum Reading: Equatable, Sendable {
    case line(String)
    /// The run has hung up.
    case end
    /// Nothing came in time.
    case timeout
    /// The other descriptor became readable.
    case other
  }

  /// Waits for a line until `deadline`, for ever where that is `nil`, or until `other` is readable.
  public func read(until deadline: ContinuousClock.Instant?, or other: Int32? = nil) -> Reading {
    while true {
      if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
        defer { input.removeFirst(end + 1) }
        return .line(String(decoding: input[..<end], as: UTF8.self))
      }
      var waiting = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      if let other { waiting.append(pollfd(fd: other, events: Int16(POLLIN), revents: 0)) }
      let rest = deadline.map { ($0 - .now).pollMilliseconds } ?? -1
      let count = unsafe poll(&waiting, nfds_t(waiting.count), rest)
      if count == 0 { return .timeout }
      if count > 0, waiting[0].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let length = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        if length > 0 {
          input += bytes[..<length]
        } else if length == 0 || (errno != EAGAIN && errno != EINTR) {
          return .end
        }
      } else if count > 0 {
        return .other
      }
    }
  }
}
