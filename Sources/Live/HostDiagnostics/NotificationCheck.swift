public import DesktopBus
import Glibc

/// Checks whether a desktop notification can be shown when a workout is complete.
public struct NotificationCheck: Equatable, Sendable {
  /// Whether the environment has a desktop.
  public var hasDesktop: Bool
  /// Whether the session bus has a notification server, or would start one.
  public var hasServer: Bool
  /// The path of `notify-send`, which shows notifications without a bus; `nil` if it isn't installed.
  public var program: String?

  /// A check of notifications.
  public init(hasDesktop: Bool, hasServer: Bool, program: String?) {
    self.hasDesktop = hasDesktop
    self.hasServer = hasServer
    self.program = program
  }

  /// The diagnostic: without a desktop nothing is missing.
  public var diagnostic: Diagnostic {
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
}

extension NotificationCheck {
  /// Looks for a desktop in the environment, and for the program in its `PATH`; no notification is shown.
  public static func probe(_ environment: [String: String], hasServer: Bool) -> NotificationCheck {
    let marks = ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"]
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return NotificationCheck(
      hasDesktop: marks.contains { environment[$0]?.isEmpty == false }, hasServer: hasServer,
      program: folders.map { "\($0)/notify-send" }.first { unsafe access($0, X_OK) == 0 })
  }
}

/// Checks the desktop integration: media keys, sleep inhibitors, notifications and other players.
public struct BusCheck: Equatable, Sendable {
  /// The result of probing the buses.
  public var probe: DesktopProbe

  /// A check from a probe.
  public init(probe: DesktopProbe) { self.probe = probe }

  /// The diagnostic: workouts run without a desktop, so nothing here is a fault.
  public var diagnostic: Diagnostic {
    let keys = "media keys and playerctl control a run"
    let session = probe.hasSessionBus ? "a session bus: \(keys)" : "no session bus: no media keys"
    let logind = probe.hasLogind ? "logind keeps the machine awake" : "no logind to keep the machine awake"
    let restored = probe.hasRestored ? "; the players that a killed run had lowered or paused are restored" : ""
    return .ok("desktop", "\(session); \(logind)\(restored)")
  }
}

extension BusCheck {
  /// Probes the buses in the environment, and restores other players that a killed run had changed.
  public static func probe(_ environment: [String: String]) -> BusCheck { BusCheck(probe: .probe(environment)) }
}
