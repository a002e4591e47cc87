import WorkoutModel

/// Durations for people's eyes.
public enum ClockText {
  /// `m:ss`, or `h:mm:ss` from an hour on; whole seconds, cut.
  public static func short(_ duration: Duration) -> String {
    let seconds = max(0, duration.inNanoseconds) / 1_000_000_000
    let tail = "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    if seconds >= 3600 { return "\(seconds / 3600):\(tail)" }
    return "\(seconds / 60):\(two(seconds % 60))"
  }

  /// `h:mm:ss`, always; whole seconds, cut.
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

/// Numbers of things in the words that people read: "1 phase", "3 phases".
public enum Counted {
  /// The count with its noun: "3 phases".
  public static func phases(_ count: Int) -> String { of(count, "phase", "phases") }

  /// The count with its noun: "3 cues".
  public static func cues(_ count: Int) -> String { of(count, "cue", "cues") }

  /// A number and the form of the noun that goes with it.
  public static func of(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}
