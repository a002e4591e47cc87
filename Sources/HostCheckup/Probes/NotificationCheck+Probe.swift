import Glibc

extension NotificationCheck {
  /// Looks for a desktop in the environment, and for the program in its `PATH`; nothing is shown.
  public static func probe(_ environment: [String: String]) -> NotificationCheck {
    let marks = ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"]
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return NotificationCheck(
      hasDesktop: marks.contains { environment[$0]?.isEmpty == false },
      program: folders.map { "\($0)/notify-send" }.first { unsafe access($0, X_OK) == 0 })
  }
}
