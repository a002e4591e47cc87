import Glibc
package import HostSystem
import Synchronization

/// Receives the signals of a live run.
///
/// Once the controller runs, they are messages to it. Before that, while sounds are read and devices opened, those that
/// end or stop the run do so at once. SIGUSR1 counts only if another run waits for the audio session, and SIGUSR2
/// never.
package final class SignalHandling: Sendable {
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGUSR1, SIGUSR2]
  /// The limit, in microseconds, on the shortest fade, the last lines and the last commit together: after that the
  /// process ends without the rest, because it may be waiting for a device, a disk or a reader that hangs.
  private static let patience: UInt32 = 450_000

  private let inbox: Mailbox<LiveSessionController.Message>
  private let isDelivering = Atomic(false)
  private let isEnding = Atomic(false)
  private let lockManager = Mutex<SessionLockManager?>(nil)

  /// Receives signals from now on; it must be created before any thread. Without a thread to wait for them, Ctrl-C
  /// would have no effect.
  package init(_ inbox: Mailbox<LiveSessionController.Message>) throws(NoThread) {
    self.inbox = inbox
    JobControl.ignoreTerminalStops()
    try SignalWatch.start(Self.signals) { [self] in receive($0) }
  }

  /// Also releases the session if the run ends before the controller runs.
  package func releaseOnExit(_ lockManager: SessionLockManager) { self.lockManager.withLock { $0 = lockManager } }

  package func startDelivering() { isDelivering.store(true, ordering: .relaxed) }

  private func receive(_ signal: Int32) {
    if signal == SIGUSR2 { return }
    if signal == SIGUSR1, lockManager.withLock({ $0 })?.isRequested != true { return }
    if isDelivering.load(ordering: .relaxed) {
      if signal == SIGINT || signal == SIGTERM { limitEnding(by: signal) }
      return inbox.put(.signal(signal))
    }
    switch signal {
    case SIGINT, SIGTERM:
      lockManager.withLock { $0 }?.end()
      // Nothing has sounded yet, and the main thread may be doing anything.
      SignalRescue.end(by: signal)
    case SIGTSTP: JobControl.stop()
    case SIGCONT, SIGWINCH: break
    default: inbox.put(.signal(signal))
    }
  }

  private func limitEnding(by signal: Int32) {
    guard !isEnding.exchange(true, ordering: .relaxed) else { return }
    // Without this thread the run ends normally, however long that takes.
    try? HostThread {
      usleep(Self.patience)
      SignalRescue.end(by: signal)
    }.detach()
  }
}

/// Distinguishes a signal that arrives twice for one request from a second request.
///
/// A program that ends a job often signals the process and then its group (as GNU timeout does); a terminal that
/// continues a job does likewise.
struct SignalDebounce: Sendable {
  /// The time, on the boot clock, within which the same signal counts as the same request.
  static let span = Duration.milliseconds(500)

  let signal: Int32
  private let instant = ContinuousClock.now

  init(of signal: Int32) { self.signal = signal }

  func isRepeated(by signal: Int32) -> Bool { signal == self.signal && instant.duration(to: .now) < Self.span }
}
