extension NormalizationPass {
  static let dashes: Set<Character> = ["-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}"]

  /// Reads an expression that begins with a number, if it is more than the number.
  mutating func readNumber(_ number: String) -> Bool {
    // Here the number is part of a name.
    if isWithinWord { return false }
    return readOrdinal() || readPointedOrdinal() || readTimeOfDay() || readCount() || readRatio() || readMeasure()
      || readHyphenated(number) || readRange()
      || readTimes(number) || readPer(number) || readRow(number)
      || readAgreement(number) || readSpelling(number)
  }

  /// "3rd", "2e", "1.ª": by its name, or unchanged.
  private mutating func readOrdinal() -> Bool {
    let place = isMark(1, ["."]) && rules.ordinals["."] == nil ? 2 : 1
    guard let ending = token(place)?.text, !(token(place + 1)?.isWordLike ?? false),
      ending != ".", let names = rules.ordinals[ending.lowercased()]
    else { return false }
    if let value = whole(0), names.indices.contains(value - 1) {
      if place == 1, isDegree(ending, value) { return false }
      say(names[value - 1], for: place + 1)
    } else if place == 1, ending != "°" {
      keep()
      keep()
    } else {
      return false
    }
    return true
  }

  /// Whether the sign after a number is that of degrees: "5° di pendenza", "5° C", "a 90º".
  private func isDegree(_ sign: String, _ value: Int) -> Bool {
    guard sign == "°" || sign == "º" else { return false }
    guard let follower = word(afterSpace(2)) else { return sign == "°" || value > 10 }
    if follower.count == 1 { return true }
    return rules.prepositions.contains(follower) ? sign == "°" : value > 10 && !rules.counted.contains(follower)
  }

  /// "3. Satz".
  private mutating func readPointedOrdinal() -> Bool {
    guard let names = rules.ordinals["."], let value = whole(0), names.indices.contains(value - 1),
      isMark(1, ["."]), token(2) == .space, let ending = adjectiveEnding(before: 3, after: 0)
    else { return false }
    say(names[value - 1] + ending, for: 2)
    return true
  }

  /// The ending of an adjective that begins at `start`, before the noun at `offset`; `nil` if it isn't known.
  func adjectiveEnding(before offset: Int, after start: Int) -> String? {
    var last = offset
    while isMark(last + 1, ["-"]), word(last + 2) != nil { last += 2 }
    guard let declension = rules.declension, let strong = word(last).flatMap(declension.strong) else { return nil }
    // After any other word the case isn't known, or a sentence ends: "Satz 1. Runde 2".
    return wordBefore(start).map { declension.weak[$0] } ?? strong
  }

  /// "Set 1/3".
  private mutating func readCount() -> Bool {
    guard isCounted(0), isMark(1, ["/"]), let first = whole(0), let second = whole(2), first <= second,
      !isMark(3, ["/"]), !isMark(-1, ["/"])
    else { return false }
    say("\(first) \(rules.of) \(second)", for: 3)
    return true
  }

  /// Whether the number at an offset is one out of several: "Set 1", "Rd. 3", but not "5 km 1/2".
  func isCounted(_ offset: Int) -> Bool {
    let end = token(offset - 1) == .space ? offset - 2 : offset - 1
    let place = isMark(end, ["."]) && isCountedAbbreviation(end - 1) ? end - 1 : end
    guard let word = word(place)?.lowercased(), rules.counted.contains(word) else { return false }
    return !isCountedAbbreviation(place) || number(place - 1) == nil && number(place - 2) == nil
  }

  /// Whether a word is the abbreviation of one that is counted: "Rd", "km".
  func isCountedAbbreviation(_ offset: Int) -> Bool {
    guard let word = word(offset), rules.counted.contains(word.lowercased()) else { return false }
    return measures.entry(word)?.isWrittenOut == false
  }

  /// "8-12": up to the second number, which may have a unit.
  private mutating func readRange() -> Bool {
    guard let (opening, next) = range(0) else { return false }
    say(opening, for: next)
    return true
  }

  /// The words for the first of two numbers joined by a dash and for the dash, and the position of the second number.
  private func range(_ start: Int) -> (said: String, next: Int)? {
    let dash = afterSpace(start + 1)
    let next = afterSpace(dash + 1)
    // A dash with a space on only one side doesn't join.
    guard isMark(dash, Self.dashes), (dash == start + 1) == (next == dash + 1), let number = number(start),
      let first = Self.value(number), let second = self.number(next).flatMap(Self.value), first < second,
      !isMark(start - 1, Self.dashes), !isMark(next + 1, Self.dashes)
    else { return nil }
    return ("\(rangeOpening)\(decimal(number)) \(rules.range.to)", next)
  }

  /// The word before a range, unless the text contains it.
  var rangeOpening: String {
    wordBefore(0).map(rules.rangeOpeners.contains) ?? false ? "" : rules.range.from
  }

  /// "3x12", "3 x 12" and "10x".
  private mutating func readTimes(_ number: String) -> Bool {
    let sign = afterSpace(1)
    // "Tempo 30X1" is read digit by digit.
    guard isTimesSign(sign), wordBefore(0) != "tempo" else { return false }
    let next = afterSpace(sign + 1)
    if self.number(next) != nil {
      say(rules.by.map { "\(number) \($0)" } ?? often(number), for: next)
      return true
    }
    guard !(token(sign + 1)?.isWordLike ?? false) else { return false }
    if let side = word(next), rules.sides.contains(side.lowercased()) {
      say("\(number) \(rules.per)", for: next)
      return true
    }
    sayOften(number, for: sign + 1)
    return true
  }

  private func often(_ number: String) -> String { number == "1" ? rules.once : counted(number, rules.times) }

  /// Says a number of times, and the unit after "per".
  private mutating func sayOften(_ number: String, for count: Int) {
    let per = per(count, of: nil)
    say(often(number) + (per.map { " \($0.said)" } ?? ""), for: per?.end ?? count)
  }

  func isTimesSign(_ offset: Int) -> Bool {
    isMark(offset, ["×", "✕", "✖"]) || word(offset).map { $0 == "x" || $0 == "X" } ?? false
  }

  /// "x10" and "x 10": a number of times; before a unit only the number remains to be read.
  mutating func readTimesBefore() -> Bool {
    let start = afterSpace(1)
    guard isTimesSign(0), let number = number(start) else { return false }
    if let measure = measure(start) {
      // A duration or a number of times follows the name; a load is one term of a sum.
      let follows = measure.unit == .repetition || measure.unit.map(Unit.ofTime.contains) ?? false
      say(follows ? "" : rules.by ?? rules.times.many, for: start)
      return true
    }
    if let (opening, next) = range(start), let last = self.number(next), !(token(next + 1)?.isWordLike ?? false) {
      say(opening, for: next)
      sayOften(last, for: 1)
      return true
    }
    let end = start + 1
    let isBare = token(end).map { !$0.isWordLike && !isMark(end, [":", "%", "°"]) } ?? true
    if isBare, !isMark(end, ["/"]) || per(end, of: nil) != nil {
      sayOften(number, for: end)
    } else {
      say(rules.by ?? rules.times.many, for: start)
    }
    return true
  }

  /// "10/side", "12/leg".
  private mutating func readPer(_ number: String) -> Bool {
    guard let per = per(1, of: nil) else { return false }
    say("\(number) \(per.said)", for: per.end)
    return true
  }

  /// "40/20", "4-2-1-0", "10/8/6": a sequence of numbers.
  private mutating func readRow(_ number: String) -> Bool {
    guard isMark(1, Self.dashes.union(["/"])), self.number(2) != nil else { return false }
    say("\(number),", for: 2)
    return true
  }

  /// "2-min plank", "30-Sek.-Pause": a measure that is the first part of a noun.
  private mutating func readHyphenated(_ number: String) -> Bool {
    guard isMark(1, ["-"]), let unit = word(2), unit.count > 1, let entry = measures.entry(unit), !entry.isWrittenOut,
      !(token(3)?.isWordLike ?? false)
    else { return false }
    let form = rules.attributeNouns.words.isEmpty ? entry.noun.many : entry.noun.one
    say("\(number) \(form)", for: isMark(3, ["."]) && isMark(4, ["-"]) ? 4 : 3)
    return true
  }

  /// "1 pierna": a number that agrees with a noun by the noun's ending.
  private mutating func readAgreement(_ number: String) -> Bool {
    // "Nr. 1 Übung" and "#1 Übung" are counts as well.
    guard token(1) == .space, let noun = word(2), !isCounted(0), !isMark(-1, ["#"]), !isMark(-2, ["."]),
      let value = Self.whole(number),
      let gender = gender(of: noun), let amount = rules.agreement(value, gender)
    else { return false }
    say(amount, for: 1)
    return true
  }

  /// A number with the decimal sign of another language than the voice's.
  private mutating func readSpelling(_ number: String) -> Bool {
    let spelt = decimal(number)
    guard spelt != number else { return false }
    say(spelt, for: 1)
    return true
  }

  /// The number with the decimal sign of the language; three digits after a sign are thousands.
  func decimal(_ number: String) -> String {
    let parts = number.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard parts.count == 2, parts[1].count < 3 else { return number }
    return parts.joined(separator: rules.hasDecimalComma ? "," : ".")
  }
}

/// The Roman numerals of a programme's parts: I to XXXIX.
enum RomanNumeral {
  /// The value of a word as a Roman numeral; `nil` unless it is a numeral of X, V and I in its usual form.
  static func value(of word: String) -> Int? {
    guard (1...7).contains(word.utf8.count) else { return nil }
    let tens = word.prefix { $0 == "X" }
    let ones = units.firstIndex(of: String(word.dropFirst(tens.count)))
    guard tens.count <= 3, let ones, ones > 0 || !tens.isEmpty else { return nil }
    return tens.count * 10 + ones
  }

  private static let units = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]
}
