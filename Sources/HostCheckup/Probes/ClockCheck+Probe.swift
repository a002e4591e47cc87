import Glibc
import LiveHost

extension ClockCheck {
  /// Looks at the clocks, and waits a few times for 5 ms.
  public static func probe() -> ClockCheck {
    var step = timespec()
    unsafe clock_getres(CLOCK_BOOTTIME, &step)
    let list = "/sys/devices/system/clocksource/clocksource0/current_clocksource"
    let source = TextFile.read(list).flatMap { $0.split(separator: "\n").first.map(String.init) }
    return ClockCheck(
      resolution: .seconds(step.tv_sec) + .nanoseconds(step.tv_nsec), source: source, lateness: lateness(),
      slept: BootClock.sleptSinceBoot)
  }

  private static func lateness() -> Duration {
    let clock = BootClock()
    let waits = (0..<9).map { _ in
      let due = clock.now() + .milliseconds(5)
      clock.wait(until: due)
      return clock.now() - due
    }
    return waits.sorted()[waits.count / 2]
  }
}
