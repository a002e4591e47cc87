import Foundation
import TestSupport

/// The services of a desktop, as python3-dbusmock plays them, and media players.
extension PrivateBus {
  /// Starts a service of python3-dbusmock; returns once it has its name. Its calls are written to `log`.
  @discardableResult
  func mock(_ arguments: String, name: String, log: String) throws -> pid_t {
    try spawned("exec /usr/bin/python3 -m dbusmock -l \(log) \(arguments)", name: name, output: "\(log).output")
  }

  /// Starts logind, which notes who holds off sleep.
  func startLogind() throws {
    try mock("--system --template logind", name: "org.freedesktop.login1", log: "logind")
  }

  /// What is held off by the runs of Cuebell: `what mode` of each, in the order of the words.
  var inhibitors: [String] {
    let manager = "org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager"
    let list = output("busctl --user -j call \(manager) ListInhibitors")
    guard let json = try? JSONSerialization.jsonObject(with: Data(list.utf8)) as? [String: Any],
      let rows = (json["data"] as? [[[Any]]])?.first
    else { return ["no answer: \(list)"] }
    return rows.filter { $0[1] as? String == "Cuebell" }.map { "\($0[0]) \($0[3])" }.sorted()
  }

  /// Has logind say that the machine is about to sleep, or that it isn't any more.
  func prepareForSleep(_ isNear: Bool) {
    let signal = "EmitSignal sssav org.freedesktop.login1.Manager PrepareForSleep b 1 b \(isNear)"
    _ = output("busctl --user call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.DBus.Mock \(signal)")
  }

  /// Starts the portal; a handle of it takes `Close`.
  func startPortal() throws {
    let (name, path) = ("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop")
    try mock("--session \(name) \(path) org.freedesktop.portal.Inhibit", name: name, log: "portal")
    _ = output(
      """
      for flag in 4 8; do busctl --user call \(name) \(path) org.freedesktop.DBus.Mock AddObject 'ssa{sv}a(ssss)' \
      \(path)/request/flag$flag org.freedesktop.portal.Request 0 1 Close '' '' ''; done
      """)
    _ = output(
      """
      busctl --user call \(name) \(path) org.freedesktop.DBus.Mock AddMethod sssss org.freedesktop.portal.Inhibit \
      Inhibit 'sua{sv}' o "ret = dbus.ObjectPath('\(path)/request/flag%d' % args[1])"
      """)
  }

  /// Starts the service of screen savers.
  func startScreenSaver() throws {
    let (name, path) = ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver")
    try mock("--session \(name) \(path) \(name)", name: name, log: "screensaver")
    for method in ["Inhibit ss u 'ret = 77'", "UnInhibit u '' ''"] {
      _ = output("busctl --user call \(name) \(path) org.freedesktop.DBus.Mock AddMethod sssss \(name) \(method)")
    }
  }

  /// Starts the service of notifications.
  func startNotifications(_ capabilities: String) throws {
    let parameters = "{\"capabilities\": \"\(capabilities)\"}"
    try mock(
      "--session --template notification_daemon --parameters '\(parameters)'", name: "org.freedesktop.Notifications",
      log: "notifications")
  }

  /// Starts a media player that plays at full volume; its calls are written to its `log`.
  @discardableResult
  func startPlayer(_ name: String, alias: String = "") throws -> pid_t {
    try Self.player.write(toFile: "\(folder)/player.py", atomically: false, encoding: .utf8)
    return try spawned(
      "exec /usr/bin/python3 -u player.py \(name) \(alias)", name: "org.mpris.MediaPlayer2.\(name)", output: name)
  }

  private func spawned(_ command: String, name: String, output file: String) throws -> pid_t {
    let process = try spawn(command, output: file)
    let bus = "org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus"
    let call = "busctl --user call \(bus) NameHasOwner s \(name)"
    guard Timeout.wait(until: { output(call) == "b true" }) else {
      throw TestSupportError("\(name) doesn't come: \(text(of: file))")
    }
    return process
  }

  private static let player = """
    import sys, dbus, dbus.service, dbus.mainloop.glib
    from gi.repository import GLib
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    ROOT, PLAYER = 'org.mpris.MediaPlayer2', 'org.mpris.MediaPlayer2.Player'
    class Player(dbus.service.Object):
        values = {'PlaybackStatus': 'Playing', 'Volume': dbus.Double(1.0), 'CanPlay': True, 'CanPause': True,
                  'CanControl': True}
        def change(self, name, value):
            self.values[name] = value
            print(name, value)
            self.PropertiesChanged(PLAYER, {name: value}, [])
        @dbus.service.method(dbus.PROPERTIES_IFACE, 'ss', 'v')
        def Get(self, interface, name): return self.values[name]
        @dbus.service.method(dbus.PROPERTIES_IFACE, 's', 'a{sv}')
        def GetAll(self, interface): return self.values if interface == PLAYER else {}
        @dbus.service.method(dbus.PROPERTIES_IFACE, 'ssv', '')
        def Set(self, interface, name, value): self.change(name, value)
        @dbus.service.signal(dbus.PROPERTIES_IFACE, 'sa{sv}as')
        def PropertiesChanged(self, interface, changed, invalidated): pass
        @dbus.service.method(PLAYER)
        def Pause(self): self.change('PlaybackStatus', 'Paused')
        @dbus.service.method(PLAYER)
        def Play(self): self.change('PlaybackStatus', 'Playing')
    bus = dbus.SessionBus()
    player = Player(bus, '/org/mpris/MediaPlayer2')
    names = [dbus.service.BusName(ROOT + '.' + name, bus) for name in sys.argv[1:]]
    GLib.MainLoop().run()
    """
}
