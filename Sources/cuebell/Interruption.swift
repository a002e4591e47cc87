import ArgumentParser
import Glibc
import HostThreads
import LiveHost
import Synchronization

/// Lets SIGINT and SIGTERM end a command that writes a file in order, so that it can take away what is unfinished.
///
/// It must be made before any thread; the second signal doesn't wait.
final class Interruption: Sendable {
  private let asked = Mutex<SignalEcho?>(nil)

  /// - Throws: `NoThread` where nobody can wait for the signals.
  init() throws(NoThread) {
    try SignalWatch.start([SIGINT, SIGTERM]) { [self] signal in
      let isSecond = asked.withLock { asked in
        guard let first = asked else {
          asked = SignalEcho(of: signal)
          return false
        }
        return !first.isEchoed(by: signal)
      }
      if isSecond { exit(128 + signal) }
    }
  }

  /// The status with which to end; `nil` as long as nobody asked.
  var exitCode: ExitCode? {
    asked.withLock { $0.map { ExitCode(128 + $0.signal) } }
  }
}
