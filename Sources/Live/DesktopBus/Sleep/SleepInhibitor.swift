import HostSystem

/// Prevents sleep while the session's timer runs, and informs the session before a sleep.
final class SleepInhibitor {
  private let session: DBusLink
  private let system: DBusLink
  private let loop: DBusLoop
  private let settings: DesktopSettings
  /// Signals this thread that the session is ready for the sleep with that number.
  private let ready: @Sendable (Int) -> Void
  var isRunning = false
  var isWatched = false
  private var isOver = false
  /// The unique name of logind; signals of other senders are ignored.
  private var manager: String?
  private var sleep = (number: 0, isNear: false, isReady: false, timer: 0)
  private var mayBlockSleep = true
  private var shown: [String] = []

  private lazy var portal = portalInhibitor("portal", Self.suspendFlag)
  private lazy var portalScreen = portalInhibitor("portal-screen", Self.idleFlag)
  private lazy var screenSaver = Inhibitor("screensaver") { [unowned self] in inhibitScreenSaver($0) }
  private lazy var idle = logindInhibitor("logind-idle", "idle", "block")
  private lazy var block = logindInhibitor("logind-sleep", "sleep", "block")
  private lazy var delay = logindInhibitor("logind-delay", "sleep", "delay")
  private var all: [Inhibitor] { [portal, portalScreen, screenSaver, idle, block, delay] }

  /// The time for which the session may delay a sleep; logind waits for all programs, 5 s by default.
  private static let patience = Duration.milliseconds(900)
  private static let (suspendFlag, idleFlag) = (UInt32(4), UInt32(8))
  private static let logind = "org.freedesktop.login1"
  private static let reason = "A workout is running"

  init(
    _ session: DBusLink, _ system: DBusLink, _ loop: DBusLoop, _ settings: DesktopSettings,
    ready: @escaping @Sendable (Int) -> Void
  ) {
    self.session = session
    self.system = system
    self.loop = loop
    self.settings = settings
    self.ready = ready
  }

  // MARK: Input

  func finish() {
    isOver = true
    update()
  }

  /// Acquires and releases inhibitors as needed, and reports the active ones.
  func update() {
    let isActive = isRunning && !isOver && settings.inhibits != .none
    if session.isOpen {
      portal.want(isActive)
      portalScreen.want(isActive && isWatched && !portal.isMissing)
      screenSaver.want(isActive && portal.isMissing)
    }
    if system.isOpen {
      idle.want(isActive)
      block.want(isActive && settings.inhibits == .sleep && mayBlockSleep)
      delay.want(!isOver && !sleep.isReady)
    }
    let held = all.filter(\.isHeld).map(\.name)
    if held != shown { settings.showInhibitors(held) }
    shown = held
  }

  // MARK: The session bus

  func loseSession() {
    for inhibitor in [portal, portalScreen, screenSaver] { inhibitor.lose() }
    update()
  }

  private func portalInhibitor(_ name: String, _ flag: UInt32) -> Inhibitor {
    Inhibitor(name) { [unowned self] answer in
      let options = DBusValue.dictionary([("reason", .string(Self.reason))])
      let call = DBusCall(
        destination: Self.portalName, path: "/org/freedesktop/portal/desktop",
        interface: "org.freedesktop.portal.Inhibit", member: "Inhibit", body: [.string(""), .uint32(flag), options])
      // The portal may have to be activated first.
      session.call(call, within: .seconds(10)) { [weak self] outcome in
        let handle = try? outcome.get().first?.text
        answer(handle.map { handle in { self?.closeRequest(handle) } })
        self?.update()
      }
    }
  }

  private static let portalName = "org.freedesktop.portal.Desktop"

  private func closeRequest(_ handle: String) {
    session.call(
      DBusCall(
        destination: Self.portalName, path: handle, interface: "org.freedesktop.portal.Request", member: "Close"))
  }

  private func inhibitScreenSaver(_ answer: @escaping (Inhibitor.Release?) -> Void) {
    var call = DBusCall(
      destination: "org.freedesktop.ScreenSaver", path: "/org/freedesktop/ScreenSaver",
      interface: "org.freedesktop.ScreenSaver", member: "Inhibit", body: [.string("Cuebell"), .string(Self.reason)])
    session.call(call) { [weak self] outcome in
      guard case .uint32(let number)? = try? outcome.get().first else { return answer(nil) }
      answer {
        (call.member, call.body) = ("UnInhibit", [.uint32(number)])
        self?.session.call(call)
      }
      self?.update()
    }
  }

  // MARK: logind

  func beginSystem() {
    let rule = "type='signal',sender='\(Self.logind)',interface='\(Self.logind).Manager',member='PrepareForSleep'"
    system.match(rule)
    system.match(
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
        + "arg0='\(Self.logind)'")
    system.call(.toBus("GetNameOwner", [.string(Self.logind)])) { [weak self] outcome in
      if let owner = try? outcome.get().first?.text { self?.manager = owner }
    }
    update()
  }

  func loseSystem() {
    manager = nil
    loseManager()
  }

  private func loseManager() {
    for inhibitor in [idle, block, delay] { inhibitor.lose() }
    if sleep.isNear { prepareForSleep(false) }
    update()
  }

  func follow(_ signal: DBusMessage) {
    if signal.isSignal("\(Self.logind).Manager", "PrepareForSleep"), let manager, signal.sender == manager {
      if let isNear = signal.body.first?.isTrue { prepareForSleep(isNear) }
    } else if signal.isSignal("org.freedesktop.DBus", "NameOwnerChanged"), signal.sender == "org.freedesktop.DBus",
      signal.body.first?.text == Self.logind
    {
      let owner = signal.body.last?.text ?? ""
      manager = owner.isEmpty ? nil : owner
      loseManager()
    }
  }

  private func prepareForSleep(_ isNear: Bool) {
    guard isNear != sleep.isNear, !isOver else { return }
    loop.cancel(sleep.timer)
    sleep = (sleep.number + (isNear ? 1 : 0), isNear, false, 0)
    guard isNear else {
      settings.sleepIsOver()
      return update()
    }
    let (number, ready) = (sleep.number, ready)
    sleep.timer = loop.after(Self.patience) { [weak self] in self?.receiveReady(number) }
    settings.sleepIsNear { ready(number) }
  }

  /// The session is ready for the sleep with that number; the delay is released.
  func receiveReady(_ number: Int) {
    guard sleep.isNear, sleep.number == number else { return }
    loop.cancel(sleep.timer)
    sleep.isReady = true
    update()
  }

  private func logindInhibitor(_ name: String, _ what: String, _ mode: String) -> Inhibitor {
    Inhibitor(name) { [unowned self] answer in
      let call = DBusCall(
        destination: Self.logind, path: "/org/freedesktop/login1", interface: "\(Self.logind).Manager",
        member: "Inhibit", body: [what, "Cuebell", Self.reason, mode].map(DBusValue.string))
      system.call(call) { [weak self] outcome in
        if case .descriptor(let descriptor)? = try? outcome.get().first {
          // Closing the last reference to the descriptor releases the inhibitor.
          answer { withExtendedLifetime(descriptor) {} }
        } else {
          if case .failure(let error) = outcome, what == "sleep", mode == "block" { self?.refuseBlock(error) }
          answer(nil)
        }
        self?.update()
      }
    }
  }

  private func refuseBlock(_ error: DBusError) {
    let refusals = ["AccessDenied", "InteractiveAuthorizationRequired", "AuthFailed", "NotAuthorized"]
    guard mayBlockSleep, refusals.contains(where: error.name.hasSuffix) else { return }
    mayBlockSleep = false
    settings.remark(
      "This user can't block sleep (polkit refuses): only automatic sleep is prevented.")
  }
}
