import DBusMessaging
import HostSystem
public import SessionControl
public import SessionReporting
import Synchronization
public import WorkoutEngine

/// What a run keeps the machine from while its timer runs.
public enum InhibitPolicy: String, CaseIterable, Sendable {
  /// From falling asleep by itself; a sleep that the user asks for comes.
  case idle
  /// From any sleep.
  case sleep
  /// From nothing.
  case none
}

/// What becomes of the sound of other media players during a workout.
public enum OthersPolicy: String, CaseIterable, Sendable {
  /// It stays as it is.
  case mix
  /// It is lower while Cuebell speaks.
  case duck
  /// It pauses until the workout is over.
  case pause
}

/// The desktop's side of a running session: media keys, sleep, notifications, other players.
///
/// All of it is done by one thread, which nothing in the session ever waits for. A bus that is absent, hangs or goes
/// away is no error: the next event tries again.
public final class DesktopIntegration: SessionFollower {
  private let settings: Settings
  private let inbox: Mailbox<DesktopMessage>
  private let end = Mailbox<Bool>(capacity: 1)
  private let waking: WakeDescriptor?
  private let isRunning = Atomic(false)

  /// How long, in milliseconds, the end may be held up.
  private static let closingPatience: Int32 = 250

  /// The desktop of a session, which is connected to once it is started.
  public init(_ settings: Settings) {
    self.settings = settings
    waking = try? WakeDescriptor()
    inbox = Mailbox(capacity: 1_024, waking: waking)
  }

  /// Begins to connect; where the system gives no thread or descriptor, there is no desktop for this session.
  public func start() {
    guard let waking else { return }
    let (settings, inbox, end) = (settings, inbox, end)
    let thread = try? HostThread {
      DesktopWorker(settings, inbox, waking).run()
      end.put(true)
    }
    isRunning.store(thread != nil, ordering: .relaxed)
    thread?.detach()
  }

  /// Whether the environment names a bus of the user's session that is there.
  public static func hasSession(_ environment: [String: String]) -> Bool {
    BusAddresses(environment).hasSession
  }

  /// An event that is heard now.
  public func follow(_ event: SessionEvent, line: String) {
    switch event.kind {
    case .engine, .audio: put(.event(event))
    case .hello, .session: break
    }
  }

  /// An event that will be heard: other players become low in time for its words.
  public func followAhead(_ event: EngineEvent) {
    guard case .cueSettled(let cue) = event.kind, let phrase = cue.phrase, let start = cue.at else { return }
    put(.speech(phrase, start))
  }

  /// The session is over: nothing is held any more.
  public func finish() { put(.finish) }

  /// Whether somebody looks at the session on a terminal.
  public func watch(_ isWatched: Bool) { put(.watched(isWatched)) }

  /// Shows a notification, such as that the workout is complete.
  public func notify(_ text: String) {
    guard settings.notifies else { return }
    let isConnected = isRunning.load(ordering: .relaxed) && Self.hasSession(settings.environment)
    if isConnected { put(.notification(text)) } else { DesktopNotification.show(text) }
  }

  /// Lets go of all that is held, and gives other players back what was taken from them, within 250 ms; what can't be
  /// done in that time the next run does.
  public func close() {
    guard isRunning.load(ordering: .relaxed) else { return }
    put(.close)
    end.wait(milliseconds: Self.closingPatience)
  }

  private func put(_ message: DesktopMessage) { inbox.put(message) }
}

/// What the thread of the desktop is told.
enum DesktopMessage: Sendable {
  case event(SessionEvent)
  case speech(Phrase, Duration)
  case watched(Bool)
  case notification(String)
  /// The session is ready for the sleep of that number.
  case readyForSleep(Int)
  case finish
  case close
}
