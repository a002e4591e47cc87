import SessionReporting
import Synchronization

/// The observed session, as several threads share it.
final class SharedSession: Sendable {
  typealias Change = (before: ObservedSession, now: ObservedSession)

  private let session: Mutex<ObservedSession>

  init(_ session: ObservedSession) { self.session = Mutex(session) }

  var now: ObservedSession { session.withLock(\.self) }

  /// Adds an event, and passes the change on before another thread can add one.
  func observe(_ events: [SessionEvent], _ pass: (Change) -> Void) {
    session.withLock { session in
      let before = session
      for event in events { session.observe(event) }
      pass((before, session))
    }
  }
}
