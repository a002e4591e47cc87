import Glibc
import HostThreads
import LiveHost
import Synchronization

/// Takes the signals of a live run. Once the run is served they are letters to its desk; before that, while sounds are
/// read and devices opened, those that end or stop it do so at once.
///
/// SIGUSR1 counts only where another run waits for the audio session, and SIGUSR2 never.
final class RunSignals: Sendable {
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGUSR1, SIGUSR2]

  private let inbox: Mailbox<LiveRun.Letter>
  /// How long the shortest fade, the last lines and the last commit may take together, in microseconds, before the
  /// process ends without the rest: what it waits for may be a device, a disk or a reader that hangs.
  private static let patience: UInt32 = 450_000

  private let isServed = Atomic(false)
  private let isEnding = Atomic(false)
  private let keeper = Mutex<SessionKeeper?>(nil)

  /// Takes them from here on; it must be made before any thread.
  ///
  /// - Throws: `NoThread` where nobody can wait for them: whoever presses Ctrl-C would wait for ever.
  init(_ inbox: Mailbox<LiveRun.Letter>) throws(NoThread) {
    self.inbox = inbox
    JobControl.ignoreTerminalStops()
    try SignalWatch.start(Self.signals) { [self] in receive($0) }
  }

  /// Lets go of the session, too, where the run ends before it is served.
  func mind(_ keeper: SessionKeeper) { self.keeper.withLock { $0 = keeper } }

  /// From now on somebody reads the letters.
  func beServed() { isServed.store(true, ordering: .relaxed) }

  private func receive(_ signal: Int32) {
    if signal == SIGUSR2 { return }
    if signal == SIGUSR1, keeper.withLock({ $0 })?.isAsked != true { return }
    if isServed.load(ordering: .relaxed) {
      if signal == SIGINT || signal == SIGTERM { limitEnding(by: signal) }
      return inbox.put(.signal(signal))
    }
    switch signal {
    case SIGINT, SIGTERM:
      keeper.withLock { $0 }?.end()
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
