import HostSystem

extension Diagnostic {
  /// The desktop integration: media keys, sleep inhibitors and other players; workouts run without any of it.
  package static func desktop(hasSessionBus: Bool, hasLogind: Bool, hasRestored: Bool) -> Diagnostic {
    let keys = "media keys and playerctl control a run"
    let session = hasSessionBus ? "a session bus: \(keys)" : "no session bus: no media keys"
    let logind = hasLogind ? "logind keeps the machine awake" : "no logind to keep the machine awake"
    let restored = hasRestored ? "; the players that a killed run had lowered or paused are restored" : ""
    return .ok("desktop", "\(session); \(logind)\(restored)")
  }

  /// Bluetooth, which heart rate straps need, with what it lacks; unless a strap `isWanted`, nothing is missing.
  package static func bluetooth(lacking lack: (text: String, fix: String)?, isWanted: Bool) -> Diagnostic {
    guard let (text, fix) = lack else { return .ok("bluetooth", "an adapter is on: run --heart-rate finds straps") }
    let loss = "\(text): no heart rate straps"
    return isWanted ? .warning("bluetooth", loss, fix: fix) : .ok("bluetooth", loss)
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
