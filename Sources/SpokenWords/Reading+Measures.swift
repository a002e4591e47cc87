extension Reading {
  /// A time or an amount with its unit: what is said for it, and where it ends.
  struct Measure {
    let said: String
    let end: Int
    let unit: Unit?
    /// How many of the unit, or seconds.
    let size: Double?
  }

  func measure(_ start: Int) -> Measure? {
    clock(start) ?? compoundTime(start) ?? mixed(start) ?? fraction(start) ?? quantity(start)
  }

  /// Reads a measure, up to which other it may go, and what it is for.
  mutating func readMeasure() -> Bool {
    guard let first = measure(0) else { return false }
    var said = first.said
    var end = first.end
    if let last = rangeEnd(after: first) {
      said = "\(rangeOpening)\(said) \(wording.range.to) \(last.said)"
      end = last.end
    }
    if let per = per(end, of: first.unit) {
      said += " \(per.said)"
      end = per.end
    }
    // Others in a row come one after the other.
    if isMark(end, Self.dashes), number(end + 1) != nil {
      said += Self.pause
      end += 1
    }
    say(said, for: end)
    return true
  }

  /// "10s-15s", "5:00-5:30": the second of two measures of one kind, the larger one, and no third.
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

  /// "/side" behind a count, "/km" and "/500m" behind a time.
  func per(_ end: Int, of unit: Unit?) -> (said: String, end: Int)? {
    let slash = afterSpace(end)
    guard isMark(slash, ["/"]) else { return nil }
    let next = afterSpace(slash + 1)
    let isGlued = slash == end && next == slash + 1
    let isTime = unit.map(Unit.ofTime.contains) ?? false
    if isTime, isGlued, let distance = quantity(next), isDistance(distance.unit) {
      return ("\(wording.pace.many) \(distance.said)", distance.end)
    }
    guard let word = word(next), !(token(next + 1)?.isWordLike ?? false) else { return nil }
    let each = measures.entry(word)
    if isTime, isGlued, let each, isDistance(each.unit) { return ("\(wording.pace.one) \(each.noun.one)", next + 1) }
    if wording.sides.contains(word.lowercased()) { return ("\(wording.per) \(word)", next + 1) }
    let isRate = unit == nil || unit == .repetition || each?.unit.map(Unit.ofTime.contains) ?? false
    guard isGlued, word.count > 1, isRate else { return nil }
    return ("\(wording.per) \(each.map(\.noun.one) ?? word)", next + 1)
  }

  private func isDistance(_ unit: Unit?) -> Bool { unit.map(Unit.ofDistance.contains) ?? false }
}
