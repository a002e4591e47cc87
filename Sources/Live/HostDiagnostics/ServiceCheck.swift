import Glibc
import HostSystem
import LivePlayback

/// Checks whether a service manager runs this command, and whether the user has one for workouts.
public struct ServiceCheck: Equatable, Sendable {
  /// The socket on which a manager listens, if one started this command.
  public var socket: String?
  /// Whether the socket accepts messages.
  public var isTaken: Bool
  /// The manager's watchdog timeout.
  public var watchdog: Duration?
  /// Whether the user has their own service manager.
  public var hasUserManager: Bool

  /// A check of the service managers.
  public init(socket: String?, isTaken: Bool, watchdog: Duration?, hasUserManager: Bool) {
    self.socket = socket
    self.isTaken = isTaken
    self.watchdog = watchdog
    self.hasUserManager = hasUserManager
  }

  /// The diagnostic.
  public var diagnostic: Diagnostic {
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
}

extension ServiceCheck {
  /// Looks for service managers: the one that the environment names, and the user's own.
  public static func probe(_ environment: [String: String]) -> ServiceCheck {
    let socket = environment["NOTIFY_SOCKET"]
    let watchdog = environment["WATCHDOG_USEC"].flatMap { Int($0) }.map { Duration.microseconds($0) }
    let manager = environment["XDG_RUNTIME_DIR"].map { $0 + "/systemd/private" }
    return ServiceCheck(
      socket: socket, isTaken: socket.flatMap { UnixAddress($0)?.call(isStream: false) } == .answers,
      watchdog: watchdog, hasUserManager: manager.flatMap { UnixAddress($0)?.call(isStream: true) } == .answers)
  }
}
