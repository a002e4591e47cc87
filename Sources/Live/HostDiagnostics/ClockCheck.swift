import Glibc
import HostSystem
import LivePlayback

/// Checks whether the clocks are precise enough.
public struct ClockCheck: Equatable, Sendable {
  /// The resolution of the boot-time clock.
  public var resolution: Duration
  /// The kernel's clock source, if the kernel reports it.
  public var source: String?
  /// The delay of a short wait, the median of several.
  public var lateness: Duration
  /// The time that the machine has been suspended since it was started: the difference between the boot-time clock and
  /// the monotonic one.
  public var slept: Duration

  /// The coarsest sufficient resolution of session time.
  static let coarsest = Duration.milliseconds(1)
  /// The largest acceptable delay: a cue is on time within 50 ms, and waiting alone may not use that up.
  static let latest = Duration.milliseconds(20)

  /// A check from readings of the clocks.
  public init(resolution: Duration, source: String?, lateness: Duration, slept: Duration) {
    self.resolution = resolution
    self.source = source
    self.lateness = lateness
    self.slept = slept
  }

  /// The diagnostic.
  public var diagnostic: Diagnostic {
    let origin = source.map { " from \($0)" } ?? ""
    let text =
      "the boot-time clock\(origin) has steps of \(resolution.steps), and a short wait ends \(lateness.text) late; "
      + (slept >= .seconds(1) ? "this machine has slept for \(slept.text) since boot" : "this machine has not slept")
    if slept < .milliseconds(-10) {
      return .problem(
        "clock", "the boot-time clock is behind the monotonic one by \((.zero - slept).text)",
        fix: "update the kernel or the hypervisor: it loses time during sleep")
    }
    if resolution > Self.coarsest {
      return .warning("clock", text, fix: "choose a finer clock source (/sys/devices/system/clocksource) or kernel")
    }
    if lateness > Self.latest {
      return .warning("clock", text, fix: "stop other busy programs, or give this machine a whole processor")
    }
    return .ok("clock", text)
  }
}

extension Duration {
  fileprivate var steps: String {
    self < .microseconds(1) ? "\(components.attoseconds / 1_000_000_000) ns" : text
  }
}

extension ClockCheck {
  /// Reads the clocks, and waits a few times for 5 ms.
  public static func probe() -> ClockCheck {
    var step = timespec()
    unsafe clock_getres(CLOCK_BOOTTIME, &step)
    let list = "/sys/devices/system/clocksource/clocksource0/current_clocksource"
    let source = RegularFile.text(of: list).flatMap { $0.split(separator: "\n").first.map(String.init) }
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
