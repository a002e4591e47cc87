import HostSystem
import SessionReporting
import WorkoutEngine

final class DesktopWorker {
  private let inbox: Mailbox<DesktopMessage>
  private let session: DBusLink
  private let observed: SharedSession
  private let system: DBusLink
  private let loop: DBusLoop
  private let player: MPRISPlayer
  private let inhibitor: SleepInhibitor
  private let notifier: Notifier
  private let others: OtherPlayers
  private let straps: HeartRateStraps?
  private var isClosing = false

  private static let closingTime = Duration.milliseconds(200)

  init(
    _ settings: DesktopSettings, _ observed: SharedSession, _ inbox: Mailbox<DesktopMessage>,
    _ waking: WakeDescriptor
  ) {
    self.inbox = inbox
    self.observed = observed
    let addresses = BusAddresses(settings.environment)
    session = DBusLink(to: addresses.session)
    system = DBusLink(to: addresses.system)
    loop = DBusLoop([session, system], waking: waking)
    player = MPRISPlayer(session, settings, observed) { inbox.put(.answered($0)) }
    inhibitor = SleepInhibitor(session, system, loop, settings) { inbox.put(.readyForSleep($0)) }
    notifier = Notifier(session, loop, settings)
    others = OtherPlayers(session, settings)
    let measurements = StrapMeasurements(settings)
    straps = settings.strap.map { [system, loop] in
      HeartRateStraps(system, loop, $0, report: measurements.follow, complain: measurements.complain)
    }
    connect()
  }

  private func connect() {
    session.begin = { [unowned self] in
      player.begin()
      notifier.begin()
      others.begin()
      if observed.now.place.isRunning { others.play() }
      inhibitor.update()
    }
    session.lose = { [unowned self] in
      notifier.lose()
      others.lose()
      inhibitor.loseSession()
    }
    session.follow = { [unowned self] signal in
      notifier.follow(signal)
      others.follow(signal)
    }
    session.answer = { [unowned self] in player.answer($0) }
    system.begin = { [unowned self] in
      inhibitor.beginSystem()
      straps?.begin()
    }
    system.lose = { [unowned self] in
      inhibitor.loseSystem()
      straps?.lose()
    }
    system.follow = { [unowned self] signal in
      inhibitor.follow(signal)
      straps?.follow(signal)
    }
  }

  func run() {
    while !isClosing {
      session.open()
      system.open()
      loop.turn()
      for message in inbox.drain().messages { handle(message) }
      player.announce()
      inhibitor.update()
    }
    finish()
    loop.run(for: Self.closingTime) { !session.isWaiting && !system.isWaiting && !notifier.isWaiting }
  }

  private func handle(_ message: DesktopMessage) {
    switch message {
    case .observed(let change): follow(change)
    case .answered(let number): player.answer(number)
    case .speech(let isHeard): others.follow(speech: isHeard)
    case .watched(let isWatched): inhibitor.isWatched = isWatched
    case .notification(let text): notifier.show(text, .other)
    case .readyForSleep(let number): inhibitor.receiveReady(number)
    case .finish: finish()
    case .close: isClosing = true
    }
  }

  private func follow(_ change: SharedSession.Change) {
    notifier.follow(change)
    player.follow(change)
    inhibitor.isRunning = change.now.place.isRunning
    if inhibitor.isRunning { others.play() }
  }

  private func finish() {
    notifier.finish()
    others.finish()
    straps?.finish()
    inhibitor.finish()
  }
}
