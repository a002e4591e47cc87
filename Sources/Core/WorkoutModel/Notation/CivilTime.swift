/// A local date and time, as on a calendar and a wall clock.
///
/// The calendar of Foundation takes 0.8 ms and 2.8 MB of a command that takes 12 ms, and rejects time zones that a
/// damaged history can have; so it is computed here.
package struct CivilTime: Equatable, Sendable {
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int
  /// Days since 1 January 1970.
  package let dayNumber: Int
  /// Seconds east of UTC.
  package let zone: Int
  /// Milliseconds since 1970, in UTC.
  package let wall: Int

  /// The moment `wall`, in milliseconds since 1970, in a time zone `zone` seconds ahead of UTC.
  package init(wall: Int, zone: Int) {
    let seconds = Self.floor(wall, 1000) + zone
    dayNumber = Self.floor(seconds, 86_400)
    let rest = seconds - dayNumber * 86_400
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    (year, month, day) = Self.date(of: dayNumber)
    (self.zone, self.wall) = (zone, wall)
  }

  /// The date, such as `2026-11-21`.
  package var date: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }

  /// The time, such as `07:02`.
  package var time: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2))" }

  /// ISO 8601, such as `2026-11-21T07:02:33+01:00`.
  package var iso: String { iso(fraction: "") }

  /// The same to the millisecond, such as `2026-11-21T07:02:33.120+01:00`.
  package var isoToMillisecond: String {
    iso(fraction: ".\((wall - Self.floor(wall, 1000) * 1000).padded(to: 3))")
  }

  private func iso(fraction: String) -> String {
    let minutes = abs(zone) / 60
    let offset = "\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
    return "\(date)T\(time):\(second.padded(to: 2))\(fraction)\(zone < 0 ? "-" : "+")\(offset)"
  }

  /// The day of the week of a day, 0 for Monday: 1 January 1970 was a Thursday.
  package static func weekday(of day: Int) -> Int { day + 3 - floor(day + 3, 7) * 7 }

  /// The Monday on or before a day.
  package static func monday(of day: Int) -> Int { day - weekday(of: day) }

  /// The ISO 8601 name of the week that contains a day: the week belongs to the year of its Thursday.
  package static func week(of day: Int) -> String {
    let thursday = monday(of: day) + 3
    let year = date(of: thursday).year
    let number = (thursday - self.day(year, 1, 1)) / 7 + 1
    return "\(year.padded(to: 4))-W\(number.padded(to: 2))"
  }

  /// The date of a day.
  ///
  /// Years are counted from 1 March of the year 0, in eras of 400 years or 146 097 days, so that a leap day is the last
  /// day of its year (after Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
  package static func date(of day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = floor(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// The number of a date's day: the inverse of `date(of:)`.
  package static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = floor(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Whether there is such a date: not 30 February.
  package static func isDate(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    (1...12).contains(month) && (1...31).contains(day) && date(of: self.day(year, month, day)) == (year, month, day)
  }

  private static func floor(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
  }
}
