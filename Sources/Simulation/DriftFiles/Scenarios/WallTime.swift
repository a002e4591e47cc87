import WorkoutModel

/// Civil time in the only form that scenarios use: `2026-03-29T00:59:30Z`, with a fraction of a second if necessary.
///
/// It is the proleptic Gregorian calendar in UTC without leap seconds, as in POSIX. The law: `read(write(t)) == t` for
/// whole nanoseconds from 1970 to 2199.
package enum WallTime {
  private static let lastYear = 2199

  /// The time since 1970-01-01T00:00:00Z; `nil` for any other text.
  package static func read(_ text: String) -> Duration? {
    let form = /([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?Z/
    guard let parts = text.wholeMatch(of: form)?.output, let year = Int(parts.1), let month = Int(parts.2),
      let day = Int(parts.3), let hour = Int(parts.4), let minute = Int(parts.5), let second = Int(parts.6),
      (1970...lastYear).contains(year), CivilTime.isDate(year, month, day), hour < 24, minute < 60, second < 60
    else { return nil }
    let fraction = parts.7.map { $0 + String(repeating: "0", count: 9 - $0.count) }
    let seconds = CivilTime.day(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    return .seconds(seconds) + .nanoseconds(fraction.flatMap { Int($0) } ?? 0)
  }

  /// The text of a time since 1970-01-01T00:00:00Z.
  package static func write(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let civil = CivilTime(wall: Int(seconds) * 1000, zone: 0)
    let fraction = DecimalText.shortest(Int(attoseconds / 1_000_000_000), per: 1_000_000_000).dropFirst()
    return "\(civil.date)T\(civil.time):\(civil.second.padded(to: 2))\(fraction)Z"
  }
}
