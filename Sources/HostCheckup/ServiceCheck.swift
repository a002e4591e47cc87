/// Whether a service manager runs this command, and whether the user has one to run workouts with.
public struct ServiceCheck: Equatable, Sendable {
  /// The socket on which a manager listens, if one started this command.
  public var socket: String?
  /// Whether something is taken there.
  public var isTaken: Bool
  /// The manager's patience with a service that gives no sign of life.
  public var watchdog: Duration?
  /// Whether the user has a service manager of their own.
  public var hasUserManager: Bool

  /// What there is.
  public init(socket: String?, isTaken: Bool, watchdog: Duration?, hasUserManager: Bool) {
    self.socket = socket
    self.isTaken = isTaken
    self.watchdog = watchdog
    self.hasUserManager = hasUserManager
  }

  /// The judgement.
  public var finding: Finding {
    guard let socket else {
      let manager = hasUserManager ? "systemctl --user works here" : "no service manager of this user was found"
      return .ok("service", "not started as one; \(manager)")
    }
    if !isTaken {
      return .warning(
        "service", "NOTIFY_SOCKET names \(socket), where nobody listens",
        cure: "unset NOTIFY_SOCKET, or start the command by its unit")
    }
    return .ok("service", "a manager listens at \(socket)" + (watchdog.map { ", watchdog \($0.text)" } ?? ""))
  }
}
