import Glibc
import TestSupport

/// Measurements of time, which a busy machine disturbs: `make measure` makes them, by the variable `MEASURE`.
enum Measurement {
  /// Whether this run measures.
  static let isOn = unsafe getenv("MEASURE") != nil

  /// The limit of a time: what is promised, where it is measured; else one that only a hang exceeds.
  static func limit(_ promise: Duration) -> Duration { isOn ? promise : Timeout.limit }

  /// Measures `attempts` times, prints each result and returns the median, in milliseconds.
  static func median(
    of name: String, attempts: Int = 9, _ measure: () throws -> Double
  ) rethrows -> Double {
    let results = try (0..<attempts).map { _ in try measure() }
    let median = results.sorted()[attempts / 2]
    print("\(name): median \(median) ms of \(results)")
    return median
  }
}
