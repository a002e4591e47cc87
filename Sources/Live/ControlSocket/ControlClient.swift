import Glibc
import HostSystem

/// A blocking connection to a run's control socket.
package final class ControlClient {
  package enum Failure: Error, Equatable, Sendable {
    case absent
    /// The run belongs to another user.
    case notPermitted
    /// No reply arrived in time.
    case noAnswer
    case closed
    /// The system doesn't permit a connection.
    case unavailable(String)
  }

  /// The longest line that is read; a plan may be long.
  private static let longestLine = 1 << 28

  /// The descriptor to poll for input when `holdsLine` is false.
  package let descriptor: Int32
  private var input = LineBuffer(capacity: ControlClient.longestLine)

  package init(_ path: String) throws(Failure) {
    guard let address = UnixAddress(path) else { throw .unavailable("\(path) is not a valid socket path") }
    descriptor = UnixAddress.socket(isStream: true)
    guard descriptor >= 0 else { throw .unavailable("\(Errno.last)") }
    switch address.connect(descriptor) {
    case nil: return
    case .noSuchFileOrDirectory, .notDirectory, .connectionRefused: throw .absent
    case .permissionDenied, .notPermitted: throw .notPermitted
    case .resourceTemporarilyUnavailable: throw .noAnswer
    case let error?: throw .unavailable("\(path): \(error)")
    }
  }

  deinit { close(descriptor) }

  /// Sends a line; throws if the socket's buffer is still full at `deadline`.
  package func send(_ line: String, by deadline: SuspendingClock.Instant) throws(Failure) {
    do throws(Errno) {
      try FileDescriptor(rawValue: descriptor).send(Array((line + "\n").utf8), by: deadline)
    } catch {
      throw error == .timedOut ? .noAnswer : .closed
    }
  }

  /// The next line, without its line break; `nil` if the run has ended the connection.
  package func readLine(by deadline: ContinuousClock.Instant?) throws(Failure) -> String? {
    while true {
      if let line = input.next() { return String(decoding: line, as: UTF8.self) }
      guard !input.hasOverflowed else { throw .unavailable("the run sends a line that never ends") }
      do throws(Errno) {
        let more = try FileDescriptor(rawValue: descriptor).read(atMost: 65_536)
        if more.isEmpty { return nil }
        input.append(more)
      } catch {
        if error == .connectionReset { return nil }
        guard error == .resourceTemporarilyUnavailable else { throw .closed }
        let limit = deadline.map { $0 - .now }
        if PollSet.wait(for: POLLIN, on: descriptor, atMost: limit) == 0 { throw .noAnswer }
      }
    }
  }

  /// Whether another user, other than root, runs the session.
  package var isAnotherUsers: Bool { !Peer.isTrusted(at: descriptor) }

  package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  package var holdsLine: Bool { input.holdsLine() }
}

extension ControlClient {
  package struct FoundRun: Equatable, Sendable {
    package let name: String
    package let path: String
  }

  /// The folder of this user's sockets, which is not created; `nil` if the environment names none.
  package static func standardFolder(_ environment: [String: String]) -> String? {
    let folders = UserFolders(environment)
    return (folders.runtime ?? folders.state).map { $0 + "/cuebell/runs" }
  }

  /// The live runs in a folder, by name, found by connecting: testing the locks could keep a starting run from locking
  /// its name.
  package static func runs(in folder: String) throws(Failure) -> [FoundRun] {
    if unsafe access(folder, R_OK | X_OK) != 0, errno == EACCES { throw .notPermitted }
    return sockets(in: folder).filter { run in
      switch UnixAddress(run.path)?.call(isStream: true) {
      case .answers, .refuses(.wouldBlock), .refuses(.permissionDenied), .refuses(.notPermitted): true
      case .absent, .refuses, nil: false
      }
    }
  }

  /// The sockets in a folder, by name, including stale ones of killed runs.
  package static func sockets(in folder: String) -> [FoundRun] {
    FolderNames.list(folder).filter { $0.hasSuffix(".sock") }
      .map { FoundRun(name: String($0.dropLast(5)), path: "\(folder)/\($0)") }.sorted { $0.name < $1.name }
  }
}
