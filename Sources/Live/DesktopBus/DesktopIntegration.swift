import HostSystem
import SessionControl
package import SessionReporting
import Synchronization
import WorkoutEngine

/// Connects a running session to the desktop: media keys, sleep, notifications and other players.
///
/// All work is done on a dedicated thread, and the session never waits for it. An absent, hanging or lost bus is not an
/// error: the next event retries.
package final class DesktopIntegration: SessionFollower {
  private let settings: DesktopSettings
  private let inbox: Mailbox<DesktopMessage>
  private let end = Mailbox<Bool>(capacity: 1)
  private let waking: WakeDescriptor?
  private let isRunning = Atomic(false)
  /// The session up to the last event, which the thread shows other programs at once.
  private let session: SharedSession

  /// The longest delay at the end, in milliseconds.
  private static let closingPatience: Int32 = 250

  /// The integration for a session before its first event, which connects in `start`.
  package init(_ settings: DesktopSettings, _ session: ObservedSession) {
    self.settings = settings
    self.session = SharedSession(session)
    waking = try? WakeDescriptor()
    inbox = Mailbox(capacity: 1_024, waking: waking)
  }

  /// Starts connecting; without a thread or descriptor this session has no desktop integration.
  package func start() {
    guard let waking else { return }
    let (settings, session, inbox, end) = (settings, session, inbox, end)
    let thread = try? HostThread {
      DesktopWorker(settings, session, inbox, waking).run()
      end.put(true)
    }
    isRunning.store(thread != nil, ordering: .relaxed)
    thread?.detach()
  }

  /// Whether the environment names a session bus whose socket exists.
  package static func hasSession(_ environment: [String: String]) -> Bool {
    BusAddresses(environment).hasSession
  }

  package func observe(_ events: [SessionEvent]) {
    session.observe(events) { change in
      // Cues change nothing that other programs show, and would wake the thread most often.
      if !events.allSatisfy(\.isCue) { inbox.put(.observed(change)) }
    }
  }

  /// Receives whether words are heard or about to be, so that other players are low meanwhile.
  package func follow(speech isHeard: Bool) { if settings.others == .duck { inbox.put(.speech(isHeard)) } }

  package func finish() { inbox.put(.finish) }

  package func watch(_ isWatched: Bool) { inbox.put(.watched(isWatched)) }

  /// Shows a notification, such as that the workout is complete.
  package func notify(_ text: String) {
    guard settings.notifies else { return }
    let isConnected = isRunning.load(ordering: .relaxed) && Self.hasSession(settings.environment)
    if isConnected { inbox.put(.notification(text)) } else { DesktopNotification.show(text) }
  }

  /// Releases all inhibitors and restores other players within 250 ms; the next run restores the rest.
  package func close() {
    guard isRunning.load(ordering: .relaxed) else { return }
    inbox.put(.close)
    end.wait(milliseconds: Self.closingPatience)
  }
}

extension SessionEvent {
  fileprivate var isCue: Bool { if case .engine(let kind, _) = kind { kind.cue != nil } else { false } }
}

enum DesktopMessage: Sendable {
  case observed(SharedSession.Change)
  case speech(Bool)
  case watched(Bool)
  case notification(String)
  case answered(Int)
  case readyForSleep(Int)
  case finish
  case close
}
