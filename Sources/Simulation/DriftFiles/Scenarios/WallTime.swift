import WorkoutModel

/// Civil time in the only form that scenarios use: `2026-03-29T00:59:30Z`, with a fraction of a second if necessary.
///
/// It is the proleptic Gregorian calendar in UTC without leap seconds, as in POSIX. The law: `read(write(t)) == t` for
/// whole nanoseconds from 1970 to 2199.
public enum WallTime {
  private static let secondsInDay = 86_400
  private static let lastYear = 2199

  /// The time since 1970-01-01T00:00:00Z; `nil` for any other text.
  public static func read(_ text: String) -> Duration? {
    let characters = Array(text.utf8)
    guard characters.count >= 20, characters.last == UInt8(ascii: "Z"),
      let year = number(characters[0..<4]), characters[4] == UInt8(ascii: "-"),
      let month = number(characters[5..<7]), characters[7] == UInt8(ascii: "-"),
      let day = number(characters[8..<10]), characters[10] == UInt8(ascii: "T"),
      let hour = number(characters[11..<13]), characters[13] == UInt8(ascii: ":"),
      let minute = number(characters[14..<16]), characters[16] == UInt8(ascii: ":"),
      let second = number(characters[17..<19]), let fraction = fraction(characters[19..<(characters.count - 1)])
    else { return nil }
    guard (1970...lastYear).contains(year), (1...12).contains(month), (1...length(of: month, year)).contains(day),
      hour < 24, minute < 60, second < 60
    else { return nil }
    let seconds = days(year, month, day) * secondsInDay + hour * 3600 + minute * 60 + second
    return .seconds(seconds) + .nanoseconds(fraction)
  }

  /// The text of a time since 1970-01-01T00:00:00Z.
  public static func write(_ time: Duration) -> String {
    let (whole, attoseconds) = time.components
    let seconds = Int(whole)
    var year = 1970
    var day = seconds / secondsInDay
    while day >= days(year + 1, 1, 1) - days(year, 1, 1) {
      day -= days(year + 1, 1, 1) - days(year, 1, 1)
      year += 1
    }
    var month = 1
    while day >= length(of: month, year) {
      day -= length(of: month, year)
      month += 1
    }
    let rest = seconds % secondsInDay
    var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day + 1, 2))T"
    text += "\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
    let nanoseconds = Int(attoseconds / 1_000_000_000)
    if nanoseconds > 0 {
      var digits = padded(nanoseconds, 9)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += ".\(digits)"
    }
    return text + "Z"
  }

  /// Days from 1970-01-01 to a date: whole years with their leap days, then whole months.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let before = year - 1
    let leaps = (before / 4 - before / 100 + before / 400) - (1969 / 4 - 1969 / 100 + 1969 / 400)
    return (year - 1970) * 365 + leaps + (1..<month).reduce(0) { $0 + length(of: $1, year) } + day - 1
  }

  private static func length(of month: Int, _ year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Nanoseconds from `.5`, or 0 from nothing; `nil` for anything else.
  private static func fraction(_ text: ArraySlice<UInt8>) -> Int? {
    guard let point = text.first else { return 0 }
    let digits = text.dropFirst()
    guard point == UInt8(ascii: "."), (1...9).contains(digits.count), let value = number(digits) else { return nil }
    return (digits.count..<9).reduce(value) { value, _ in value * 10 }
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
