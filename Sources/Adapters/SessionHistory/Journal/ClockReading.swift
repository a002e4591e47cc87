import Glibc
import HostSystem
import WorkoutModel

/// A reading of a machine's clocks at one instant.
package struct ClockReading: Equatable, Sendable {
  /// Milliseconds since 1970 by the wall clock, which can be wrong and be set at any time.
  package var wall: Int
  /// The offset of local time from UTC, in seconds.
  package var zone: Int
  /// Time since the machine was started, including suspends (CLOCK_BOOTTIME).
  package var boot: Duration
  /// Identifies the time between two starts of the machine, within which `boot` is exact.
  package var bootID: String

  /// Makes a reading from its values.
  package init(wall: Int, zone: Int, boot: Duration, bootID: String) {
    self.wall = wall
    self.zone = zone
    self.boot = boot
    self.bootID = bootID
  }

  /// Reads the clocks now.
  package static func now() -> ClockReading {
    let wall = HostTime.read(CLOCK_REALTIME)
    var seconds = wall.wholeSeconds
    var local = unsafe tm()
    unsafe localtime_r(&seconds, &local)
    let identifier = RegularFile.text(of: "/proc/sys/kernel/random/boot_id")?.split(separator: "\n").first
    return unsafe ClockReading(
      wall: Int(wall.inNanoseconds / 1_000_000), zone: local.tm_gmtoff, boot: HostTime.now,
      bootID: identifier.map(String.init) ?? "")
  }

  package var day: Int { CivilTime(wall: wall, zone: zone).dayNumber }
}

/// Identifies a process: its number alone may be reused.
package struct ProcessIdentity: Equatable, Sendable {
  /// The process number.
  package let number: Int
  /// Its start, in ticks since that of the machine (proc_pid_stat(5), field 22).
  package let started: Int

  /// The process with a number and a start.
  package init(number: Int, started: Int) {
    self.number = number
    self.started = started
  }

  /// This process.
  package static func own() -> ProcessIdentity {
    let number = Int(getpid())
    return ProcessIdentity(number: number, started: startOf(number) ?? 0)
  }

  /// Whether it still runs, if the machine has not been restarted since.
  package var isAlive: Bool { Self.startOf(number) == started }

  private static func startOf(_ number: Int) -> Int? {
    // The name in brackets may contain any character; numbers follow it.
    guard let text = RegularFile.text(of: "/proc/\(number)/stat"), let bracket = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: bracket)...].split(separator: " ")
    // A zombie no longer runs.
    return fields.count > 19 && !["Z", "X"].contains(fields[0]) ? Int(fields[19]) : nil
  }
}
