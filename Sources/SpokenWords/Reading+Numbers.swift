import WorkoutModel

extension Reading {
  static let dashes: Set<Character> = ["-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}"]

  /// Reads what begins with a number, if it is more than one.
  mutating func readNumber(_ number: String) -> Bool {
    // There a number is a part of a name.
    if isWithinWord { return false }
    return readClock() || readCompoundTime() || readFraction() || readRange() || readTimes(number)
      || readQuantity(number) || readPer(number) || readRow(number) || readSpelling(number)
  }

  /// "1:30", "0:45", "1:00:00".
  private mutating func readClock() -> Bool {
    guard let first = whole(0), isMark(1, [":"]), let second = twoDigits(2), !isMark(-1, [":"]) else { return false }
    guard isMark(3, [":"]) else {
      say(time([.minute: first, .second: second]), for: 3)
      return true
    }
    guard let third = twoDigits(4), !isMark(5, [":"]) else { return false }
    say(time([.hour: first, .minute: second, .second: third]), for: 5)
    return true
  }

  private func twoDigits(_ offset: Int) -> Int? { number(offset)?.utf8.count == 2 ? whole(offset) : nil }

  /// "1m30s", "1h30", "5'30\"": at least two parts, none before a larger one.
  private mutating func readCompoundTime() -> Bool {
    var parts: [Wording.ClockPart: Int] = [:]
    var offset = 0
    var last: Int?
    while let value = whole(offset) {
      let order = Wording.ClockPart.allCases
      if let part = clockSign(offset + 1), let place = order.firstIndex(of: part), place > last ?? -1 {
        parts[part] = value
        last = place
        offset += 2
      } else if let last, last + 1 < order.count, twoDigits(offset) != nil, !(token(offset + 1)?.isWordLike ?? false) {
        parts[order[last + 1]] = value
        offset += 1
        break
      } else {
        return false
      }
    }
    guard parts.count > 1, !(token(offset)?.isWordLike ?? false) else { return false }
    say(time(parts), for: offset)
    return true
  }

  /// The part of a time whose sign stands there.
  func clockSign(_ offset: Int) -> Wording.ClockPart? {
    guard let token = token(offset) else { return nil }
    if case .mark(let mark) = token, mark == "'" || mark == "\"" {
      // Two of a kind are quotation marks.
      guard tokens.count(where: { $0 == token }) == 1 else { return nil }
    }
    return wording.clockSigns[token.text] ?? wording.clockSigns[token.text.lowercased()]
  }

  private func time(_ parts: [Wording.ClockPart: Int]) -> String {
    let words = Wording.ClockPart.allCases.compactMap { part -> String? in
      guard let value = parts[part], value > 0 else { return nil }
      return wording.clock[part].map { counted("\(value)", $0) }
    }
    return words.isEmpty ? wording.clock[.second].map { counted("0", $0) } ?? "" : words.joined(separator: " ")
  }

  /// "3/4", "2 1/2", "Set 1/3".
  private mutating func readFraction() -> Bool {
    if let whole = number(0), let fraction = fraction(afterSpace(1)), token(1) != .space || fraction.count == 3 {
      // Behind a number that is a part of a count, as in "Set 2 1/2", nothing is said of fractions.
      guard !isCounted else { return false }
      let isHalf = fraction.said == wording.fractions["½"]
      let part = isHalf ? wording.mixed.half : "\(wording.mixed.and) \(fraction.said)"
      say("\(whole) \(part)", for: afterSpace(1) + fraction.count)
      return true
    }
    guard isMark(1, ["/"]), let first = whole(0), let second = whole(2), !isMark(3, ["/"]), !isMark(-1, ["/"]) else {
      return false
    }
    if isCounted, first <= second {
      say("\(first) \(wording.of) \(second)", for: 3)
      return true
    }
    guard let fraction = fraction(0) else { return false }
    say(fraction.said, for: fraction.count)
    return true
  }

  /// Whether the next number is one of several: "Set 1", "Week 3".
  private var isCounted: Bool { wordBefore.map(wording.counted.contains) ?? false }

  /// A fraction that has a name of its own, as a sign or as two numbers.
  private func fraction(_ offset: Int) -> (said: String, count: Int)? {
    if case .mark(let mark) = token(offset), let said = wording.fractions[String(mark)] { return (said, 1) }
    guard let above = number(offset), isMark(offset + 1, ["/"]), let below = number(offset + 2),
      !isMark(offset + 3, ["/"])
    else { return nil }
    return wording.fractions["\(above)/\(below)"].map { ($0, 3) }
  }

  /// "8-12": up to the second number, which may have a unit.
  private mutating func readRange() -> Bool {
    let dash = afterSpace(1)
    let next = afterSpace(dash + 1)
    // Without a space on both sides, or on neither, a dash doesn't join.
    guard isMark(dash, Self.dashes), (dash == 1) == (next == dash + 1), let first = whole(0), let second = whole(next),
      first < second, !isMark(-1, Self.dashes), !isMark(next + 1, Self.dashes)
    else { return false }
    say("\(wording.range.from)\(first) \(wording.range.to)", for: afterSpace(next))
    return true
  }

  /// "3x12", "3 x 12" and "10x".
  private mutating func readTimes(_ number: String) -> Bool {
    let sign = afterSpace(1)
    guard isTimesSign(sign) else { return false }
    let next = afterSpace(sign + 1)
    if self.number(next) != nil {
      say("\(agreeing(number, .other)) \(wording.by)", for: next)
      return true
    }
    guard !(token(sign + 1)?.isWordLike ?? false) else { return false }
    say(number == "1" ? wording.once : counted(number, wording.times), for: sign + 1)
    return true
  }

  func isTimesSign(_ offset: Int) -> Bool {
    isMark(offset, ["×", "✕", "✖"]) || word(offset).map { $0 == "x" || $0 == "X" } ?? false
  }

  /// "10/side", "12/leg".
  private mutating func readPer(_ number: String) -> Bool {
    guard isMark(1, ["/"]), let word = word(2), word.count > 1 else { return false }
    say("\(number) \(wording.per)", for: 2)
    return true
  }

  /// "40/20", "4-2-1-0", "10/8/6": numbers one after the other.
  private mutating func readRow(_ number: String) -> Bool {
    guard isMark(1, Self.dashes.union(["/"])), self.number(2) != nil else { return false }
    say("\(number),", for: 2)
    return true
  }

  /// A decimal sign of another language than the voice's.
  private mutating func readSpelling(_ number: String) -> Bool {
    let spelt = decimal(number)
    guard spelt != number else { return false }
    say(spelt, for: 1)
    return true
  }

  /// The number with the decimal sign of the language; three digits behind a sign are thousands.
  func decimal(_ number: String) -> String {
    let parts = number.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard parts.count == 2, parts[1].count < 3 else { return number }
    return parts.joined(separator: wording.hasDecimalComma ? "," : ".")
  }
}
