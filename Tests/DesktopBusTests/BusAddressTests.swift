import DBusMessaging
import Testing

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
