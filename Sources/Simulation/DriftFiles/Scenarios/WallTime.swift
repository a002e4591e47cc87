import WorkoutModel

/// Civil time in the only form that scenarios use: `2026-03-29T00:59:30Z`, with a fraction of a second if necessary.
///
/// It is the proleptic Gregorian calendar in UTC without leap seconds, as in POSIX. The law: `read(write(t)) == t` for
/// whole nanoseconds from 1970 to 2199.
package enum WallTime {
  private static let lastYear = 2199

  /// The time since 1970-01-01T00:00:00Z; `nil` for any other text.
  package static func read(_ text: String) -> Duration? {
    let characters = Array(text.utf8)
    guard characters.count >= 20, characters.last == UInt8(ascii: "Z"),
      let year = number(characters[0..<4]), characters[4] == UInt8(ascii: "-"),
      let month = number(characters[5..<7]), characters[7] == UInt8(ascii: "-"),
      let day = number(characters[8..<10]), characters[10] == UInt8(ascii: "T"),
      let hour = number(characters[11..<13]), characters[13] == UInt8(ascii: ":"),
      let minute = number(characters[14..<16]), characters[16] == UInt8(ascii: ":"),
      let second = number(characters[17..<19]), let fraction = fraction(characters[19..<(characters.count - 1)])
    else { return nil }
    guard (1970...lastYear).contains(year), CivilTime.isDate(year, month, day), hour < 24, minute < 60, second < 60
    else { return nil }
    let seconds = CivilTime.day(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    return .seconds(seconds) + .nanoseconds(fraction)
  }

  /// The text of a time since 1970-01-01T00:00:00Z.
  package static func write(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let civil = CivilTime(wall: Int(seconds) * 1000, zone: 0)
    var text = "\(civil.date)T\(civil.time):\(civil.second.padded(to: 2))"
    let nanoseconds = Int(attoseconds / 1_000_000_000)
    if nanoseconds > 0 {
      var digits = nanoseconds.padded(to: 9)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += ".\(digits)"
    }
    return text + "Z"
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
}
