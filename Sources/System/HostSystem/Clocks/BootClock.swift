package import Glibc

/// The clock that paces a live session: time since the session began, including suspends.
package protocol HostClock: Sendable {
  func now() -> Duration
  /// The time that the machine has been suspended since the session began.
  var asleep: Duration { get }
  func wait(until instant: Duration)
  /// Waits until an instant, or until a descriptor is readable.
  func wait(until instant: Duration, waking descriptor: WakeDescriptor)
}

/// Session time by the clock that continues during suspends (CLOCK_BOOTTIME).
package struct BootClock: HostClock {
  /// The boot time of session time 0.
  package let epoch: Duration
  private let sleptBefore: Duration
  private let speed: Int

  /// Starts at 0 now and runs at `speed` times real time.
  package init(speed: Int = 1) {
    epoch = HostTime.now
    sleptBefore = Self.sleptSinceBoot
    self.speed = speed
  }

  package func now() -> Duration { (HostTime.now - epoch) * speed }

  /// The growth of the difference between the boot clock, which continues during a suspend, and the monotonic clock,
  /// which doesn't.
  package var asleep: Duration { max(.zero, Self.sleptSinceBoot - sleptBefore) * speed }

  /// The real time until an instant of session time; negative if it is past.
  package func delay(until instant: Duration) -> Duration { (instant - now()) / speed }

  /// The time that the machine has been suspended since it was started.
  package static var sleptSinceBoot: Duration { HostTime.now - .monotonic }

  /// Sleeps until an instant of session time; signals don't end the sleep.
  package func wait(until instant: Duration) {
    var time = timespec(epoch + instant / speed)
    // An absolute deadline, so an interrupted sleep resumes to the same instant.
    while unsafe clock_nanosleep(CLOCK_BOOTTIME, TIMER_ABSTIME, &time, nil) == EINTR {}
  }

  package func wait(until instant: Duration, waking descriptor: WakeDescriptor) {
    descriptor.wait(for: delay(until: instant))
  }
}

package enum HostTime {
  /// The time since the machine was started, including suspends.
  package static var now: Duration { read(CLOCK_BOOTTIME) }

  /// The time of a clock of clock_gettime(2).
  package static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

extension timespec {
  init(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    self.init(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  }
}

extension Duration {
  /// The time since the machine was started, without suspends.
  package static var monotonic: Duration { HostTime.read(CLOCK_MONOTONIC) }
}
