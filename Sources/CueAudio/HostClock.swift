/// The clock that paces a live session: time since the session began, which suspends don't stop.
public protocol HostClock: Sendable {
  /// Session time now.
  func now() -> Duration
  /// How long the machine has slept since the session began.
  var asleep: Duration { get }
  /// Waits until `instant`, or returns at once where it is past.
  func wait(until instant: Duration)
}
