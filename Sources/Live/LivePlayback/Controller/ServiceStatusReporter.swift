import HostSystem
import SessionControl
package import SessionReporting
import Synchronization

/// Reports the session to the service manager that started the command, if one did.
package final class ServiceStatusReporter: SessionFollower {
  private let notifier: ServiceNotifier
  private let session = Mutex<ObservedSession?>(nil)
  private let start = SuspendingClock.now

  /// Reports to the manager in the environment, and removes it from the environment; call it before any thread starts.
  package init?() {
    guard let notifier = ServiceNotifier.removingFromEnvironment() else { return nil }
    self.notifier = notifier
  }

  package func beat() { notifier.beat(at: SuspendingClock.now - start) }

  package func begin(with session: ObservedSession) { self.session.withLock { $0 = session } }

  package func observe(_ events: [SessionEvent]) {
    // Within the lock, so that the line of another thread's earlier event never comes last.
    session.withLock { session in
      guard let before = session else { return }
      for event in events { session?.observe(event) }
      guard let now = session, now.hasServiceNews(since: before) else { return }
      if let line = now.serviceLine { notifier.show(line) }
      if now.hasBegun { notifier.begin() }
    }
  }

  package func stop() { notifier.stop() }
}
