import DesktopBus
import SessionControl
import SessionReporting
import TestSupport
import Testing
import WorkoutEngine

@Suite struct `The notifications of a run` {
  private let bus: PrivateBus
  private let session: DesktopSession

  init() throws {
    bus = try PrivateBus()
    session = try DesktopSession()
  }

  /// The calls of `Notify` and `CloseNotification` so far.
  private var calls: [String] {
    bus.text(of: "notifications").split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1)[1] }
      .filter { $0.hasPrefix("Notify") || $0.hasPrefix("Close") }.map(String.init)
  }

  private func expect(_ expected: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    let isSo = Timeout.wait { calls == expected }
    #expect(isSo, "\(calls)", sourceLocation: sourceLocation)
  }

  private static func notify(_ text: String, replacing number: Int = 0, actions: String = "") -> String {
    "Notify \"Cuebell\" \(number) \"cuebell\" \"Cuebell\" \"\(text)\" [\(actions)] {\"desktop-entry\": \"cuebell\"} -1"
  }

  @Test func `offer to resume after a pause that the user didn't ask for`() throws {
    try bus.startNotifications("body actions")
    _ = session.connect(to: bus.environment)
    session.start()
    session.send(.pause)
    session.run(to: 10)
    session.send(.resume)
    session.run(to: 20)
    session.send(.interruptionBegan)
    let paused = Self.notify("Paused: something else needs the sound.", actions: "\"resume\", \"Resume\"")
    expect([paused])
    let signal = "org.freedesktop.Notifications ActionInvoked us 1 resume"
    _ = bus.output(
      "busctl --user call org.freedesktop.Notifications /org/freedesktop/Notifications org.freedesktop.DBus.Mock "
        + "EmitSignal sssav org.freedesktop.Notifications ActionInvoked us 2 u 1 s resume")
    #expect(Timeout.wait { session.commands == [.resume] }, "\(signal)")
    expect([paused, "CloseNotification 1"])
  }

  @Test func `share one notification, and offer nothing where the server has no actions`() throws {
    try bus.startNotifications("body body-markup")
    let desktop = session.connect(to: bus.environment)
    session.start()
    session.run(to: 5)
    session.send(.suspended(gap: .seconds(60)), at: .seconds(65))
    expect([Self.notify("Paused: the computer was asleep.")])
    desktop.notify("Push & pull <3 complete")
    let complete = Self.notify("Push &amp; pull &lt;3 complete", replacing: 1)
    expect([Self.notify("Paused: the computer was asleep."), complete])
  }

  @Test func `report sound that is gone for five seconds, until it is back`() throws {
    try bus.startNotifications("body")
    _ = session.connect(to: bus.environment)
    session.start()
    func report(_ state: SessionEvent.AudioReport.State, _ reason: String?) {
      session.report(
        .audio(SessionEvent.AudioReport(sink: "alsa", device: "x", state: state, xruns: 0, reason: reason)))
    }
    // It is back before that is worth a word.
    report(.lost, "unplugged")
    report(.restored, nil)
    report(.lost, "pulled out")
    let lost = Self.notify("There is no sound: pulled out. The workout continues.")
    expect([lost])
    report(.restored, nil)
    expect([lost, "CloseNotification 1"])
  }

  @Test func `are not shown to users who don't want them`() throws {
    try bus.startNotifications("body")
    let desktop = session.connect(to: bus.environment) { $0.notifies = false }
    session.start()
    session.send(.interruptionBegan)
    desktop.notify("complete")
    #expect(Timeout.wait { bus.output("playerctl -p cuebell status") == "Paused" })
    desktop.close()
    #expect(calls.isEmpty)
  }

  @Test func `are shown at the very end`() throws {
    try bus.startNotifications("body")
    let desktop = session.connect(to: bus.environment)
    desktop.notify("Two sets complete")
    desktop.finish()
    desktop.close()
    expect([Self.notify("Two sets complete")])
  }
}
