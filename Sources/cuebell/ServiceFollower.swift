import CueAudio
import LiveHost
import SessionReporting
import Synchronization
import WorkoutEngine

/// Tells the service manager that started the command, if one did, what becomes of its session.
final class ServiceFollower: Sendable {
  private let notifier: ServiceNotifier
  private let status = Mutex(ServiceStatus())
  private let clock = SuspendingClock()
  private let start: SuspendingClock.Instant

  /// A follower for the manager that the environment names, which is forgotten there; before any thread starts.
  init?() {
    guard let notifier = ServiceNotifier.takeFromEnvironment() else { return nil }
    self.notifier = notifier
    start = clock.now
  }

  /// Passes on that the session's loop has gone round.
  func beat() { notifier.beat(at: clock.now - start) }

  /// Passes on the beginning of the session, where it stands, and its end.
  func follow(_ report: LiveSession.Report) {
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
  /// Whether the workout has begun: it is heard, or would be if it weren't paused.
  fileprivate var hasBegun: Bool {
    switch self {
    case .idle, .preparingToPlay, .preparingToPause: false
    default: true
    }
  }
}
