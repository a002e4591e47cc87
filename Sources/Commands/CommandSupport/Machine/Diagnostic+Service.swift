import HostSystem

extension Diagnostic {
  /// Whether a service manager runs this command and listens at the socket, and whether the user has one for workouts.
  package static func service(
    socket: String?, isTaken: Bool, watchdog: Duration?, hasUserManager: Bool
  ) -> Diagnostic {
    guard let socket else {
      let manager = hasUserManager ? "systemctl --user works here" : "this user has no service manager"
      return .ok("service", "not running as a service; \(manager)")
    }
    if !isTaken {
      return .warning(
        "service", "NOTIFY_SOCKET is \(socket), where nothing listens",
        fix: "unset NOTIFY_SOCKET, or start the command through its unit")
    }
    return .ok("service", "a manager listens at \(socket)" + (watchdog.map { ", watchdog \($0.text)" } ?? ""))
  }

  /// The same of the manager that the environment names, and of the user's own.
  package static func service(_ environment: [String: String]) -> Diagnostic {
    let socket = environment["NOTIFY_SOCKET"]
    let watchdog = environment["WATCHDOG_USEC"].flatMap { Int($0) }.map { Duration.microseconds($0) }
    let manager = environment["XDG_RUNTIME_DIR"].map { $0 + "/systemd/private" }
    return .service(
      socket: socket, isTaken: socket.flatMap { UnixAddress($0)?.call(isStream: false) } == .answers,
      watchdog: watchdog, hasUserManager: manager.flatMap { UnixAddress($0)?.call(isStream: true) } == .answers)
  }
}
