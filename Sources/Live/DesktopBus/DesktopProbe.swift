import DBusMessaging

/// What there is of a desktop, for a look at it without a session.
public struct DesktopProbe: Equatable, Sendable {
  /// Whether the user's session has a bus that answers.
  public var hasSessionBus = false
  /// Whether logind answers, which holds off sleep.
  public var hasLogind = false
  /// Whether there is a program that shows notifications, or one that the bus would start.
  public var hasNotifications = false
  /// Whether other players that a killed run left low or paused were given back what was taken from them.
  public var hasRestored = false

  /// Nothing of a desktop.
  public init() {}

  /// How long all of it may take.
  private static let patience = Duration.seconds(2)

  /// Looks at the buses that the environment names, and gives back what a killed run has taken from other players.
  public static func probe(_ environment: [String: String]) -> DesktopProbe {
    let addresses = BusAddresses(environment)
    let (session, system) = (DBusLink(to: addresses.session), DBusLink(to: addresses.system))
    let loop = DBusLoop([session, system])
    let settings = DesktopIntegration.Settings(workout: "", environment: environment, now: { .zero }) { _, _, _ in }
    let others = OtherPlayers(session, loop, settings)
    var probe = DesktopProbe()
    func look(_ link: DBusLink, _ member: String, _ answer: @escaping ([String]) -> Void) {
      link.call(.toBus(member), within: patience) { outcome in
        if case .success(let body) = outcome { answer((body.first?.elements ?? []).compactMap(\.text)) }
      }
    }
    session.begin = {
      probe.hasRestored = others.restoreLeftBehind()
      for member in ["ListNames", "ListActivatableNames"] {
        look(session, member) { names in
          probe.hasSessionBus = true
          if names.contains("org.freedesktop.Notifications") { probe.hasNotifications = true }
        }
      }
    }
    system.begin = {
      look(system, "ListNames") { if $0.contains("org.freedesktop.login1") { probe.hasLogind = true } }
    }
    session.open()
    system.open()
    loop.run(for: patience) {
      [session, system].allSatisfy { !$0.isComing || ($0.isOpen && !$0.isWaiting) }
    }
    return probe
  }
}
