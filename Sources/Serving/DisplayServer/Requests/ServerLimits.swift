/// The limits of the server.
public enum ServerLimits {
  /// The maximum number of connections in total, and per address other than loopback.
  public static let (connections, connectionsOfOne) = (128, 16)
  /// The size limit of a request's header in bytes, and its time limit in seconds: for the first one of a connection
  /// from its beginning, for others from their first byte.
  public static let (header, headerSeconds) = (16 * 1024, 5)
  /// The time limit of a body in seconds.
  public static let bodySeconds = 10
  /// The size limit of a body in bytes.
  public static let body = 64 * 1024
  /// The time in seconds after which an idle connection is closed.
  public static let idleSeconds = 60
  /// The number of workouts from which on pages create no more.
  public static let workouts = 1_000
  /// The maximum number of wrong tokens of an address per minute.
  public static let wrongTokens = 10
}
