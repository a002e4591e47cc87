/// Formats durations for human readers.
///
/// ```swift
/// ClockText.short(.seconds(3661))         // "1:01:01"
/// ```
public enum ClockText {
  /// `m:ss`, or `h:mm:ss` from an hour on; whole seconds, truncated.
  public static func short(_ duration: Duration) -> String {
    duration >= .seconds(3600) ? long(duration) : minutes(duration)
  }

  /// `m:ss`, however many minutes there are; whole seconds, truncated.
  public static func minutes(_ duration: Duration) -> String {
    let seconds = max(0, duration.wholeSeconds)
    return "\(seconds / 60):\((seconds % 60).padded(to: 2))"
  }

  /// `h:mm:ss` always; whole seconds, truncated.
  package static func long(_ duration: Duration) -> String {
    let seconds = max(0, duration.wholeSeconds)
    return "\(seconds / 3600):\((seconds / 60 % 60).padded(to: 2)):\((seconds % 60).padded(to: 2))"
  }

  /// `hh:mm:ss.mmm`, with `sign` before the milliseconds.
  package static func padded(milliseconds: Int, _ sign: String = ".") -> String {
    let seconds = milliseconds / 1000
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.padded(to: 2) }.joined(separator: ":")
    return clock + sign + (milliseconds % 1000).padded(to: 3)
  }

  /// `m:ss`, with the milliseconds if there are any.
  package static func measured(_ duration: Duration) -> String {
    let text = exact(duration)
    return text.hasSuffix(".000") ? String(text.dropLast(4)) : text
  }

  /// `m:ss.mmm`, rounded to the nearest millisecond, halves up.
  package static func exact(_ duration: Duration) -> String {
    let milliseconds = (max(0, duration.inNanoseconds) + 500_000) / 1_000_000
    return "\(short(.milliseconds(milliseconds))).\(Int(milliseconds % 1000).padded(to: 3))"
  }
}

extension Int {
  /// The number with zeros before it, so that it has at least this many digits.
  package func padded(to digits: Int) -> String {
    let text = "\(self)"
    return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
  }
}

extension Duration {
  /// Whole seconds, rounded up, as in a countdown: it shows 3 from the instant at which "three" is spoken.
  ///
  /// An excess of up to a millisecond is ignored, because lengths need not be whole seconds to the nanosecond.
  package var secondsUp: Duration { .nanoseconds(inNanoseconds + 999_000_000 - 1).secondsDown }

  /// Whole seconds, rounded down.
  package var secondsDown: Duration { .seconds(wholeSeconds) }

  /// The number of whole seconds, rounded towards zero.
  package var wholeSeconds: Int { Int(inNanoseconds / 1_000_000_000) }
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
