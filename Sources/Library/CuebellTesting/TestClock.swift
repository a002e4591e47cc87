import Dispatch
import Synchronization

/// A clock that a test advances: no test waits, and each run is the same to the nanosecond.
///
/// ```swift
/// let clock = TestClock()
/// let session = try WorkoutSession(workout, clock: clock)
/// try await session.send(.start)
/// await clock.advance(by: .seconds(12))
/// await clock.suspend(for: .seconds(90))   // The lid is closed: nothing is woken before it is open again.
/// report(await session.place)
/// ```
///
/// `advance` wakes those who sleep on the clock, one after another at their deadlines, and continues when each has done
/// what it was woken for. It knows what runs on its executor: sessions do, and so does what a test starts in `run`.
public final class TestClock: SleepAwareClock, TaskExecutor {
  /// A moment that the clock shows.
  public struct Instant: InstantProtocol {
    /// The time that the clock showed since it was made.
    public let time: Duration

    /// The instant after a length of time.
    public func advanced(by length: Duration) -> Instant { Instant(time: time + length.withinCentury) }
    /// The time from here to another instant.
    public func duration(to other: Instant) -> Duration { other.time - time }
    /// Orders instants by their times.
    public static func < (a: Instant, b: Instant) -> Bool { a.time < b.time }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var clock = VirtualClock()
    var sleepers: [Sleeper] = []
    /// The numbers of those who were cancelled before they slept.
    var cancelled: Set<Int> = []
    var count = 0
    /// The jobs that wait or run.
    var jobs = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "TestClock")

  /// A clock that shows zero.
  public init() {}

  // MARK: Reading

  /// What it shows.
  public var now: Instant { Instant(time: state.withLock(\.clock.reading.boot)) }

  /// A nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// The time for which the machine has slept.
  public var asleep: Duration { state.withLock { $0.clock.reading.boot - $0.clock.reading.monotonic } }

  /// Civil time since 1970, which `step` changes; it begins at zero.
  public var wall: Duration { state.withLock(\.clock.reading.wall) }

  /// The number of those who sleep on it.
  public var sleepers: Int { state.withLock(\.sleepers.count) }

  // MARK: Advancing

  /// Lets true time pass.
  public func advance(by length: Duration) async {
    let end = state.withLock { ($0.clock.now + max(length, .zero).withinCentury).withinCentury }
    await settle()
    while let sleeper = nextSleeper(by: end) {
      sleeper.continuation.resume()
      await settle()
    }
    state.withLock { $0.clock.advance(to: end) }
  }

  /// Lets the machine sleep for a length of true time: it is woken by nothing, and then wakes all who are late.
  public func suspend(for length: Duration) async {
    await settle()
    state.withLock { $0.clock.suspend(for: max(length, .zero)) }
    await advance(by: .zero)
  }

  /// Holds the process up for a length of true time, as a busy machine does: all who sleep are woken late.
  public func stall(for length: Duration) async {
    await settle()
    state.withLock { $0.clock.advance(by: max(length, .zero)) }
    await advance(by: .zero)
  }

  /// Makes the clock run fast by this many millionths, or slow if negative: at most twice as fast, and never backwards.
  public func skew(partsPerMillion skew: Int) { state.withLock { $0.clock.setSkew(partsPerMillion: skew) } }

  /// Steps civil time, as a user or a time server does, which no session may notice.
  public func step(by length: Duration) { state.withLock { $0.clock.stepWall(by: length) } }

  /// Runs code whose tasks the clock waits for: those that it awaits or begins with `async let` and task groups.
  public func run<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
    try await withTaskExecutorPreference(self, operation: body)
  }

  private func nextSleeper(by end: Duration) -> Sleeper? {
    state.withLock { state in
      let next = state.sleepers.indices.min { one, other in
        let (a, b) = (state.sleepers[one], state.sleepers[other])
        return (a.deadline, a.number) < (b.deadline, b.number)
      }
      guard let next, case let deadline = state.sleepers[next].deadline,
        case let due = state.clock.instant(ofBoot: deadline), due <= end,
        // Where true time ends, it never shows a later deadline.
        state.clock.reading(at: due).boot >= deadline
      else { return nil }
      state.clock.advance(to: due)
      return state.sleepers.remove(at: next)
    }
  }

  // MARK: Sleeping

  /// Waits until the clock shows `deadline`.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Swift.Result<Void, CancellationError>? = state.withLock { state in
          if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
          if deadline.time <= state.clock.reading.boot { return .success(()) }
          state.sleepers.append(Sleeper(number: number, deadline: deadline.time, continuation: continuation))
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper: Sleeper? = state.withLock { state in
        guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
          state.cancelled.insert(number)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  // MARK: Running

  /// Where those run who wait for the clock: here.
  public var executor: (any TaskExecutor)? { self }

  /// Runs a job after those before it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs += 1 }
    queue.async {
      unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
      let idle: [CheckedContinuation<Void, Never>] = self.state.withLock { state in
        state.jobs -= 1
        guard state.jobs == 0 else { return [] }
        defer { state.waiting = [] }
        return state.waiting
      }
      for waiter in idle { waiter.resume() }
    }
  }

  /// Waits until nothing is left to run but what waits here.
  private func settle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.jobs > 0 { state.waiting.append(continuation) }
        return state.jobs == 0
      }
      if isIdle { continuation.resume() }
    }
  }
}
