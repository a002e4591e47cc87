import Glibc
import HostSystem

extension Diagnostic {
  /// The coarsest sufficient resolution of session time.
  private static let coarsest = Duration.milliseconds(1)
  /// The largest acceptable delay: a cue is on time within 50 ms, and waiting alone may not use that up.
  private static let latest = Duration.milliseconds(20)

  /// Whether the clocks are precise enough: the boot-time clock, the delay of a short wait, and `slept`, the difference
  /// between the boot-time clock and the monotonic one.
  package static func clock(
    resolution: Duration, source: String?, lateness: Duration, slept: Duration
  ) -> Diagnostic {
    let origin = source.map { " from \($0)" } ?? ""
    let steps =
      resolution < .microseconds(1) ? "\(resolution.components.attoseconds / 1_000_000_000) ns" : resolution.text
    let text =
      "the boot-time clock\(origin) has steps of \(steps), and a short wait ends \(lateness.text) late; "
      + (slept >= .seconds(1) ? "this machine has slept for \(slept.text) since boot" : "this machine has not slept")
    if slept < .milliseconds(-10) {
      return .problem(
        "clock", "the boot-time clock is behind the monotonic one by \((.zero - slept).text)",
        fix: "update the kernel or the hypervisor: it loses time during sleep")
    }
    if resolution > coarsest {
      return .warning("clock", text, fix: "choose a finer clock source (/sys/devices/system/clocksource) or kernel")
    }
    if lateness > latest {
      return .warning("clock", text, fix: "stop other busy programs, or give this machine a whole processor")
    }
    return .ok("clock", text)
  }

  /// The same of this machine's clocks, after a few waits of 5 ms.
  package static func clock() -> Diagnostic {
    var step = timespec()
    unsafe clock_getres(CLOCK_BOOTTIME, &step)
    let list = "/sys/devices/system/clocksource/clocksource0/current_clocksource"
    let source = RegularFile.text(of: list).flatMap { $0.split(separator: "\n").first.map(String.init) }
    let clock = BootClock()
    let waits = (0..<9).map { _ in
      let due = clock.now() + .milliseconds(5)
      clock.wait(until: due)
      return clock.now() - due
    }
    return .clock(
      resolution: .seconds(step.tv_sec) + .nanoseconds(step.tv_nsec), source: source,
      lateness: waits.sorted()[waits.count / 2], slept: BootClock.sleptSinceBoot)
  }
}
