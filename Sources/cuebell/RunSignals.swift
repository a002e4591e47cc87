import Glibc
import HostThreads
import LiveHost
import Synchronization

/// Takes the signals of a live run. Once the run is served they are letters to its desk; before that, while sounds are
/// read and devices opened, those that end or stop it do so at once.
final class RunSignals: Sendable {
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGUSR1, SIGUSR2]

  private let inbox: Mailbox<LiveRun.Letter>
  private let isServed = Atomic(false)
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
    if isServed.load(ordering: .relaxed) { return inbox.put(.signal(signal)) }
    switch signal {
    case SIGINT, SIGTERM:
      keeper.withLock { $0 }?.end()
      // Nothing has sounded and no terminal is set; the main thread may be in the midst of anything.
      _exit(128 + signal)
    case SIGTSTP: JobControl.stop()
    case SIGCONT, SIGWINCH: break
    default: inbox.put(.signal(signal))
    }
  }
}
