import Glibc
package import HostSystem
import Synchronization

/// Receives the signals of a live run. Once the controller runs, they are messages to it; before that, while sounds are
/// read and devices opened, those that end or stop the run do so at once.
///
/// SIGUSR1 counts only if another run waits for the audio session, and SIGUSR2 never.
package final class SignalHandling: Sendable {
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGUSR1, SIGUSR2]
  /// The limit on the shortest fade, the last lines and the last commit together, in microseconds. Then the process
  /// ends without the rest: what it waits for may be a device, a disk or a reader that hangs.
  private static let patience: UInt32 = 450_000

  private let inbox: Mailbox<LiveSessionController.Message>
  private let isDelivering = Atomic(false)
  private let isEnding = Atomic(false)
  private let lockManager = Mutex<SessionLockManager?>(nil)

  /// Receives them from now on; it must be made before any thread.
  ///
  /// - Throws: `NoThread` if no thread can wait for them: the user who presses Ctrl-C would wait for ever.
  package init(_ inbox: Mailbox<LiveSessionController.Message>) throws(NoThread) {
    self.inbox = inbox
    JobControl.ignoreTerminalStops()
    try SignalWatch.start(Self.signals) { [self] in receive($0) }
  }

  /// Releases the session, too, if the run ends before the controller runs.
  package func releaseOnExit(_ lockManager: SessionLockManager) { self.lockManager.withLock { $0 = lockManager } }

  /// Delivers signals to the controller from now on.
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
      // Nothing has sounded; the main thread may be in the midst of anything.
      SignalRescue.end(by: signal)
    case SIGTSTP: JobControl.stop()
    case SIGCONT, SIGWINCH: break
    default: inbox.put(.signal(signal))
    }
  }

  private func limitEnding(by signal: Int32) {
    guard !isEnding.exchange(true, ordering: .relaxed) else { return }
    let thread = try? HostThread {
      usleep(Self.patience)
      SignalRescue.end(by: signal)
    }
    // Without a thread for it the run ends in order, however long that takes.
    thread?.detach()
  }
}

/// Distinguishes a signal that arrives twice for one request from a second request.
///
/// A program that ends a job often signals the process and then its group (GNU timeout does); a terminal that continues
/// a job does likewise.
struct SignalDebounce: Sendable {
  /// A signal that arrives again within this span of the boot clock is no second request.
  static let span = Duration.milliseconds(500)

  let signal: Int32
  private let instant = ContinuousClock.now

  /// The signal has come now.
  init(of signal: Int32) { self.signal = signal }

  /// Whether a signal that comes now is the same request once more.
  func isRepeated(by signal: Int32) -> Bool { signal == self.signal && instant.duration(to: .now) < Self.span }
}
