package import WorkoutModel

/// A date and time without a time zone, as in a floating calendar event.
public struct LocalTime: Equatable, Sendable {
  /// The digits as iCalendar writes them, `20261201T070000`.
  let basic: String

  /// Parses `2026-12-01T07:00`, with or without seconds; `nil` for anything else, such as 30 February.
  public init?(_ text: String) {
    let form = /([0-9]{4})-([0-9]{1,4})-([0-9]{1,4})T([0-9]{1,4}):([0-9]{1,4})(?::([0-9]{1,4}))?/
    guard let parts = text.wholeMatch(of: form)?.output, let year = Int(parts.1), let month = Int(parts.2),
      let day = Int(parts.3), let hour = Int(parts.4), let minute = Int(parts.5), let second = Int(parts.6 ?? "0"),
      (1900...9999).contains(year), CivilTime.isDate(year, month, day), hour < 24, minute < 60, second < 60
    else { return nil }
    basic =
      year.padded(to: 4) + [month, day].map { $0.padded(to: 2) }.joined() + "T"
      + [hour, minute, second].map { $0.padded(to: 2) }.joined()
  }
}

/// The recurrence of a calendar event.
public enum EventRepetition: String, CaseIterable, Sendable {
  case day, week, month

  var rule: String {
    switch self {
    case .day: "DAILY"
    case .week: "WEEKLY"
    case .month: "MONTHLY"
    }
  }
}

/// Writes a calendar with one event (RFC 5545): the workout, its length and its plan.
package enum CalendarWriter {
  /// The longest line in bytes, without its line break.
  private static let lineLength = 75

  /// The calendar; `plan` has a line for each step.
  ///
  /// The output doesn't depend on the current time: the stamp is the event's start, and the identifier a hash.
  package static func write(
    _ workout: Workout, length: Duration, plan: [String], at start: LocalTime, every repetition: EventRepetition?
  ) -> String {
    let seconds = MediaTime.secondsRoundedUp(length)
    // Leading spaces of a line show its nesting, so they are kept.
    let description = (MediaText.lines(workout.description ?? "") + plan).map(escaped).joined(separator: "\\n")
    var lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Cuebell//Cuebell//EN", "BEGIN:VEVENT",
      "UID:\(identifier(workout.name + start.basic))@cuebell", "DTSTAMP:\(start.basic)Z", "DTSTART:\(start.basic)",
      "DURATION:PT\(max(1, seconds))S", "SUMMARY:\(text(workout.name))",
    ]
    if !description.isEmpty { lines.append("DESCRIPTION:\(description)") }
    if !workout.tags.isEmpty { lines.append("CATEGORIES:\(workout.tags.map(text).joined(separator: ","))") }
    if let repetition { lines.append("RRULE:FREQ=\(repetition.rule)") }
    lines += [
      "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:PT0S", "DESCRIPTION:\(text(workout.name))", "END:VALARM", "END:VEVENT",
      "END:VCALENDAR",
    ]
    return lines.map { folded($0) + "\r\n" }.joined()
  }

  private static func text(_ text: String) -> String { escaped(MediaText.line(text)) }

  private static func escaped(_ line: String) -> String { MediaText.escaped(SafeText.filtered(line), ",;\\") }

  /// Folds long lines with a line break and a space, never within a scalar; a character with combining marks can
  /// exceed the limit.
  private static func folded(_ line: String) -> String {
    var result = String.UnicodeScalarView()
    var length = 0
    for scalar in line.unicodeScalars {
      let size = UTF8.width(scalar)
      if length + size > lineLength {
        result.append(contentsOf: "\r\n ".unicodeScalars)
        length = 1
      }
      result.append(scalar)
      length += size
    }
    return String(result)
  }

  private static func identifier(_ text: String) -> String { String(SeededRandom.seed(text), radix: 16) }
}
