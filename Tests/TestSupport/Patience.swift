import Glibc

/// How long a test waits for what is bound to come.
///
/// A test waits on the event itself. The limit only tells one that will never come from one that a slow or busy machine
/// brings late, so it is far beyond what any machine needs, and is reached where something is broken.
public enum Patience {
  /// A minute.
  public static let limit = Duration.seconds(60)
  /// The same for calls that count milliseconds.
  public static let milliseconds = 60_000

  /// Waits until something is so, looking again and again; says whether it came to be.
  public static func wait(until isSo: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock().now + limit
    while try !isSo() {
      guard ContinuousClock().now < deadline else { return false }
      usleep(2_000)
    }
    return true
  }
}
