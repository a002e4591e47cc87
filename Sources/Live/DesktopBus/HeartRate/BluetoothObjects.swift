/// What BlueZ knows: adapters, devices and their characteristics.
struct BluetoothObjects {
  static let service = "org.bluez"
  static let adapter = "org.bluez.Adapter1"
  static let device = "org.bluez.Device1"
  static let characteristic = "org.bluez.GattCharacteristic1"
  static let heartRateService = "0000180d-0000-1000-8000-00805f9b34fb"
  private static let heartRateMeasurement = "00002a37-0000-1000-8000-00805f9b34fb"

  struct Device {
    let path: String
    let address: String
    let name: String
    let isConnected: Bool
    let areServicesResolved: Bool
    let isPaired: Bool
    /// In dBm; `nil` if it isn't in reach, or is connected.
    let strength: Int?
  }

  private var objects: [String: [String: [String: DBusValue]]] = [:]

  /// Replaces all objects by the answer to `GetManagedObjects`.
  mutating func replaceAll(_ answer: DBusValue?) {
    objects = [:]
    for case .entry(let path, let interfaces) in answer?.elements ?? [] { add(path.text ?? "", interfaces) }
  }

  mutating func add(_ path: String, _ interfaces: DBusValue) {
    for case .entry(let name, let properties) in interfaces.elements ?? [] {
      guard let name = name.text else { continue }
      objects[path, default: [:]][name] = [:]
      change(path, name, properties)
    }
  }

  mutating func remove(_ path: String, _ interfaces: [String]) {
    for name in interfaces { objects[path]?[name] = nil }
    if objects[path]?.isEmpty == true { objects[path] = nil }
  }

  /// Changes properties of a known interface; `lost` are those without a value now.
  mutating func change(_ path: String, _ interface: String, _ properties: DBusValue, lost: [String] = []) {
    guard objects[path]?[interface] != nil else { return }
    for case .entry(let key, let value) in properties.elements ?? [] {
      if let key = key.text { objects[path]?[interface]?[key] = value }
    }
    for key in lost { objects[path]?[interface]?[key] = nil }
  }

  var adapters: [(path: String, isOn: Bool)] {
    objects.compactMap { path, interfaces in
      interfaces[Self.adapter].map { (path, $0["Powered"]?.isTrue ?? false) }
    }.sorted { $0.path < $1.path }
  }

  /// The heart rate straps: connected ones first, then those in reach, then paired ones, then by their strength.
  var straps: [Device] {
    objects.compactMap { path, interfaces -> Device? in
      guard let properties = interfaces[Self.device] else { return nil }
      let services = (properties["UUIDs"]?.list ?? []).compactMap { $0.text?.lowercased() }
      guard services.contains(Self.heartRateService) || rateCharacteristic(of: path) != nil else { return nil }
      let address = properties["Address"]?.text ?? path
      return Device(
        path: path, address: address, name: (properties["Alias"] ?? properties["Name"])?.text ?? address,
        isConnected: properties["Connected"]?.isTrue ?? false,
        areServicesResolved: properties["ServicesResolved"]?.isTrue ?? true,
        isPaired: properties["Paired"]?.isTrue ?? false, strength: properties["RSSI"]?.integer.map(Int.init))
    }.sorted { $0.rank < $1.rank }
  }

  /// The path of the characteristic that notifies of a device's heart rate.
  func rateCharacteristic(of device: String) -> String? {
    objects.first { path, interfaces in
      path.hasPrefix(device + "/")
        && interfaces[Self.characteristic]?["UUID"]?.text?.lowercased() == Self.heartRateMeasurement
    }?.key
  }
}

extension BluetoothObjects.Device {
  fileprivate var rank: (Int, Int, Int, String) {
    (isConnected ? 0 : strength != nil ? 1 : 2, isPaired ? 0 : 1, -(strength ?? 0), address)
  }
}

extension DBusValue {
  /// The elements of a list, which may be the value of a property.
  fileprivate var list: [DBusValue]? { if case .variant(let value) = self { value.list } else { elements } }

  var bytes: [UInt8]? { list?.compactMap { $0.integer.flatMap { UInt8(exactly: $0) } } }
}
