public import CueAudio
import Glibc

/// Session time by the clock that continues during suspends (CLOCK_BOOTTIME).
public struct BootClock: HostClock {
  private let begin: Duration
  private let sleptBefore: Duration
  private let speed: Int

  /// Starts at 0 now and runs at `speed` times real time.
  public init(speed: Int = 1) {
    self.begin = Self.read(CLOCK_BOOTTIME)
    self.sleptBefore = Self.read(CLOCK_BOOTTIME) - Self.read(CLOCK_MONOTONIC)
    self.speed = speed
  }

  /// The boot time of session time 0.
  public var epoch: Duration { begin }

  /// Session time: the time since the clock was created, times its speed.
  public func now() -> Duration { (Self.read(CLOCK_BOOTTIME) - begin) * speed }

  /// The growth of the difference between the boot clock, which continues during a suspend, and the monotonic clock,
  /// which doesn't.
  public var asleep: Duration {
    max(.zero, Self.read(CLOCK_BOOTTIME) - Self.read(CLOCK_MONOTONIC) - sleptBefore) * speed
  }

  /// The real time until an instant of session time; negative if it is past.
  public func delay(until instant: Duration) -> Duration { (instant - now()) / speed }

  /// The time that the machine has been suspended since it was started.
  public static var sleptSinceBoot: Duration { read(CLOCK_BOOTTIME) - read(CLOCK_MONOTONIC) }

  /// Sleeps until an instant of session time; signals don't end the sleep.
  public func wait(until instant: Duration) {
    let target = begin + instant / speed
    let (seconds, attoseconds) = target.components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    // An absolute deadline, so an interrupted sleep resumes to the same instant.
    while unsafe clock_nanosleep(CLOCK_BOOTTIME, TIMER_ABSTIME, &time, nil) == EINTR {}
  }

  fileprivate static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// The machine's clock that continues during suspends (CLOCK_BOOTTIME).
package enum HostTime {
  /// The time since the machine was started.
  package static var now: Duration { BootClock.read(CLOCK_BOOTTIME) }
}
