import WorkoutModel

extension NormalizationPass {
  /// "10kg", "30 s", "400m": a number with its unit.
  func quantity(_ start: Int) -> Measure? {
    guard let number = number(start), let (entry, end) = entry(afterSpace(start + 1), of: number) else { return nil }
    let noun = entry.noun
    var said = counted(number, noun)
    if entry.isWrittenOut {
      said = counted(number, noun, written: token(afterSpace(start + 1))?.text)
    } else if isAttribute(start, end, entry) {
      said = "\(agreeing(number, noun.gender)) \(noun.one)"
    }
    if let (fraction, after) = fractionAfter(end, noun) {
      return Measure(said: "\(said) \(fraction)", end: after, unit: entry.unit, size: nil)
    }
    return Measure(said: said, end: end, unit: entry.unit, size: Self.value(number).map { $0 * scale(entry.unit) })
  }

  /// The number of seconds in a unit of time; 1 for any other unit.
  private func scale(_ unit: Unit?) -> Double {
    switch unit {
    case .hour: 3600
    case .minute: 60
    default: 1
    }
  }

  /// The unit at `offset` after a number, and its end.
  func entry(_ offset: Int, of number: String) -> (entry: UnitTable.Entry, end: Int)? {
    for count in [3, 1] {
      let parts = (0..<count).compactMap { token(offset + $0) }
      guard let last = parts.last, parts.count == count, !parts.contains(where: \.isSaid) else { continue }
      if last.isWordLike, let next = token(offset + count), next.isWordLike { continue }
      guard let entry = measures.entry(parts.map(\.text).joined()) else { continue }
      if count == 1, let (said, length) = oddities(entry, offset, number) {
        return said.map { ($0, length == 1 ? afterPoint(offset + 1) : offset + length) }
      }
      return (entry, afterPoint(offset + count))
    }
    return capital(offset, number).map { ($0, afterPoint(offset + 1)) }
  }

  /// Resolves ambiguous spellings: "m", "in" and the marks.
  private func oddities(_ entry: UnitTable.Entry, _ offset: Int, _ number: String) -> (UnitTable.Entry?, Int)? {
    let spelling = token(offset)?.text ?? ""
    if spelling == "m" { return (metresOrMinutes(number), 1) }
    // "140 HR" isn't in hours.
    if Self.signals.contains(spelling), Self.value(number).map({ $0 > 24 }) ?? true { return (nil, 1) }
    if spelling == "in", token(offset - 1) == .space, !isHeight(offset) { return (nil, 1) }
    guard case .mark = token(offset) else { return nil }
    guard let (unit, length) = timeSign(offset) else { return (nil, 1) }
    if unit == .second, isHeight(offset), let inch = measures.entry("inch")?.noun {
      return (UnitTable.Entry(noun: inch, unit: nil, isWrittenOut: false), length)
    }
    return (measured(unit), length)
  }

  private func measured(_ unit: Unit) -> UnitTable.Entry? {
    measures.units[unit].map { UnitTable.Entry(noun: $0, unit: unit, isWrittenOut: false) }
  }

  /// "400M" and "30S" in a text in capitals.
  private func capital(_ offset: Int, _ number: String) -> UnitTable.Entry? {
    guard let word = word(offset), word == "M" || word == "S", token(offset - 1) != .space,
      !(token(offset + 1)?.isWordLike ?? false), isLoud
    else { return nil }
    return word == "S" ? measured(.second) : metresOrMinutes(number)
  }

  private func metresOrMinutes(_ number: String) -> UnitTable.Entry? {
    let isFew = Self.whole(number).map { $0 < Self.leastMetres } ?? false
    return measured(isFew && !isDistance ? .minute : .meter)
  }

  /// Whether the mark at an offset means a height: beside a word such as "box".
  private func isHeight(_ offset: Int) -> Bool {
    let number = token(offset - 1) == .space ? offset - 2 : offset - 1
    let next = afterSpace(offset + 1)
    if let word = word(next), rules.heights.contains(word.lowercased()) { return true }
    return wordBefore(number).map(rules.heights.contains) ?? false
  }

  func isAttribute(_ start: Int, _ end: Int, _ entry: UnitTable.Entry) -> Bool {
    guard entry.unit != .repetition, token(end) == .space, let word = word(end + 1),
      rules.attributeNouns.contains(word.lowercased())
    else { return false }
    // In "work 40s rest 20s" each measure belongs to the word before it.
    return number(afterSpace(end + 2)) == nil && !(wordBefore(start).map(rules.attributeNouns.contains) ?? false)
  }

  /// Skips the point of an abbreviation, unless it may also end the sentence.
  func afterPoint(_ end: Int) -> Int {
    guard word(end - 1) != nil, isMark(end, ["."]) else { return end }
    let isInside = token(end + 1) == .space && word(end + 2) != nil || isMark(end + 1, ["/", ",", ";", ":", ")"])
    return isInside ? end + 1 : end
  }

  /// As in the durations of a file a small number of "m" means minutes; from here on, and with a word for a short
  /// distance, metres.
  private static let leastMetres = 20

  /// A number and the noun, as written or in the form that agrees with the number.
  func counted(_ number: String, _ noun: LanguageRules.Noun, written: String? = nil) -> String {
    let parts = number.split { $0 == "." || $0 == "," }
    let whole = parts.first.flatMap { $0.utf8.count <= 6 ? Int($0) : nil } ?? 2
    let isWhole = Self.whole(number) != nil
    let isSingular = isWhole || parts.count == 2 && parts[1].count < 3
    let form = isSingular && plural.isSingular(whole, hasFraction: !isWhole) ? noun.one : noun.many
    let word = written ?? form
    let amount = agreeing(number, noun.gender)
    if rules.elides, amount == "una", let first = word.first, "aeiou".contains(first) { return "un'\(word)" }
    return "\(amount) \(word)"
  }

  /// The spoken form of the number before a noun.
  func agreeing(_ number: String, _ gender: LanguageRules.Gender) -> String {
    Self.whole(number).flatMap { rules.agreement($0, gender) } ?? decimal(number)
  }
}

extension NormalizationPass {
  /// A time or an amount with its unit: its spoken form, and its end.
  struct Measure {
    let said: String
    let end: Int
    let unit: Unit?
    /// The number of units, or seconds.
    let size: Double?
  }

  func measure(_ start: Int) -> Measure? {
    clock(start) ?? compoundTime(start) ?? mixed(start) ?? fraction(start) ?? quantity(start)
  }

  /// Reads a measure, with the end of a range and the "per" that may follow.
  mutating func readMeasure() -> Bool {
    guard let first = measure(0) else { return false }
    var said = first.said
    var end = first.end
    if let last = rangeEnd(after: first) {
      said = "\(rangeOpening)\(said) \(rules.range.to) \(last.said)"
      end = last.end
    }
    if let per = per(end, of: first.unit) {
      said += " \(per.said)"
      end = per.end
    }
    // Further measures after a dash are a sequence.
    if isMark(end, Self.dashes), number(end + 1) != nil {
      said += Self.pause
      end += 1
    }
    say(said, for: end)
    return true
  }

  /// "10s-15s", "5:00-5:30": the second of exactly two measures of one kind, which must be the larger one.
  private func rangeEnd(after first: Measure) -> Measure? {
    let dash = afterSpace(first.end)
    let next = afterSpace(dash + 1)
    guard isMark(dash, Self.dashes), (dash == first.end) == (next == dash + 1), !isMark(-1, Self.dashes),
      number(next) != nil, let second = measure(next), let unit = first.unit, let other = second.unit,
      unit == other || Unit.ofTime.contains(unit) && Unit.ofTime.contains(other), let least = first.size,
      let most = second.size, least < most, !isMark(afterSpace(second.end), Self.dashes)
    else { return nil }
    return second
  }

  /// "/side" after a count, "/km" and "/500m" after a time.
  func per(_ end: Int, of unit: Unit?) -> (said: String, end: Int)? {
    let slash = afterSpace(end)
    guard isMark(slash, ["/"]) else { return nil }
    let next = afterSpace(slash + 1)
    let isGlued = slash == end && next == slash + 1
    let isTime = unit.map(Unit.ofTime.contains) ?? false
    if isTime, isGlued, let distance = quantity(next), isDistance(distance.unit) {
      return ("\(rules.pace.many) \(distance.said)", distance.end)
    }
    guard let word = word(next), !(token(next + 1)?.isWordLike ?? false) else { return nil }
    let each = measures.entry(word)
    if isTime, isGlued, let each, isDistance(each.unit) { return ("\(rules.pace.one) \(each.noun.one)", next + 1) }
    if rules.sides.contains(word.lowercased()) { return ("\(rules.per) \(word)", next + 1) }
    let isRate = unit == nil || unit == .repetition || each?.unit.map(Unit.ofTime.contains) ?? false
    guard isGlued, word.count > 1, isRate else { return nil }
    return ("\(rules.per) \(each.map(\.noun.one) ?? word)", next + 1)
  }

  private func isDistance(_ unit: Unit?) -> Bool { unit.map(Unit.ofDistance.contains) ?? false }
}
