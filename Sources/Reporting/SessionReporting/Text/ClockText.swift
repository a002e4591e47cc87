import WorkoutModel

/// Formats durations for human readers.
public enum ClockText {
  /// `m:ss`, or `h:mm:ss` from an hour on; whole seconds, truncated.
  public static func short(_ duration: Duration) -> String {
    let seconds = max(0, duration.inNanoseconds) / 1_000_000_000
    let tail = "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    if seconds >= 3600 { return "\(seconds / 3600):\(tail)" }
    return "\(seconds / 60):\(two(seconds % 60))"
  }

  /// `h:mm:ss` always; whole seconds, truncated.
  public static func long(_ duration: Duration) -> String {
    let seconds = max(0, duration.inNanoseconds) / 1_000_000_000
    return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }

  /// `m:ss.mmm`, rounded to the nearest millisecond, halves up.
  public static func exact(_ duration: Duration) -> String {
    let milliseconds = (max(0, duration.inNanoseconds) + 500_000) / 1_000_000
    let rest = "\(milliseconds % 1000 + 1000)".dropFirst()
    return "\(short(.milliseconds(milliseconds))).\(rest)"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// Counts with their nouns: "1 phase", "3 phases".
public enum Counted {
  /// The count with its noun: "3 phases".
  public static func phases(_ count: Int) -> String { of(count, "phase", "phases") }

  /// The count with its noun: "3 cues".
  public static func cues(_ count: Int) -> String { of(count, "cue", "cues") }

  /// A number with the matching form of the noun.
  public static func of(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}

extension Duration {
  /// Whole seconds, rounded up, as in a countdown: it shows 3 from the instant at which "three" is spoken.
  ///
  /// An excess of up to a millisecond is ignored, because lengths need not be whole seconds to the nanosecond.
  package var secondsUp: Duration { .nanoseconds(inNanoseconds + 999_000_000 - 1).secondsDown }

  /// Whole seconds, rounded down.
  package var secondsDown: Duration { .seconds(inNanoseconds / 1_000_000_000) }
}

/// Formats gains for human readers.
package enum DecibelText {
  /// "-6 dB", "+4.5 dB", "0 dB": half a decibel is finer than any user's setting.
  package static func signed(_ gain: Double, minus: String = "-") -> String {
    let halves = Int((abs(gain) * 2).rounded())
    let sign = halves == 0 ? "" : gain < 0 ? minus : "+"
    return "\(sign)\(halves / 2)\(halves % 2 == 1 ? ".5" : "") dB"
  }
}
