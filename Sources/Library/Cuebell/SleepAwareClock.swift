/// A clock that runs on while the machine sleeps, and knows how long it has slept.
///
/// A session on such a clock treats the time asleep by its `Policies.whenSuspended`. On another clock, a sleep is time
/// like any other if the clock counts it, and no time if it doesn't.
public protocol SleepAwareClock: Clock<Duration> {
  /// The time for which the machine has slept since some moment in the past.
  var asleep: Duration { get }
  /// Where those run who wait for the clock, if it has to know when they have done what they were woken for; `nil` for
  /// wherever the system likes.
  var executor: (any TaskExecutor)? { get }
}

extension SleepAwareClock {
  /// Wherever the system likes.
  public var executor: (any TaskExecutor)? { nil }
}

extension ContinuousClock: SleepAwareClock {
  private static let start = (continuous: ContinuousClock.now, suspending: SuspendingClock.now)

  /// The time for which the machine has slept since the first reading.
  public var asleep: Duration {
    let start = Self.start
    return (now - start.continuous) - (SuspendingClock.now - start.suspending)
  }
}

/// The clock of one session, which shows the time since the session was made.
struct SessionTime: Sendable {
  let now: @Sendable () -> Duration
  let asleep: @Sendable () -> Duration
  let sleep: @Sendable (_ until: Duration) async throws -> Void
  let executor: (any TaskExecutor)?

  init(_ clock: some Clock<Duration>) {
    let origin = clock.now
    now = { origin.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
    let host = clock as? any SleepAwareClock
    asleep = { host?.asleep ?? .zero }
    executor = host?.executor
  }
}
