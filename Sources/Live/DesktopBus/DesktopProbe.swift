/// The services of the desktop, as found without a session.
package struct DesktopProbe: Equatable, Sendable {
  package var hasSessionBus = false
  package var hasLogind = false
  package var hasNotifications = false
  /// Whether players that a killed run had lowered or paused were restored.
  package var hasRestored = false

  /// The Bluetooth adapter, which heart rate straps need.
  package var bluetooth = Bluetooth.missing

  package enum Bluetooth: Equatable, Sendable {
    /// BlueZ isn't running.
    case missing
    case noAdapter, off, on
    /// BlueZ doesn't answer this user.
    case refused

    /// The reason why no strap can be found, and the fix; `nil` if one can.
    package var lack: (text: String, fix: String)? {
      switch self {
      case .on: nil
      case .off: ("the adapter is off", "bluetoothctl power on")
      case .noAdapter: ("no adapter", "connect a Bluetooth adapter")
      case .missing: ("BlueZ isn't running", "apt-get install bluez; systemctl start bluetooth")
      case .refused: ("BlueZ doesn't answer", "sudo adduser $USER bluetooth, and log in again")
      }
    }
  }

  package init() {}

  private static let patience = Duration.seconds(2)

  /// Probes the buses in the environment, and restores players that a killed run had lowered or paused.
  package static func probe(_ environment: [String: String]) -> DesktopProbe {
    let addresses = BusAddresses(environment)
    let (session, system) = (DBusLink(to: addresses.session), DBusLink(to: addresses.system))
    let loop = DBusLoop([session, system])
    let settings = DesktopSettings(environment: environment, now: { .zero }, perform: { _, _, _ in })
    let others = OtherPlayers(session, settings)
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
      look(system, "ListNames") { names in
        if names.contains("org.freedesktop.login1") { probe.hasLogind = true }
        guard names.contains(BluetoothObjects.service) else { return }
        let list = DBusCall(
          destination: BluetoothObjects.service, path: "/", interface: "org.freedesktop.DBus.ObjectManager",
          member: "GetManagedObjects")
        system.call(list, within: patience) { outcome in
          guard case .success(let answer) = outcome else {
            probe.bluetooth = .refused
            return
          }
          var objects = BluetoothObjects()
          objects.replaceAll(answer.first)
          let adapters = objects.adapters
          probe.bluetooth = adapters.isEmpty ? .noAdapter : adapters.contains(where: \.isOn) ? .on : .off
        }
      }
    }
    session.open()
    system.open()
    loop.run(for: patience) {
      [session, system].allSatisfy { !$0.isComing || ($0.isOpen && !$0.isWaiting) }
    }
    return probe
  }
}
