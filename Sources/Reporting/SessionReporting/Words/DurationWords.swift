import WorkoutModel

/// Durations in words, with their two largest units.
package enum DurationWords {
  /// A duration such as `3 min 12 s`, `2 h`, `5 days 3 h`.
  package static func text(_ length: Duration) -> String {
    let seconds = max(0, length.wholeSeconds)
    let (days, hours) = (seconds / 86_400, seconds / 3600 % 24)
    let (minutes, rest) = (seconds / 60 % 60, seconds % 60)
    if days > 0 { return join(days == 1 ? "1 day" : "\(days) days", hours, "h") }
    if hours > 0 { return join("\(hours) h", minutes, "min") }
    return minutes > 0 ? join("\(minutes) min", rest, "s") : "\(rest) s"
  }

  private static func join(_ first: String, _ second: Int, _ unit: String) -> String {
    second > 0 ? "\(first) \(second) \(unit)" : first
  }
}
