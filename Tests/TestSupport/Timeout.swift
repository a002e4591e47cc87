import Glibc

/// The time limit of everything that a test waits for.
///
/// A test waits for the event itself. The limit only detects an event that never comes, so it is far longer than any
/// event takes on a slow or busy machine.
public enum Timeout {
  /// Two minutes.
  public static let limit = Duration.seconds(120)
  /// The limit for calls that count milliseconds.
  public static let milliseconds = 120_000

  /// Polls `condition` every 2 ms; returns `false` if it does not hold within the limit.
  public static func wait(until condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock().now + limit
    while try !condition() {
      guard ContinuousClock().now < deadline else { return false }
      usleep(2_000)
    }
    return true
  }
}
