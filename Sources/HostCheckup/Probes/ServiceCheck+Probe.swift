import Glibc
import LiveHost

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
