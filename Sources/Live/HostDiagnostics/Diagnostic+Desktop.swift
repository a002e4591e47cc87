package import DesktopBus
import HostSystem

extension Diagnostic {
  /// The desktop integration: media keys, sleep inhibitors and other players; workouts run without any of it.
  package static func desktop(_ probe: DesktopProbe) -> Diagnostic {
    let keys = "media keys and playerctl control a run"
    let session = probe.hasSessionBus ? "a session bus: \(keys)" : "no session bus: no media keys"
    let logind = probe.hasLogind ? "logind keeps the machine awake" : "no logind to keep the machine awake"
    let restored = probe.hasRestored ? "; the players that a killed run had lowered or paused are restored" : ""
    return .ok("desktop", "\(session); \(logind)\(restored)")
  }

  /// The Bluetooth adapter, which heart rate straps need; unless one `isWanted`, nothing is missing.
  package static func bluetooth(_ bluetooth: DesktopProbe.Bluetooth, isWanted: Bool) -> Diagnostic {
    let (text, fix): (String, String) =
      switch bluetooth {
      case .on: ("an adapter is on: run --heart-rate finds straps", "")
      case .off: ("the adapter is off: no heart rate straps", "bluetoothctl power on")
      case .noAdapter: ("no adapter: no heart rate straps", "connect a Bluetooth adapter")
      case .missing: ("BlueZ isn't running: no heart rate straps", "apt-get install bluez; systemctl start bluetooth")
      case .refused: ("BlueZ doesn't answer: no heart rate straps", "sudo adduser $USER bluetooth, and log in again")
      }
    return isWanted && bluetooth != .on ? .warning("bluetooth", text, fix: fix) : .ok("bluetooth", text)
  }

  /// Whether a desktop notification can be shown when a workout is complete, by a server or by `program`, notify-send;
  /// without a desktop nothing is missing.
  package static func notifications(hasDesktop: Bool, hasServer: Bool, program: String?) -> Diagnostic {
    switch (hasServer, hasDesktop, program) {
    case (true, _, _): .ok("notifications", "the desktop shows when a workout is complete or is paused by the system")
    case (false, true, let program?):
      .ok("notifications", "\(program) shows when a workout is complete")
    case (false, true, nil):
      .warning(
        "notifications", "no program shows notifications, and notify-send isn't installed either",
        fix: "apt-get install libnotify-bin")
    case (false, false, let program):
      .ok("notifications", "no desktop here\(program == nil ? "" : ", though notify-send is")")
    }
  }

  /// The same for an environment, in whose `PATH` the program is looked for; no notification is shown.
  package static func notifications(_ environment: [String: String], hasServer: Bool) -> Diagnostic {
    let marks = ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"]
    return .notifications(
      hasDesktop: marks.contains { environment[$0]?.isEmpty == false }, hasServer: hasServer,
      program: ProgramPath.find("notify-send", in: environment["PATH"]))
  }
}
