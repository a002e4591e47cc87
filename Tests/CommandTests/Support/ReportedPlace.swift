import Glibc

/// Instants of the boot-time clock, by which sessions run, in milliseconds.
enum BootTime {
  static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}

/// Where a session that plays is, according to one event; all in milliseconds.
struct ReportedPlace {
  private let elapsed: Double
  /// By how much a session that isn't heard decides, and stores, what comes in the profile `power`: it renders a period
  /// of 62.5 ms where less than half a one is decided.
  private static let ahead = 1.5 * 62.5
  /// Between which instants the event was: its process was started before, and it was read after it.
  private let instant: ClosedRange<Double>

  /// The place by the event in `line`, just read from a process that was started at `start`.
  init(_ line: String, startedAt start: Double) throws {
    let event = try EventRecord.all(in: line)[0]
    elapsed = Double(event.elapsed ?? 0) / 1e6
    instant = start + Double(event.t) / 1e6...BootTime.now
  }

  /// The beginning, which was just reported by a process that was started at `start`.
  init(beginningAfter start: Double) { (elapsed, instant) = (0, start...BootTime.now) }

  /// The active time that is decided at a later instant, which lies in `range`.
  func at(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
    elapsed + range.lowerBound - instant.upperBound...elapsed + range.upperBound - instant.lowerBound + Self.ahead
  }

  /// The active time when `child` is killed, and what the process has left.
  func kill(_ child: Child) throws -> (place: ClosedRange<Double>, result: ProcessResult) {
    let begin = BootTime.now
    child.signal(SIGKILL)
    let end = BootTime.now
    return (at(begin...end), try child.finish())
  }
}

extension ClosedRange<Double> {
  /// How much of a place is lost where a session is at `restored`: zero to a second is allowed, and nothing is gained.
  func loss(at restored: Double) -> (least: Double, isAllowed: Bool) {
    (lowerBound - restored, restored <= upperBound && lowerBound - restored <= 1_000)
  }
}
