/// The text form of durations: `45s`, `1m30s`, `1.5s`, `250ms`, `1:30`, `1:00:00`, `PT1M30S`.
///
/// The units are `d`, `h`, `m`, `s` and `ms`, in descending order, each at most once; only the last number may have a
/// fraction. Parsing is exact to the nanosecond: a finer fraction is an error. `read(write(d)) == d` holds for every
/// whole number of nanoseconds.
///
/// ```swift
/// let duration = try DurationText.read("1m30s")
/// DurationText.write(duration * 2)        // "3m"
/// ```
public enum DurationText {
  package static let nanosecondsInSecond: Int64 = 1_000_000_000

  /// Examples of durations, for messages.
  package static let examples = #""45s", "1m30s", "250ms", "1:30" (m:ss), "1:00:00" or "PT1M30S""#

  /// Parses a duration, which may begin with `-`.
  public static func read(_ text: String) throws(DurationTextError) -> Duration {
    let isNegative = text.hasPrefix("-")
    let body = isNegative ? String(text.dropFirst()) : text
    let nanoseconds = try DurationParts(body, of: text).nanoseconds()
    return .nanoseconds(isNegative ? -nanoseconds : nanoseconds)
  }

  /// The shortest exact text in hours, minutes and seconds; below one second in milliseconds.
  public static func write(_ duration: Duration) -> String {
    let sign = duration < .zero ? "-" : ""
    // Its components would trap: its seconds may not fit in 64 bits.
    let whole = duration.attoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
    let (seconds, nanoseconds) = (UInt64(clamping: whole.quotient), Int64(whole.remainder / 1_000_000_000))
    guard seconds > 0 || nanoseconds > 0 else { return "0s" }
    if seconds == 0 { return sign + DecimalText.shortest(nanoseconds, per: 1_000_000) + "ms" }
    var text = sign
    if seconds >= 3600 { text += "\(seconds / 3600)h" }
    if seconds / 60 % 60 > 0 { text += "\(seconds / 60 % 60)m" }
    let rest = Int64(seconds % 60) * nanosecondsInSecond + nanoseconds
    if rest > 0 { text += DecimalText.shortest(rest, per: nanosecondsInSecond) + "s" }
    return text
  }
}

/// The reason why a text isn't a duration.
public struct DurationTextError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of errors for which a caller may have its own message.
  package enum Kind: Equatable, Sendable {
    /// A number without a unit.
    case ambiguous
    /// Longer than any workout.
    case outOfRange
    case malformed
  }

  package let kind: Kind
  /// The error and its correction; safe to print.
  public let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

/// Inlinable arithmetic and comparison of durations.
///
/// Those of the standard library are not inlined, and the engine needs hundreds for each cue.
extension Duration {
  @inlinable package static func + (a: Duration, b: Duration) -> Duration {
    Duration(attoseconds: a.attoseconds + b.attoseconds)
  }

  @inlinable package static func - (a: Duration, b: Duration) -> Duration {
    Duration(attoseconds: a.attoseconds - b.attoseconds)
  }

  @inlinable package static func += (a: inout Duration, b: Duration) { a = a + b }
  @inlinable package static func -= (a: inout Duration, b: Duration) { a = a - b }
  @inlinable package static func == (a: Duration, b: Duration) -> Bool { a.attoseconds == b.attoseconds }
  @inlinable package static func != (a: Duration, b: Duration) -> Bool { a.attoseconds != b.attoseconds }
  @inlinable package static func < (a: Duration, b: Duration) -> Bool { a.attoseconds < b.attoseconds }
  @inlinable package static func > (a: Duration, b: Duration) -> Bool { a.attoseconds > b.attoseconds }
  @inlinable package static func <= (a: Duration, b: Duration) -> Bool { a.attoseconds <= b.attoseconds }
  @inlinable package static func >= (a: Duration, b: Duration) -> Bool { a.attoseconds >= b.attoseconds }
}

/// The greater of two durations.
@inlinable package func max(_ a: Duration, _ b: Duration) -> Duration { a > b ? a : b }

/// The lesser of two durations.
@inlinable package func min(_ a: Duration, _ b: Duration) -> Duration { a < b ? a : b }
