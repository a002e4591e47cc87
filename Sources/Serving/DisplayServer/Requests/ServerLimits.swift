package enum ServerLimits {
  /// The maximum number of connections in total, and per address other than loopback.
  package static let (connections, connectionsOfOne) = (128, 16)
  /// The size limit of a request's header in bytes, and its time limit in seconds: for the first one of a connection
  /// from its beginning, for others from their first byte.
  package static let (header, headerSeconds) = (16 * 1024, 5)
  /// The time limit of a body in seconds.
  package static let bodySeconds = 10
  /// The size limit of a body in bytes.
  package static let body = 64 * 1024
  /// The time in seconds after which an idle connection is closed.
  package static let idleSeconds = 60
  /// The number of workouts from which on pages create no more.
  package static let workouts = 1_000
  /// The maximum number of wrong tokens of an address per minute.
  package static let wrongTokens = 10
}
