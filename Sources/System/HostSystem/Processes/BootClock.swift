public import CueAudio
import Glibc

/// Session time by the clock that runs on while the machine sleeps (CLOCK_BOOTTIME).
public struct BootClock: HostClock {
  private let begin: Duration
  private let sleptBefore: Duration
  private let speed: Int

  /// Starts at 0 now; `speed` times as fast as real time.
  public init(speed: Int = 1) {
    self.begin = Self.read(CLOCK_BOOTTIME)
    self.sleptBefore = Self.read(CLOCK_BOOTTIME) - Self.read(CLOCK_MONOTONIC)
    self.speed = speed
  }

  /// When session time was 0, on the boot clock.
  public var epoch: Duration { begin }

  /// Session time: what has passed since the clock was made, times its speed.
  public func now() -> Duration { (Self.read(CLOCK_BOOTTIME) - begin) * speed }

  /// The boot clock runs on through a suspend, the monotonic clock doesn't: what their difference has grown by is the
  /// sleep.
  public var asleep: Duration {
    max(.zero, Self.read(CLOCK_BOOTTIME) - Self.read(CLOCK_MONOTONIC) - sleptBefore) * speed
  }

  /// How long it takes until an instant of session time; below zero once it is past.
  public func delay(until instant: Duration) -> Duration { (instant - now()) / speed }

  /// How long the machine has slept since it was started.
  public static var sleptSinceBoot: Duration { read(CLOCK_BOOTTIME) - read(CLOCK_MONOTONIC) }

  /// Sleeps until an instant of session time; signals don't wake it.
  public func wait(until instant: Duration) {
    let target = begin + instant / speed
    let (seconds, attoseconds) = target.components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    // An absolute deadline, so an interrupted sleep resumes to the same instant.
    while unsafe clock_nanosleep(CLOCK_BOOTTIME, TIMER_ABSTIME, &time, nil) == EINTR {}
  }

  private static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// The clock of this machine that runs on while it sleeps (CLOCK_BOOTTIME).
package enum HostTime {
  /// How long ago the machine was started.
  package static var now: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
