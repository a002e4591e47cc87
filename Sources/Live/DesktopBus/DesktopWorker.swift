import HostSystem
import SessionControl
import SessionReporting
import WorkoutEngine

/// What the thread of the desktop does.
final class DesktopWorker {
  private let settings: DesktopIntegration.Settings
  private let inbox: Mailbox<DesktopMessage>
  private let session: DBusLink
  private let system: DBusLink
  private let loop: DBusLoop
  private let player: MPRISPlayer
  private var isClosing = false

  /// How long what is held may take to be given back.
  private static let closingTime = Duration.milliseconds(200)

  init(_ settings: DesktopIntegration.Settings, _ inbox: Mailbox<DesktopMessage>, _ waking: WakeDescriptor) {
    self.settings = settings
    self.inbox = inbox
    let addresses = BusAddresses(settings.environment)
    session = DBusLink(to: addresses.session)
    system = DBusLink(to: addresses.system)
    loop = DBusLoop([session, system], waking: waking)
    player = MPRISPlayer(session, settings)
    session.begin = { [unowned self] in player.begin() }
    session.answer = { [unowned self] in player.answer($0) }
  }

  /// Looks after the desktop until the session is closed.
  func run() {
    while !isClosing {
      session.open()
      system.open()
      loop.turn()
      for message in inbox.drain().messages { take(message) }
      player.announce()
    }
    loop.run(for: Self.closingTime) { !session.isWaiting && !system.isWaiting }
  }

  private func take(_ message: DesktopMessage) {
    switch message {
    case .event(let event): follow(event)
    case .muted(let isMuted): player.mute(isMuted)
    case .close: isClosing = true
    default: break
    }
  }

  private func follow(_ event: SessionEvent) {
    switch event.kind {
    case .engine(let kind, let progress): player.follow(kind, progress, at: event.at)
    default: break
    }
  }
}
