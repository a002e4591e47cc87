import DesktopBus
import Synchronization
import TestSupport
import Testing
import WorkoutEngine

@Suite struct `A run and the sleep of its machine` {
  /// The calls that a session receives about sleep.
  private final class RecordedCalls: Sendable {
    let held = Mutex<[String]>([])
    let remarks = Mutex<[String]>([])
    let near = Mutex<[@Sendable () -> Void]>([])
    let over = Mutex(0)
  }

  private let bus: PrivateBus
  private let session: DesktopSession
  private let recorded = RecordedCalls()

  init() throws {
    bus = try PrivateBus()
    session = try DesktopSession()
  }

  @discardableResult
  private func connect(_ policy: InhibitPolicy = .idle) -> DesktopIntegration {
    session.connect(to: bus.environment) { [recorded] settings in
      settings.inhibits = policy
      settings.showInhibitors = { held in recorded.held.withLock { $0 = held } }
      settings.remark = { text in recorded.remarks.withLock { $0.append(text) } }
      settings.sleepIsNear = { ready in recorded.near.withLock { $0.append(ready) } }
      settings.sleepIsOver = { recorded.over.withLock { $0 += 1 } }
    }
  }

  private func expect(held: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    let isSo = Timeout.wait { recorded.held.withLock(\.self) == held }
    #expect(isSo, "\(recorded.held.withLock(\.self))", sourceLocation: sourceLocation)
  }

  private func expect(inhibitors: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    let isSo = Timeout.wait { bus.inhibitors == inhibitors }
    #expect(isSo, "\(bus.inhibitors)", sourceLocation: sourceLocation)
  }

  @Test func `is kept awake while the timer runs, and no longer`() throws {
    try bus.startLogind()
    let desktop = connect()
    expect(held: ["logind-delay"])
    session.start()
    expect(held: ["logind-idle", "logind-delay"])
    #expect(bus.inhibitors == ["idle block", "sleep delay"])
    session.run(to: 5)
    session.send(.pause)
    expect(held: ["logind-delay"])
    expect(inhibitors: ["sleep delay"])
    session.run(to: 10)
    session.send(.resume)
    expect(held: ["logind-idle", "logind-delay"])
    session.run(to: 80)
    expect(held: ["logind-delay"])
    desktop.finish()
    expect(held: [])
    expect(inhibitors: [])
  }

  @Test(arguments: [(InhibitPolicy.sleep, ["idle block", "sleep block", "sleep delay"]), (.none, ["sleep delay"])])
  func `is kept from what the user chose`(policy: InhibitPolicy, inhibitors: [String]) throws {
    try bus.startLogind()
    connect(policy)
    session.start()
    expect(inhibitors: inhibitors)
    #expect(recorded.remarks.withLock(\.self).isEmpty)
  }

  @Test func `is kept from sleeping by itself where polkit refuses more`() throws {
    let (name, path) = ("org.freedesktop.login1", "/org/freedesktop/login1")
    try bus.mock("--system \(name) \(path) \(name).Manager", name: name, log: "logind")
    let code = """
      if args[0] == 'sleep' and args[3] == 'block':
          raise dbus.exceptions.DBusException('no', name='org.freedesktop.DBus.Error.AccessDenied')
      import os
      self.ends = getattr(self, 'ends', []) + [os.pipe()]
      ret = dbus.types.UnixFd(self.ends[-1][1])
      """
    let method = "sssss \(name).Manager Inhibit ssss h \"\(code)\""
    _ = bus.output("busctl --user call \(name) \(path) org.freedesktop.DBus.Mock AddMethod \(method)")
    connect(.sleep)
    session.start()
    expect(held: ["logind-idle", "logind-delay"])
    #expect(Timeout.wait { recorded.remarks.withLock(\.count) == 1 })
    session.send(.pause)
    session.run(to: 1)
    session.send(.resume)
    expect(held: ["logind-idle", "logind-delay"])
    #expect(
      recorded.remarks.withLock(\.self).first?.contains("polkit") == true && recorded.remarks.withLock(\.count) == 1)
  }

  @Test func `is kept awake by the portal, and the screen while it is watched`() throws {
    try bus.startPortal()
    let desktop = connect()
    session.start()
    expect(held: ["portal"])
    desktop.watch(true)
    expect(held: ["portal", "portal-screen"])
    desktop.watch(false)
    expect(held: ["portal"])
    session.send(.pause)
    expect(held: [])
    #expect(Timeout.wait { bus.text(of: "portal").split(separator: "\n").count { $0.hasSuffix("Close") } == 2 })
    let calls = bus.text(of: "portal").split(separator: "\n").filter { $0.contains(" Inhibit ") }
    #expect(calls.count == 2 && calls[0].contains("\"\" 4 {") && calls[1].contains("\"\" 8 {"), "\(calls)")
  }

  @Test func `is kept awake by the screen saver where there is no portal`() throws {
    try bus.startScreenSaver()
    connect()
    session.start()
    expect(held: ["screensaver"])
    session.send(.pause)
    expect(held: [])
    #expect(Timeout.wait { bus.text(of: "screensaver").contains("UnInhibit 77") })
  }

  @Test func `waits until the session is ready for it`() throws {
    try bus.startLogind()
    connect()
    session.start()
    expect(inhibitors: ["idle block", "sleep delay"])
    bus.prepareForSleep(true)
    #expect(Timeout.wait { recorded.near.withLock(\.count) == 1 })
    recorded.near.withLock { $0[0]() }
    expect(held: ["logind-idle"])
    expect(inhibitors: ["idle block"])
    bus.prepareForSleep(false)
    #expect(Timeout.wait { recorded.over.withLock(\.self) == 1 })
    expect(inhibitors: ["idle block", "sleep delay"])
  }

  @Test func `waits for a session that is never ready no longer than a second`() throws {
    try bus.startLogind()
    connect()
    expect(held: ["logind-delay"])
    let clock = ContinuousClock()
    let start = clock.now
    bus.prepareForSleep(true)
    expect(held: [])
    // On a busy machine it is later, but never earlier.
    #expect(clock.now - start >= .milliseconds(890))
    bus.prepareForSleep(false)
    expect(held: ["logind-delay"])
    // The first sleep is over: that the session is ready for it now means nothing for the second.
    bus.prepareForSleep(true)
    #expect(Timeout.wait { recorded.near.withLock(\.count) == 2 })
    recorded.near.withLock { $0[0]() }
    recorded.near.withLock { $0[1]() }
    expect(held: [])
    #expect(recorded.over.withLock(\.self) == 1)
  }

  @Test func `is announced by logind alone`() throws {
    try bus.startLogind()
    connect()
    expect(held: ["logind-delay"])
    let names = bus.output("busctl --user list --unique --no-legend | awk '{ print $1 }'").split(separator: "\n")
    for name in names {
      let signal = "/org/freedesktop/login1 org.freedesktop.login1.Manager PrepareForSleep b true"
      _ = bus.output("busctl --user emit --destination=\(name) \(signal)")
    }
    bus.prepareForSleep(true)
    #expect(Timeout.wait { recorded.near.withLock(\.count) > 0 })
    bus.prepareForSleep(false)
    #expect(Timeout.wait { recorded.over.withLock(\.self) > 0 })
    #expect(recorded.near.withLock(\.count) == 1 && recorded.over.withLock(\.self) == 1)
  }
}
