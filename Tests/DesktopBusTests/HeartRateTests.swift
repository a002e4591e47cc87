import DesktopBus
import SessionControl
import Synchronization
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A run and a heart rate strap` {
  private let bus: PrivateBus
  private let session: DesktopSession
  private let remarks = RemarkRecorder()

  init() throws {
    bus = try PrivateBus()
    session = try DesktopSession()
  }

  private final class RemarkRecorder: Sendable {
    let all = Mutex<[String]>([])
  }

  @discardableResult
  private func connect(_ choice: StrapChoice = .any) -> DesktopIntegration {
    session.connect(to: bus.environment) { [remarks] settings in
      settings.strap = choice
      settings.remark = { text in remarks.all.withLock { $0.append(text) } }
    }
  }

  private func expect(rates: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
    let isSo = Timeout.wait { self.rates == rates }
    #expect(isSo, "\(self.rates) \(remarks.all.withLock(\.self))", sourceLocation: sourceLocation)
  }

  private func expect(remarks texts: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    let isSo = Timeout.wait { remarks.all.withLock(\.self) == texts }
    #expect(isSo, "\(remarks.all.withLock(\.self))", sourceLocation: sourceLocation)
  }

  private var rates: [Int] {
    session.commands.compactMap { if case .measure(.heartRate, let rate) = $0 { rate } else { nil } }
  }

  @Test func `that is known is connected, and its values become measurements in its name`() throws {
    try bus.startBluetooth()
    bus.bluetooth("Adapter b true")
    bus.bluetooth("Strap us 1 'Polar 1'")
    let desktop = connect()
    expect(rates: [101])
    bus.send([0x06, 131], from: 1)
    expect(rates: [101, 131])
    expect(remarks: ["The heart rate comes from Polar 1."])
    #expect(session.origins.last == .from(.system, name: "Polar 1"))
    desktop.close()
    #expect(bus.bluetoothCalls.suffix(2) == ["StopNotify", "Disconnect"])
  }

  @Test func `is found when it comes, lost, and found again after a pause that grows`() throws {
    try bus.startBluetooth()
    bus.bluetooth("Adapter b true")
    connect()
    bus.bluetooth("Strap us 1 'Polar 1'")
    expect(rates: [101])
    bus.bluetooth("Refuse u 1")
    bus.bluetooth("Lose u 1")
    expect(rates: [101, 101])
    expect(remarks: [
      "The heart rate comes from Polar 1.", "Polar 1 is lost; looking for it.", "Polar 1 is back.",
    ])
    // Somebody else's strap isn't taken in its place.
    bus.bluetooth("Strap us 2 'Polar 2'")
    bus.bluetooth("Refuse u 100")
    bus.bluetooth("Lose u 1")
    expect(remarks: [
      "The heart rate comes from Polar 1.", "Polar 1 is lost; looking for it.", "Polar 1 is back.",
      "Polar 1 is lost; looking for it.",
    ])
    #expect(rates == [101, 101])
  }

  @Test func `is read in 8 and 16 bits, with and without contact, and at no wrong length`() throws {
    try bus.startBluetooth()
    bus.bluetooth("Adapter b true")
    bus.bluetooth("Strap us 1 'Polar 1'")
    connect()
    expect(rates: [101])
    // No contact, with contact, contact unknown.
    for flags: UInt8 in [0x04, 0x06, 0x00, 0x02] { bus.send([flags, 110 + flags], from: 1) }
    // 16 bits; with energy and intervals; too few bytes; no heart beats so.
    bus.send([0x07, 0xC8, 0x00], from: 1)
    bus.send([0x1E, 140, 0x10, 0x00, 0x00, 0x04, 0x01], from: 1)
    for bytes: [UInt8] in [[], [0x06], [0x07, 120], [0x06, 0], [0x06, 255], [0x07, 0xFF, 0xFF]] {
      bus.send(bytes, from: 1)
    }
    bus.send([0x06, 150], from: 1)
    expect(rates: [101, 116, 110, 112, 200, 140, 150])
  }

  @Test func `is chosen by a part of its name or by its address among ten`() throws {
    try bus.startBluetooth()
    bus.bluetooth("Adapter b true")
    for number in 1...10 { bus.bluetooth("Strap us \(number) 'Strap \(number)'") }
    connect(.named("strap 7"))
    expect(rates: [107])
    let other = try DesktopSession()
    _ = other.connect(to: bus.environment) { $0.strap = .named("00:00:00:00:00:0a") }
    #expect(Timeout.wait { other.commands == [.measure(.heartRate, 110)] })
  }

  @Test func `without BlueZ has one remark, and is found once BlueZ and an adapter are there`() throws {
    connect()
    let missing = "No heart rate: BlueZ isn't running. The workout continues."
    expect(remarks: [missing])
    try bus.startBluetooth()
    bus.bluetooth("Adapter b false")
    bus.bluetooth("Strap us 1 'Polar 1'")
    bus.bluetooth("Adapter b true")
    expect(rates: [101])
    // It is said right after the first value.
    expect(remarks: [missing, "The heart rate comes from Polar 1."])
  }

  @Test(arguments: [
    (nil, "this machine has no Bluetooth adapter"), (false, "the Bluetooth adapter is off; bluetoothctl power on"),
  ])
  func `without a working adapter has one remark`(isPowered: Bool?, reason: String) throws {
    try bus.startBluetooth()
    if let isPowered { bus.bluetooth("Adapter b \(isPowered)") }
    connect()
    expect(remarks: ["No heart rate: \(reason). The workout continues."])
    #expect(DesktopProbe.probe(bus.environment).bluetooth == (isPowered == nil ? .noAdapter : .off))
  }

  @Test(arguments: [
    ("GetManagedObjects", "org.freedesktop.DBus.Error.AccessDenied"),
    ("Connect", "org.freedesktop.DBus.Error.AccessDenied"), ("Connect", "org.bluez.Error.NotAuthorized"),
    ("StartNotify", "org.bluez.Error.NotPermitted"),
  ])
  func `that isn't permitted has one remark, which says what to do`(call: String, error: String) throws {
    try bus.startBluetooth()
    bus.bluetooth("Forbid ss \(call) \(error)")
    bus.bluetooth("Adapter b true")
    bus.bluetooth("Strap us 1 'Polar 1'")
    connect()
    let cure =
      error.hasPrefix("org.bluez")
      ? "Polar 1 must be paired; bluetoothctl pair 00:00:00:00:00:01"
      : "Bluetooth isn't permitted; add your user to the group bluetooth"
    expect(remarks: ["No heart rate: \(cure). The workout continues."])
    #expect(rates.isEmpty)
  }

  @Test func `that must be paired doesn't keep the others from a scan`() throws {
    try bus.startBluetooth()
    bus.bluetooth("Forbid ss StartNotify org.bluez.Error.NotPermitted")
    bus.bluetooth("Adapter b true")
    for number in 1...2 { bus.bluetooth("Strap us \(number) 'Strap \(number)'") }
    let scan = StrapScan.scan(bus.environment, for: .seconds(2))
    #expect(scan.failure == nil && scan.found.map(\.rate) == [nil, nil])
  }

  @Test func `is listed with nine others by a scan, each with its value`() throws {
    try bus.startBluetooth()
    bus.bluetooth("Adapter b true")
    for number in 1...10 { bus.bluetooth("Strap us \(number) 'Strap \(number)'") }
    let scan = StrapScan.scan(bus.environment, for: .seconds(3))
    #expect(scan.failure == nil && scan.found.count == 10)
    #expect(Set(scan.found.compactMap(\.rate)) == Set(101...110))
    #expect(bus.bluetoothCalls.count { $0 == "Disconnect" } == 10)
    #expect(DesktopProbe.probe(bus.environment).bluetooth == .on)
  }
}
