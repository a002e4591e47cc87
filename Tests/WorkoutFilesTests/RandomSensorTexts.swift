import TestSupport

/// Workouts with `until` and `coach` in the grammar of both, right ones and such as are nearly right, the same ones for
/// the same seed.
struct RandomSensorTexts {
  /// The numbers at and beside the limits of signals, shares, units, `hold` and `every`.
  private static let limits = [
    0, 1, 5, 9, 10, 11, 19, 20, 21, 23, 24, 25, 59, 60, 61, 99, 100, 120, 249, 250, 251, 299, 300, 301, 599, 600, 601,
    999, 1000, 1001, 2999, 3000, 3001, 3599, 3600, 3601, 9_999, 10_000, 600_000, 600_001, 3_600_000, 3_600_001,
  ]
  /// Fractions at the limits, in parts of larger units.
  private static let fractions = [
    "0", "000", "5", "001", "999", "1666", "1667", "016666666", "016666667", "002777777", "002777778", "000277777",
    "000277778", "006944444", "006944445", "041666666", "041666667", "000115740", "000115741", "000011574", "000011575",
  ]
  private static let words = [
    "", " HR", " HR", " hr", "  Lthr", " LTHR ", "HR", " FTP", " ftp", " power", " pace", " bpm", " HR HR",
  ]

  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// A workout of one phase.
  mutating func document() -> String {
    let phase =
      switch random.below(5) {
      case 0: "\"duration\": 60, \"coach\": \(coach())"
      case 1: "\"until\": { \"heartRate\": \"< 120\", \"hold\": \(duration()) }, \"cap\": \"1h\""
      default: "\"until\": \(until()), \"cap\": \"1h\""
      }
    return "{ \"name\": \"W\", \"phases\": [{ \"name\": \"A\", \(phase) }] }"
  }

  private mutating func coach() -> String {
    switch random.below(12) {
    case 0: pick(["true", "false", "null", "{}", "[]", "30"])
    case 1: "{ \(pick(["\"evry\"", "\"x-every\"", "\"hold\""])): \(duration()) }"
    default: "{ \"every\": \(duration()) }"
    }
  }

  private mutating func until() -> String {
    let signal = pick(["heartRate", "power", "cadence"])
    let comparison = chance(5) ? pick(["120", "null", "true", "[]"]) : "\"\(self.comparison())\""
    var members = ["\"\(signal)\": \(comparison)"]
    if chance(10) { members.append("\"hold\": \(duration())") }
    if chance(5) { members.append(pick([#""x-why": 1"#, #""for": 5"#, #""pulse": "> 90""#])) }
    if chance(3) { members.append(signal == "power" ? #""cadence": "> 90""# : #""power": "> 200""#) }
    return "{ \(members.joined(separator: ", ")) }"
  }

  private mutating func comparison() -> String {
    let sign = chance(5) ? pick(["", "=", "<=", "> <", " <"]) : pick(["<", ">"])
    let space = pick([" ", " ", "", "  "])
    let first = number()
    let level =
      switch random.below(12) {
      case 0: pick(["", "\(first)%%", "%", "Z2 HR", "ramp \(first)-\(number())%", "-\(first)", "\(first)w"])
      case 1: "\(first)-\(chance(50) ? first : number())%"
      case 2...6: first + "%"
      default: first
      }
    return sign + space + level + (level.contains("%") || chance(5) ? pick(Self.words) : chance(5) ? " " : "")
  }

  /// A number of digits as in a comparison or a part of a duration.
  private mutating func number() -> String {
    let zeros = String(repeating: "0", count: chance(20) ? random.below(5) : 0)
    let whole = chance(60) ? pick(Self.limits.filter { $0 < 4000 }) : random.below(320)
    return zeros + "\(whole)" + (chance(8) ? "." + pick(Self.fractions).prefix(6) : "")
  }

  private mutating func duration() -> String {
    switch random.below(10) {
    case 0: "\(pick(Self.limits))" + (chance(30) ? "." + pick(Self.fractions).prefix(3) : "")
    case 1: "\"\(pick(["", "-", "PT"]))\(number())\(chance(20) ? "s" : "")\""
    case 2: "\"\(clock())\""
    case 3...4: "\"PT\(parts(["H", "M", "S"]))\""
    default: "\"\(parts(["d", "h", "m", "s", "ms"]))\""
    }
  }

  private mutating func clock() -> String {
    let later = (0..<(1 + random.below(2))).map { _ in pick(["00", "00", "01", "09", "10", "11", "59", "60", "1"]) }
    return ([pick(["0", "00", "1", "01", "2", "9", "10", "11", "60", "61", "99", ""])] + later).joined(separator: ":")
  }

  /// Parts of a duration, of few units and mostly in their order; only in the last of them a fraction is right.
  private mutating func parts(_ units: [String]) -> String {
    var chosen = units.filter { _ in chance(35) }
    if chance(3) { chosen.append(pick(units)) }
    return chosen.enumerated().map { index, unit in
      let isLast = index == chosen.count - 1
      let isFirst = index == 0
      let whole = pick(isFirst && chance(70) ? Self.limits : [0, 0, 1, 9, 10, 23, 24, 59, 60, 99, 100, 999, 1000])
      let zeros = chance(10) ? "0" : ""
      // A fraction of milliseconds is of nanoseconds.
      let fraction = pick(Self.fractions).prefix(unit == "ms" ? 6 : 9)
      let isSmall = isLast && chance(25)
      return zeros + "\(isSmall ? 0 : whole)" + (isSmall || chance(isLast ? 15 : 3) ? ".\(fraction)" : "") + unit
    }.joined()
  }

  private mutating func chance(_ percent: Int) -> Bool { random.below(100) < percent }

  private mutating func pick<Value>(_ values: [Value]) -> Value { values[random.below(values.count)] }
}
