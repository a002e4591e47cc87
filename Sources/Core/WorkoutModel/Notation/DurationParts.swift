import StrictJSON

/// Parses the text of a duration: determines its form and adds up its parts in nanoseconds.
struct DurationParts {
  private struct Unit {
    let name: String
    let nanoseconds: Int64
    /// The exclusive upper bound for all parts but the first.
    let bound: Int64
  }

  private static let second = DurationText.nanosecondsInSecond
  private static let plainUnits = [
    Unit(name: "d", nanoseconds: 86_400 * second, bound: .max),
    Unit(name: "h", nanoseconds: 3600 * second, bound: 24),
    Unit(name: "m", nanoseconds: 60 * second, bound: 60),
    Unit(name: "s", nanoseconds: second, bound: 60),
    Unit(name: "ms", nanoseconds: second / 1000, bound: 1000),
  ]
  private static let isoUnits = [
    Unit(name: "H", nanoseconds: 3600 * second, bound: .max),
    Unit(name: "M", nanoseconds: 60 * second, bound: 60),
    Unit(name: "S", nanoseconds: second, bound: 60),
  ]

  /// The text without its sign.
  private let body: String
  private let sign: String
  private let shown: String

  init(_ body: String, of text: String) {
    self.body = body
    sign = text == body ? "" : "-"
    shown = Excerpt.quoted(text)
  }

  func nanoseconds() throws(DurationTextError) -> Int64 {
    if body.contains(where: { $0.isWhitespace }) { throw spaced }
    if body.contains(",") { throw comma }
    if let number = ExactDecimal(body) { throw ambiguous(number) }
    if body.hasPrefix("PT") { return try sum(of: body.dropFirst(2), Self.isoUnits) }
    if body.contains(":") { return try clock() }
    return try sum(of: Substring(body), Self.plainUnits)
  }

  /// Suggests what was meant by a text such as `20 sec`.
  private var spaced: DurationTextError {
    let joined = body.filter { !$0.isWhitespace }
    var (abbreviated, rest) = ("", Substring(joined))
    while !rest.isEmpty {
      let word = rest.prefix { $0.isASCII && $0.isLetter }
      let other = rest.dropFirst(word.count).prefix { !$0.isASCII || !$0.isLetter }
      abbreviated += (Self.meant(by: String(word), Self.plainUnits)?.name ?? String(word)) + other
      rest = rest.dropFirst(word.count + other.count)
    }
    let meant = [joined, abbreviated].first { (try? DurationText.read($0)) != nil }
    return malformed(meant.map { "write \"\(sign + $0)\"" } ?? "write it without spaces, such as \"1m30s\"")
  }

  /// Suggests what was meant by a text such as `1,5m`.
  private var comma: DurationTextError {
    let pointed = body.filling(",", with: ".")
    let start = "a fraction has a point: write "
    do throws(DurationTextError) {
      let shortest = DurationText.write(try DurationText.read(pointed))
      return malformed(start + "\"\(sign + pointed)\"" + (shortest == pointed ? "" : " or \"\(sign + shortest)\""))
    } catch {
      if error.kind != .ambiguous { return malformed() }
      return malformed(start + "\(pointed) (seconds), \"\(pointed)s\" or \"\(pointed)m\"")
    }
  }

  private func ambiguous(_ number: ExactDecimal) -> DurationTextError {
    let plain = Excerpt.plain(body)
    guard let seconds = try? number.times(DurationText.nanosecondsInSecond), seconds > 0 else {
      return DurationTextError(.ambiguous, "\(shown) is ambiguous: write \(plain) (seconds) or \"\(plain)s\"")
    }
    let canonical = DurationText.write(.nanoseconds(seconds))
    let other = canonical == "\(plain)s" ? "\(plain)m" : canonical
    return DurationTextError(
      .ambiguous, "\(shown) is ambiguous: write \(plain) (seconds), \"\(plain)s\" or \"\(other)\"")
  }

  /// Adds up parts such as `1h`, `30m`, `1.5s`.
  private func sum(of parts: Substring, _ units: [Unit]) throws(DurationTextError) -> Int64 {
    var rest = parts
    var total = Int64(0)
    var next = 0
    var hasFraction = false
    repeat {
      let number = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      rest = rest.dropFirst(number.count)
      let name = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard let decimal = ExactDecimal(String(number)) else { throw malformed() }
      let previous = next > 0 ? units[next - 1].name.lowercased() : ""
      // A last number without a unit has the next smaller one, as in 1h30 and 1m30.
      let isNext = name.isEmpty && rest.isEmpty && ["h", "m"].contains(previous)
      guard !name.isEmpty || isNext else {
        throw malformed("\(Excerpt.quoted(String(number))) has no unit: write \(list(units))")
      }
      guard let index = isNext ? next : units.firstIndex(where: { $0.name == name }) else {
        throw malformed("\(Excerpt.quoted(String(name))) is no unit" + hint(String(name), units))
      }
      guard index >= next else { throw malformed("larger units come first, each once") }
      guard !hasFraction else { throw malformed("only the last number may have a fraction") }
      let nanoseconds = try value(of: decimal, units[index])
      guard next == 0 || nanoseconds < units[index].bound * units[index].nanoseconds else {
        throw malformed("after a larger unit, \"\(name)\" must be below \(units[index].bound)")
      }
      total = try add(total, nanoseconds)
      hasFraction = number.contains(".")
      next = index + 1
    } while !rest.isEmpty
    return total
  }

  /// Adds up `m:ss` or `h:mm:ss`.
  private func clock() throws(DurationTextError) -> Int64 {
    let parts = body.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy({ $0.isDigit }) }) else {
      throw malformed()
    }
    guard parts.dropFirst().allSatisfy({ $0.count == 2 && $0 < "60" }) else {
      throw malformed("after a \":\" come two digits, 00 to 59")
    }
    var total = Int64(0)
    for (part, unit) in zip(parts.reversed(), [Self.plainUnits[3], Self.plainUnits[2], Self.plainUnits[1]]) {
      guard let decimal = ExactDecimal(String(part)) else { throw malformed() }
      total = try add(total, value(of: decimal, unit))
    }
    return total
  }

  private func value(of decimal: ExactDecimal, _ unit: Unit) throws(DurationTextError) -> Int64 {
    do {
      return try decimal.times(unit.nanoseconds)
    } catch {
      switch error {
      case .tooFine: throw DurationTextError(.malformed, "\(shown) is finer than a nanosecond")
      case .outOfRange: throw outOfRange
      }
    }
  }

  private func add(_ total: Int64, _ part: Int64) throws(DurationTextError) -> Int64 {
    let (sum, overflow) = total.addingReportingOverflow(part)
    guard !overflow else { throw outOfRange }
    return sum
  }

  private var outOfRange: DurationTextError { DurationTextError(.outOfRange, "\(shown) is too long") }

  private func malformed(_ reason: String? = nil) -> DurationTextError {
    let start = "\(shown) is not a duration: "
    return DurationTextError(
      .malformed, start + (reason ?? "write a number of seconds, or a text such as \(DurationText.examples)"))
  }

  /// Suggests the unit meant by a word, otherwise all units.
  private func hint(_ name: String, _ units: [Unit]) -> String {
    Self.meant(by: name, units).map { "; did you mean \"\($0.name)\"?" } ?? ": write \(list(units))"
  }

  /// The unit meant by a word such as `sec` or `Min`.
  private static func meant(by name: String, _ units: [Unit]) -> Unit? {
    let word = name.lowercased()
    let isMilliseconds = word.hasPrefix("ms") || word.hasPrefix("mil")
    return units.first { unit in
      isMilliseconds ? unit.name == "ms" : word.prefix(1) == unit.name.lowercased()
    }
  }

  private func list(_ units: [Unit]) -> String {
    units.dropLast().map { $0.name }.joined(separator: ", ") + " or " + (units.last?.name ?? "")
  }
}

extension Duration {
  /// Whole nanoseconds, rounded towards zero.
  ///
  /// Those of 285 years are returned for any longer time, so that rounding them up doesn't overflow; a workout is at
  /// most `Limits.totalLength` long.
  package var inNanoseconds: Int64 {
    let longest: Int128 = 9_000_000_000_000_000_000
    return Int64(truncatingIfNeeded: max(-longest, min(attoseconds / 1_000_000_000, longest)))
  }

  private static let century = Duration.seconds(Int64(36_525) * 86_400)

  /// The nearest time within a hundred years.
  ///
  /// No session is longer. Whatever times a host passes, sums of these neither overflow nor leave 64 bits of
  /// nanoseconds.
  package var withinCentury: Duration { min(max(self, .zero - Self.century), Self.century) }
}
