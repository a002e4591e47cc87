import DesktopBus
import Foundation
import SessionControl
import TestSupport
import Testing
import WorkoutEngine

@Suite struct `Other players during a run` {
  private let bus: PrivateBus
  private let session: DesktopSession

  init() throws {
    bus = try PrivateBus()
    session = try DesktopSession()
  }

  private func connect(_ policy: OtherPrograms, _ session: DesktopSession? = nil) -> DesktopIntegration {
    (session ?? self.session).connect(to: bus.environment) {
      $0.others = policy
    }
  }

  private func expect(_ player: String, _ lines: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    let isSo = Timeout.wait { bus.text(of: player).split(separator: "\n").map(String.init) == lines }
    #expect(isSo, "\(bus.text(of: player))", sourceLocation: sourceLocation)
  }

  private var remembered: String { bus.text(of: "cuebell/others") }
  private let low = "Volume 0.251188643150958"

  @Test func `are lower while it speaks`() throws {
    try bus.startPlayer("radio", alias: "radio.instance1")
    try bus.startPlayer("cuebell.instance1")
    let desktop = connect(.duck)
    desktop.follow(speech: true)
    expect("radio", [low])
    desktop.follow(speech: false)
    expect("radio", [low, "Volume 1.0"])
    #expect(Timeout.wait { remembered == "" })
    #expect(bus.text(of: "cuebell.instance1") == "")
    desktop.close()
  }

  @Test func `are as they were at the end, however much is still to be said`() throws {
    try bus.startPlayer("radio")
    let desktop = connect(.duck)
    desktop.follow(speech: true)
    expect("radio", [low])
    desktop.finish()
    desktop.close()
    expect("radio", [low, "Volume 1.0"])
    #expect(remembered == "")
  }

  @Test func `keep a volume that the user has set meanwhile`() throws {
    try bus.startPlayer("radio")
    let desktop = connect(.duck)
    desktop.follow(speech: true)
    expect("radio", [low])
    _ = bus.output("playerctl -p radio volume 0.5")
    expect("radio", [low, "Volume 0.5"])
    desktop.follow(speech: false)
    #expect(Timeout.wait { remembered == "" })
    desktop.close()
    expect("radio", [low, "Volume 0.5"])
  }

  @Test func `pause for the workout, and play on after it`() throws {
    for player in ["radio", "idle", "mine"] { try bus.startPlayer(player) }
    _ = bus.output("playerctl -p idle pause")
    let desktop = connect(.pause)
    session.start()
    expect("radio", ["PlaybackStatus Paused"])
    expect("mine", ["PlaybackStatus Paused"])
    // Started and paused by the user, it is the user's.
    _ = bus.output("playerctl -p mine play && playerctl -p mine pause")
    #expect(Timeout.wait { remembered.split(separator: "\n").count == 2 }, "\(remembered)")
    session.run(to: 80)
    desktop.finish()
    expect("radio", ["PlaybackStatus Paused", "PlaybackStatus Playing"])
    desktop.close()
    #expect(remembered == "")
    expect("mine", ["PlaybackStatus Paused", "PlaybackStatus Playing", "PlaybackStatus Paused"])
    expect("idle", ["PlaybackStatus Paused"])
  }

  @Test func `are lowered by one of two runs`() throws {
    try bus.startPlayer("radio")
    let other = try DesktopSession()
    let desktops = [connect(.duck), connect(.duck, other)]
    for desktop in desktops { desktop.follow(speech: true) }
    expect("radio", [low])
    for desktop in desktops { desktop.follow(speech: false) }
    expect("radio", [low, "Volume 1.0"])
    for desktop in desktops { desktop.close() }
  }

  @Test func `get back what a killed run has left low`() async throws {
    try bus.startPlayer("radio")
    try bus.startPlayer("gone")
    let environment = bus.environment
    await #expect(processExitsWith: .signal(SIGKILL)) { [environment = environment as [String: String]] in
      let session = try DesktopSession()
      let desktop = session.connect(to: environment) { $0.others = .duck }
      desktop.follow(speech: true)
      let folder = environment["XDG_RUNTIME_DIR"] ?? ""
      let isLow = Timeout.wait {
        ["radio", "gone"].allSatisfy { player in
          (try? String(contentsOfFile: "\(folder)/\(player)", encoding: .utf8))?.hasPrefix("Volume 0.25") == true
        }
      }
      if isLow { kill(getpid(), SIGKILL) }
      desktop.close()
    }
    expect("radio", [low])
    #expect(remembered.split(separator: "\n").count == 3)
    // What a player is set to by its user, it keeps.
    _ = bus.output("playerctl -p gone volume 0.9")
    #expect(DesktopProbe.probe(bus.environment).hasRestored)
    expect("radio", [low, "Volume 1.0"])
    expect("gone", [low, "Volume 0.9"])
    #expect(remembered == "")
    #expect(!DesktopProbe.probe(bus.environment).hasRestored)
  }
}
