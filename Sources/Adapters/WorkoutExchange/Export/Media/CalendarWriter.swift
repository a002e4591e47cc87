package import WorkoutModel

/// A date and time without a time zone, as in a floating calendar event.
public struct LocalTime: Equatable, Sendable {
  /// The digits as iCalendar writes them, `20261201T070000`.
  let basic: String
  /// The day of the month.
  let day: Int

  /// Parses `2026-12-01T07:00`, with or without seconds; `nil` for anything else, such as 30 February.
  public init?(_ text: String) {
    let form = /([0-9]{4})-([0-9]{1,4})-([0-9]{1,4})T([0-9]{1,4}):([0-9]{1,4})(?::([0-9]{1,4}))?/
    guard let parts = text.wholeMatch(of: form)?.output, let year = Int(parts.1), let month = Int(parts.2),
      let day = Int(parts.3), let hour = Int(parts.4), let minute = Int(parts.5), let second = Int(parts.6 ?? "0"),
      (1900...9999).contains(year), CivilTime.isDate(year, month, day), hour < 24, minute < 60, second < 60
    else { return nil }
    self.day = day
    basic =
      year.padded(to: 4) + [month, day].map { $0.padded(to: 2) }.joined() + "T"
      + [hour, minute, second].map { $0.padded(to: 2) }.joined()
  }
}

/// The recurrence of a calendar event.
public enum EventRepetition: String, CaseIterable, Sendable {
  /// Every day.
  case day
  /// Every week.
  case week
  /// Every month.
  case month

  /// The rule of an event that begins at a time.
  ///
  /// An event on a day that some months don't have is on the last day of those.
  func rule(from start: LocalTime) -> String {
    switch self {
    case .day: "FREQ=DAILY"
    case .week: "FREQ=WEEKLY"
    case .month where start.day == 31: "FREQ=MONTHLY;BYMONTHDAY=-1"
    case .month where isAdjusted(from: start):
      "FREQ=MONTHLY;BYMONTHDAY=\((28...start.day).map(String.init).joined(separator: ","));BYSETPOS=-1"
    case .month: "FREQ=MONTHLY"
    }
  }

  /// Whether some month doesn't have the day of the event.
  func isAdjusted(from start: LocalTime) -> Bool { self == .month && start.day > 28 }
}

/// Writes a calendar with one event (RFC 5545): the workout, its length and its plan.
package enum CalendarWriter {
  /// The longest line in bytes, without its line break.
  private static let lineLength = 75

  /// The calendar; `plan` has a line for each step, and `replaced` is the file that it replaces.
  ///
  /// The output doesn't depend on the current time: the stamp is the event's start, and the identifier a hash. Where
  /// the replaced file has another version of the event, this is a later one, so that calendars take the change.
  package static func write(
    _ workout: Workout, length: Duration, plan: [String], at start: LocalTime, every repetition: EventRepetition?,
    replacing replaced: String? = nil
  ) -> String {
    let uid = "UID:\(identifier(workout.name + start.basic))@cuebell"
    func text(_ sequence: Int) -> String {
      let lines = [uid, "SEQUENCE:\(sequence)"] + details(workout, length, plan, start, repetition)
      let (head, foot) = (
        ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Cuebell//Cuebell//EN", "BEGIN:VEVENT"],
        ["END:VEVENT", "END:VCALENDAR"]
      )
      return (head + lines + foot).map { folded($0) + "\r\n" }.joined()
    }
    let lines = replaced?.split(whereSeparator: \.isNewline) ?? []
    guard let replaced, lines.contains(uid[...]) else { return text(0) }
    let key = "SEQUENCE:"
    let last = lines.first { $0.hasPrefix(key) }.flatMap { Int($0.dropFirst(key.count)) } ?? 0
    return replaced == text(last) ? replaced : text(last + 1)
  }

  /// The properties of the event.
  private static func details(
    _ workout: Workout, _ length: Duration, _ plan: [String], _ start: LocalTime, _ repetition: EventRepetition?
  ) -> [String] {
    let seconds = MediaTime.secondsRoundedUp(length)
    // Leading spaces of a line show its nesting, so they are kept.
    let description = (MediaText.lines(workout.spokenDescription ?? "") + plan).map(escaped).joined(separator: "\\n")
    var lines = [
      "DTSTAMP:\(start.basic)Z", "DTSTART:\(start.basic)", "DURATION:PT\(max(1, seconds))S",
      "SUMMARY:\(text(workout.spokenName))",
    ]
    if !description.isEmpty { lines.append("DESCRIPTION:\(description)") }
    let tags = workout.tags.map { text(workout.phrases.translated($0)) }
    if !tags.isEmpty { lines.append("CATEGORIES:\(tags.joined(separator: ","))") }
    if let repetition { lines.append("RRULE:\(repetition.rule(from: start))") }
    return lines + [
      "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:PT0S", "DESCRIPTION:\(text(workout.spokenName))", "END:VALARM",
    ]
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
