import Glibc
import Synchronization

/// Reports the session to a service manager such as systemd (sd_notify(3)): its start, its status, its end and, while
/// its loop runs, the watchdog's keep-alive.
///
/// It never waits for the manager, and a manager that doesn't listen is not an error.
package final class ServiceNotifier: Sendable {
  private let address: UnixAddress
  private let socket: Int32
  /// Half of the manager's watchdog timeout; `nil` if it doesn't watch.
  private let interval: Duration?
  private let hasBegun = Atomic(false)
  private let nextBeat = Mutex(Duration.zero)

  package init?(_ name: String, watchdog: Duration?) {
    guard let address = UnixAddress(name) else { return nil }
    self.address = address
    socket = UnixAddress.socket(isStream: false)
    interval = watchdog.map { $0 / 2 }
  }

  deinit { close(socket) }

  /// The notifier for the manager in the environment; `nil` if there is none.
  ///
  /// It removes `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID` from the environment, so that no child reports for
  /// the session; therefore it is called before any other thread starts. The watchdog counts only if it is meant for
  /// this process.
  package static func removingFromEnvironment() -> ServiceNotifier? {
    let (name, microseconds) = (removeVariable("NOTIFY_SOCKET"), removeVariable("WATCHDOG_USEC"))
    let isMeant = removeVariable("WATCHDOG_PID").map { $0 == "\(getpid())" } ?? true
    let watchdog = microseconds.flatMap { Int($0) }.flatMap { isMeant && $0 > 0 ? Duration.microseconds($0) : nil }
    return name.flatMap { ServiceNotifier($0, watchdog: watchdog) }
  }

  private static func removeVariable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    defer { unsafe unsetenv(name) }
    return unsafe String(cString: value)
  }

  package func begin() {
    let isFirst = hasBegun.exchange(true, ordering: .relaxed) == false
    if isFirst { send("READY=1") }
  }

  /// Records that the session's loop runs at `now`, real time by a monotonic clock.
  ///
  /// A keep-alive is sent once per half of the watchdog timeout, from the beginning of the session on.
  package func beat(at now: Duration) {
    guard let interval, hasBegun.load(ordering: .relaxed) else { return }
    let isDue = nextBeat.withLock { next in
      guard now >= next else { return false }
      next = now + interval
      return true
    }
    if isDue { send("WATCHDOG=1") }
  }

  package func show(_ status: String) {
    send("STATUS=" + status.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  package func stop() { send("STOPPING=1") }

  private func send(_ message: String) { address.send(message, from: socket) }
}

/// Detects whether output goes to systemd's journal, which others may read later.
package enum JournalStream {
  /// Whether a descriptor of this process writes to the journal; see systemd.exec(5).
  package static func takes(_ descriptor: Int32) -> Bool {
    guard let value = unsafe getenv("JOURNAL_STREAM") else { return false }
    let journal = unsafe String(cString: value)
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && journal == "\(status.st_dev):\(status.st_ino)"
  }
}
