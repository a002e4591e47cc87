import HostSystem

/// Finds heart rate straps through BlueZ, connects them and reads their values; lost ones are found again.
///
/// Nothing of it is an error: without an adapter, BlueZ or permission there is one message, and it begins once they
/// are there.
final class HeartRateStraps {
  enum News: Equatable {
    case found
    case connected
    case reading(HeartRateReading)
    case lost
  }

  private let link: DBusLink
  private let loop: DBusLoop
  private let choice: StrapChoice
  private let report: (HeartRateStrap, News) -> Void
  private let complain: (String) -> Void
  private var objects = BluetoothObjects()
  private var connections: [String: StrapConnection] = [:]
  private var adapterInUse: String?
  private var isListed = false
  private var lastComplaint: String?
  private var reported: Set<String> = []

  /// The time limit for BlueZ to connect a strap, and for the system bus to answer.
  private static let (connecting, answering) = (Duration.seconds(45), Duration.seconds(3))
  /// The time after which it reports that no strap is in range.
  private static let looking = Duration.seconds(20)
  /// The time limit for a connected strap to list its services.
  private static let resolving = Duration.seconds(20)

  /// The straps of `choice`; `report` receives what happens with them, `complain` why there are none.
  init(
    _ link: DBusLink, _ loop: DBusLoop, _ choice: StrapChoice, report: @escaping (HeartRateStrap, News) -> Void,
    complain: @escaping (String) -> Void
  ) {
    (self.link, self.loop, self.choice, self.report) = (link, loop, choice, report)
    self.complain = complain
    loop.after(Self.answering) { [weak self] in
      if self?.link.isOpen == false { self?.complainOnce("the system bus can't be reached") }
    }
    loop.after(Self.looking) { [weak self] in self?.complainOfNone() }
  }

  /// Called when the bus has accepted this program.
  func begin() {
    for member in ["InterfacesAdded", "InterfacesRemoved"] {
      link.match("type='signal',sender='\(BluetoothObjects.service)',interface='\(Self.manager)',member='\(member)'")
    }
    link.match(
      "type='signal',sender='\(BluetoothObjects.service)',interface='\(Self.properties)',member='PropertiesChanged'")
    link.match(
      "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(BluetoothObjects.service)'")
    list()
  }

  func lose() {
    isListed = false
    objects.replaceAll(nil)
    for path in connections.keys.sorted() { disconnected(path) }
    adapterInUse = nil
  }

  /// Ends the notifications, and disconnects what was connected for them.
  func finish() {
    for (path, connection) in connections.sorted(by: { $0.key < $1.key }) {
      if connection.state == .subscribed, let source = objects.rateCharacteristic(of: path) {
        call(source, BluetoothObjects.characteristic, "StopNotify")
      }
      if connection.isOwn || connection.state == .connecting { call(path, BluetoothObjects.device, "Disconnect") }
    }
    connections = [:]
    isListed = false
    if let adapterInUse { call(adapterInUse, BluetoothObjects.adapter, "StopDiscovery") }
    adapterInUse = nil
  }

  // MARK: BlueZ

  private static let manager = "org.freedesktop.DBus.ObjectManager"
  private static let properties = "org.freedesktop.DBus.Properties"

  private func list() {
    call("/", Self.manager, "GetManagedObjects") { [weak self] outcome in
      guard let self else { return }
      switch outcome {
      case .success(let answer):
        objects.replaceAll(answer.first)
        isListed = true
        act()
      case .failure(let error): complainOnce(Self.reason(error))
      }
    }
  }

  private static func reason(_ error: DBusError) -> String {
    switch error.name {
    case accessDenied: notPermitted
    case "org.freedesktop.DBus.Error.Disconnected": "the system bus can't be reached"
    default: "BlueZ isn't running"
    }
  }

  private static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
  private static let notPermitted = "Bluetooth isn't permitted; add your user to the group bluetooth"

  func follow(_ signal: DBusMessage) {
    let body = signal.body
    if signal.isSignal("org.freedesktop.DBus", "NameOwnerChanged") {
      guard body.first?.text == BluetoothObjects.service else { return }
      lose()
      if body.last?.text != "" { list() }
    } else if signal.isSignal(Self.manager, "InterfacesAdded"), body.count == 2, let path = body[0].text {
      objects.add(path, body[1])
      act()
    } else if signal.isSignal(Self.manager, "InterfacesRemoved"), body.count == 2, let path = body[0].text {
      let names = (body[1].elements ?? []).compactMap(\.text)
      objects.remove(path, names)
      if names.contains(BluetoothObjects.device) { disconnected(path) }
      act()
    } else if signal.isSignal(Self.properties, "PropertiesChanged"), body.count == 3, let interface = body[0].text {
      objects.change(signal.path, interface, body[1], lost: (body[2].elements ?? []).compactMap(\.text))
      if interface == BluetoothObjects.characteristic {
        if let value = body[1].value(of: "Value")?.bytes { receive(value, from: signal.path) }
      } else if interface == BluetoothObjects.device || interface == BluetoothObjects.adapter {
        act()
      }
    }
  }

  private func call(
    _ path: String, _ interface: String, _ member: String, _ body: [DBusValue] = [],
    within limit: Duration = .seconds(5), _ outcome: @escaping DBusLink.Outcome = { _ in }
  ) {
    let call = DBusCall(
      destination: BluetoothObjects.service, path: path, interface: interface, member: member, body: body)
    link.call(call, within: limit, outcome)
  }

  // MARK: Straps

  /// Does what the state of adapters and straps asks for.
  private func act() {
    guard isListed else { return }
    guard let adapter = objects.adapters.first(where: \.isOn) ?? objects.adapters.first else {
      return complainOnce("this machine has no Bluetooth adapter")
    }
    guard adapter.isOn else { return complainOnce("the Bluetooth adapter is off; bluetoothctl power on") }
    let straps = objects.straps.filter(isChosen)
    for strap in straps where reported.insert(strap.path).inserted { report(HeartRateStrap(strap), .found) }
    for strap in straps where !strap.isConnected { disconnected(strap.path) }
    for strap in wanted(of: straps) { advance(strap) }
    look(with: adapter.path)
  }

  private func isChosen(_ device: BluetoothObjects.Device) -> Bool {
    guard case .named(let name) = choice else { return true }
    let wanted = name.lowercased()
    return device.address.lowercased() == wanted || device.name.lowercased().contains(wanted)
  }

  /// The straps to be read: all, or one, which stays the same once it has been read, because others belong to others.
  private func wanted(of straps: [BluetoothObjects.Device]) -> [BluetoothObjects.Device] {
    if choice == .all { return straps }
    if connections.contains(where: { $1.isKnown }) { return straps.filter { connections[$0.path]?.isKnown == true } }
    if let current = straps.first(where: { connections[$0.path].map { $0.state != .idle } ?? false }) {
      return [current]
    }
    return Array(straps.filter { (connections[$0.path]?.retryAt ?? .zero) <= .monotonic }.prefix(1))
  }

  /// Takes the next step towards the values of a strap.
  private func advance(_ strap: BluetoothObjects.Device) {
    let connection = connections[strap.path, default: StrapConnection(HeartRateStrap(strap))]
    switch connection.state {
    case .idle where connection.retryAt > .monotonic: break
    case .idle where !strap.isConnected: connect(strap)
    case .idle, .connecting:
      guard strap.isConnected, strap.areServicesResolved, let path = objects.rateCharacteristic(of: strap.path)
      else { return }
      subscribe(to: path, of: strap)
    case .subscribing, .subscribed: break
    }
  }

  private func connect(_ strap: BluetoothObjects.Device) {
    let path = strap.path
    connections[path, default: StrapConnection(HeartRateStrap(strap))].state = .connecting
    call(path, BluetoothObjects.device, "Connect", within: Self.connecting) { [weak self] outcome in
      guard let self, connections[path] != nil else { return }
      switch outcome {
      case .success:
        connections[path]?.isOwn = true
        loop.after(Self.resolving) { [weak self] in
          if self?.connections[path]?.state == .connecting { self?.fail(path) }
        }
      case .failure(let error): fail(path, error)
      }
      act()
    }
  }

  private func subscribe(to source: String, of strap: BluetoothObjects.Device) {
    let path = strap.path
    connections[path, default: StrapConnection(HeartRateStrap(strap))].state = .subscribing
    call(source, BluetoothObjects.characteristic, "StartNotify", within: Self.connecting) { [weak self] outcome in
      guard let self, connections[path]?.state == .subscribing else { return }
      switch outcome {
      case .failure(let error) where error.name != "org.bluez.Error.InProgress": fail(path, error)
      default:
        connections[path]?.state = .subscribed
        if connections[path]?.isReported == false { report(HeartRateStrap(strap), .connected) }
        connections[path]?.isReported = true
      }
      act()
    }
  }

  /// Plans the next attempt, after a pause that doubles each time; if an `error` needs the user, reports what to do.
  private func fail(_ path: String, _ error: DBusError? = nil) {
    guard var connection = connections[path] else { return }
    switch error?.name {
    case Self.accessDenied: complainOnce(Self.notPermitted)
    case "org.bluez.Error.NotPermitted", "org.bluez.Error.NotAuthorized":
      // A scan lists the others.
      if choice == .all { break }
      complainOnce("\(connection.strap.name) must be paired; bluetoothctl pair \(connection.strap.address)")
    default: break
    }
    let pause = connection.fail(at: .monotonic)
    connections[path] = connection
    loop.after(pause) { [weak self] in self?.act() }
  }

  /// A strap isn't connected, or not any more.
  private func disconnected(_ path: String) {
    guard let connection = connections[path], [.subscribing, .subscribed].contains(connection.state) else { return }
    fail(path)
    connections[path]?.isReported = false
    if connection.isReported { report(connection.strap, .lost) }
  }

  private func receive(_ value: [UInt8], from source: String) {
    guard let reading = HeartRateReading(value),
      let (path, connection) = connections.first(where: { source.hasPrefix($0.key + "/") }),
      [.subscribing, .subscribed].contains(connection.state), source == objects.rateCharacteristic(of: path)
    else { return }
    connections[path]?.failures = 0
    connections[path]?.isKnown = true
    report(connection.strap, .reading(reading))
  }

  /// Looks for straps while one is missing; many adapters can't connect one meanwhile.
  private func look(with adapter: String) {
    let isMissing = choice == .all || !connections.values.contains { $0.state != .idle }
    if isMissing, adapterInUse == nil {
      adapterInUse = adapter
      let filter = DBusValue.dictionary([
        ("UUIDs", .strings([BluetoothObjects.heartRateService])), ("Transport", .string("le")),
      ])
      call(adapter, BluetoothObjects.adapter, "SetDiscoveryFilter", [filter])
      call(adapter, BluetoothObjects.adapter, "StartDiscovery")
    } else if !isMissing, let adapterInUse {
      call(adapterInUse, BluetoothObjects.adapter, "StopDiscovery")
      self.adapterInUse = nil
    }
  }

  // MARK: Messages

  private func complainOfNone() {
    guard isListed, objects.adapters.contains(where: \.isOn), !connections.values.contains(where: \.isKnown) else {
      return
    }
    if case .named(let name) = choice, !objects.straps.contains(where: isChosen) {
      return complainOnce("no strap \"\(name)\" is in reach")
    }
    complainOnce(objects.straps.isEmpty ? "no strap is in reach" : "the strap doesn't answer")
  }

  private func complainOnce(_ reason: String) {
    guard lastComplaint == nil else { return }
    lastComplaint = reason
    complain(reason)
  }
}
