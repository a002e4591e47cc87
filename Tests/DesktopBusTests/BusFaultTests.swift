import DesktopBus
import Glibc
import SessionControl
import TestSupport
import Testing
import WorkoutEngine

@Suite struct `A run whose bus` {
  /// Both buses are the same here, so each player would be there twice.
  private func players(on bus: PrivateBus) -> String { bus.output("playerctl -l | sort -u | tr '\\n' ' '") }

  private func isPlaying(on bus: PrivateBus) -> Bool { bus.output("playerctl -p cuebell status") == "Playing" }

  @Test func `is absent continues without it, and finds it when it comes`() throws {
    let bus = try PrivateBus(isRunning: false)
    let session = try DesktopSession()
    let desktop = session.connect(to: bus.environment)
    session.start()
    desktop.notify("Not shown")
    try bus.start()
    var time = 0.0
    // The next event tries again.
    let isFound = Timeout.wait {
      time += 0.001
      session.send(.setVolume(-time))
      return isPlaying(on: bus)
    }
    #expect(isFound)
    desktop.close()
  }

  @Test func `is killed connects to the one that follows`() throws {
    let bus = try PrivateBus()
    let session = try DesktopSession()
    let desktop = session.connect(to: bus.environment)
    session.start()
    #expect(Timeout.wait { isPlaying(on: bus) })
    bus.end()
    session.run(to: 25)
    try bus.start()
    var volume = 0.0
    let isFound = Timeout.wait {
      volume -= 0.001
      session.send(.setVolume(volume))
      return bus.output("playerctl -p cuebell metadata title") == "Rest 1/2"
    }
    #expect(isFound)
    desktop.close()
  }

  @Test func `hangs never waits for it`() throws {
    let bus = try PrivateBus()
    let session = try DesktopSession()
    let desktop = session.connect(to: bus.environment) { $0.others = .duck }
    session.start()
    #expect(Timeout.wait { isPlaying(on: bus) })
    bus.stop(true)
    // One that waited for the bus would wait for seconds each time, and not end within the hour.
    session.run(to: 60)
    for volume in 1...2_000 { session.send(.setVolume(-Double(volume) / 1_000)) }
    desktop.finish()
    desktop.close()
    bus.stop(false)
  }

  @Test func `hangs from the beginning begins all the same`() throws {
    let bus = try PrivateBus()
    bus.stop(true)
    let session = try DesktopSession()
    let desktop = session.connect(to: bus.environment)
    session.start()
    session.run(to: 25)
    bus.stop(false)
    #expect(Timeout.wait { bus.output("playerctl -p cuebell metadata title") == "Rest 1/2" })
    desktop.close()
  }

  @Test func `has another run on it takes a name of its own`() throws {
    let bus = try PrivateBus()
    let sessions = [try DesktopSession(), try DesktopSession()]
    let first = sessions[0].connect(to: bus.environment)
    #expect(Timeout.wait { players(on: bus) == "cuebell" })
    let second = sessions[1].connect(to: bus.environment)
    let name = "cuebell.instance\(getpid())"
    #expect(Timeout.wait { players(on: bus) == "cuebell \(name)" })
    sessions[1].start()
    #expect(Timeout.wait { bus.output("playerctl -p \(name) status") == "Playing" })
    first.close()
    second.close()
    #expect(Timeout.wait { players(on: bus) == "" })
    #expect(sessions.allSatisfy { $0.commands.isEmpty })
  }

  @Test(arguments: ["", "autolaunch:", "unixexec:path=/bin/false", "unix:path=/nonexistent/bus", "unix:"])
  func `isn't one is no error`(address: String) throws {
    let session = try DesktopSession()
    let desktop = session.connect(to: [
      "DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": address, "XDG_RUNTIME_DIR": "/nonexistent",
    ])
    session.start()
    session.run(to: 60)
    desktop.finish()
    desktop.close()
    #expect(session.now == .seconds(60))
  }
}

@Suite struct `The addresses of the buses` {
  @Test func `are those of the environment, else the usual ones`() {
    let named = BusAddresses([
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/a;unix:abstract=b", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/c",
    ])
    #expect(named.session == "unix:path=/a;unix:abstract=b" && named.system == "unix:path=/c")
    let usual = BusAddresses(["XDG_RUNTIME_DIR": "/run/user/1 0é"])
    #expect(usual.session == "unix:path=/run/user/1%200%c3%a9/bus")
    #expect(usual.system == "unix:path=/run/dbus/system_bus_socket")
    #expect(BusAddresses([:]).session == nil)
  }

  @Test(arguments: ["autolaunch:", "unixexec:path=/bin/sh", "tcp:host=example.org,port=1", ""])
  func `start no program and look up no name`(address: String) {
    #expect(BusAddresses(["DBUS_SESSION_BUS_ADDRESS": address]).session == nil)
    let both = BusAddresses(["DBUS_SESSION_BUS_ADDRESS": "\(address);unix:path=/a", "XDG_RUNTIME_DIR": "/r"])
    #expect(both.session == "unix:path=/a")
  }
}
