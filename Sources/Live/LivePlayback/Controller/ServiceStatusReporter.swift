import CueAudio
import HostSystem
import SessionReporting
import Synchronization
import WorkoutEngine

/// Reports the session to the service manager that started the command, if one did.
package final class ServiceStatusReporter: Sendable {
  private let notifier: ServiceNotifier
  private let status = Mutex(ServiceStatus())
  private let clock = SuspendingClock()
  private let start: SuspendingClock.Instant

  /// Reports to the manager in the environment, and removes it from the environment; call it before any thread starts.
  package init?() {
    guard let notifier = ServiceNotifier.removingFromEnvironment() else { return nil }
    self.notifier = notifier
    start = clock.now
  }

  /// Reports that the session's loop runs.
  package func beat() { notifier.beat(at: clock.now - start) }

  /// Reports the beginning of the session, its status, and its end.
  package func follow(_ report: LiveSession.Report) {
    switch report {
    case .session(.event(let event)):
      if case .stateChanged(_, let state, _) = event.kind, state.hasBegun { notifier.begin() }
      if let line = status.withLock({ $0.line(after: event) }) { notifier.show(line) }
    case .over: notifier.stop()
    default: break
    }
  }
}

extension PlaybackState {
  /// Whether the workout has begun, even if it is paused.
  fileprivate var hasBegun: Bool {
    switch self {
    case .idle, .preparingToPlay, .preparingToPause: false
    default: true
    }
  }
}
