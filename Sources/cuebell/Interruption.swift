import ArgumentParser
import Glibc
import LiveHost
import Synchronization

/// Lets SIGINT and SIGTERM end a command that writes a file in order, so that it can take away what is unfinished.
///
/// It must be made before any thread; the second signal doesn't wait.
final class Interruption: Sendable {
  private let number = Atomic<Int32>(0)

  init() {
    SignalWatch.start([SIGINT, SIGTERM]) { [self] signal in
      if number.exchange(signal, ordering: .relaxed) != 0 { exit(128 + signal) }
    }
  }

  /// The status with which to end; `nil` as long as nobody asked.
  var exitCode: ExitCode? {
    let signal = number.load(ordering: .relaxed)
    return signal == 0 ? nil : ExitCode(128 + signal)
  }
}
