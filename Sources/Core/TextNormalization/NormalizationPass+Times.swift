extension NormalizationPass {
  /// "1:30", "0:45", "1:00:00"; a unit after it is redundant, or says that the larger parts are meant.
  func clock(_ start: Int) -> Measure? {
    guard let first = whole(start), isMark(start + 1, [":"]), let second = sixtieth(start + 2),
      !isMark(start - 1, [":"])
    else { return nil }
    if isMark(start + 3, [":"]) {
      guard let third = sixtieth(start + 4), !isMark(start + 5, [":"]) else { return nil }
      return time([.hour: first, .minute: second, .second: third], start + 5)
    }
    let sign = afterSpace(start + 3)
    guard case .word = token(sign), let (unit, length) = timeSign(sign) else {
      return time([.minute: first, .second: second], start + 3)
    }
    let parts: [Unit: Int] = unit == .hour ? [.hour: first, .minute: second] : [.minute: first, .second: second]
    return time(parts, afterPoint(sign + length))
  }

  /// Reads "2:1" and "1:4:2" as ratios: no number after the first has the two digits of a time, or a word says so.
  mutating func readRatio() -> Bool {
    var names: [String] = []
    var end = -1
    var hasTime = false
    repeat {
      guard let number = number(end + 1), number.first != "0", let value = Self.whole(number),
        let name = rules.numbers.name(of: value)
      else { return false }
      hasTime = hasTime || end >= 0 && number.utf8.count > 1
      names.append(name)
      end += 2
    } while isMark(end, [":"]) && number(end + 1) != nil
    guard names.count > 1, !(token(end)?.isWordLike ?? false), !isMark(-1, [":"]), timeSign(afterSpace(end)) == nil
    else {
      return false
    }
    let isNamed = [wordBefore(0), word(afterSpace(end))?.lowercased()].contains { word in
      word.map(rules.ratio.names.contains) ?? false
    }
    guard isNamed || !hasTime else { return false }
    say(names.joined(separator: " \(rules.ratio.to) "), for: end)
    return true
  }

  /// Leaves "7:30 am" alone.
  mutating func readTimeOfDay() -> Bool {
    guard whole(0) != nil, isMark(1, [":"]), sixtieth(2) != nil else { return false }
    let sign = afterSpace(3)
    let isTime = [1, 3].contains { count in
      rules.timesOfDay.contains((0..<count).compactMap { token(sign + $0)?.text.lowercased() }.joined())
    }
    guard isTime else { return false }
    for _ in 0..<sign { keep() }
    keep()
    return true
  }

  /// Two digits below sixty.
  func sixtieth(_ offset: Int) -> Int? {
    guard number(offset)?.utf8.count == 2, let value = whole(offset), value < 60 else { return nil }
    return value
  }

  /// "1m30s", "1h 30m", "1 h 30", "5'30\"": at least two parts, none before a larger one.
  func compoundTime(_ start: Int) -> Measure? {
    var parts: [Unit: Int] = [:]
    var last = -1
    var offset = start
    var end = start
    while let value = whole(offset), parts.isEmpty || value < 60 {
      let sign = afterSpace(offset + 1)
      if let (unit, length) = timeSign(sign), let place = Unit.ofTime.firstIndex(of: unit), place > last {
        parts[unit] = value
        last = place
        end = sign + length
        // Skips the point of an abbreviation.
        if isMark(end, ["."]), token(end + 1) == .space, number(end + 2) != nil { end += 1 }
        offset = afterSpace(end)
      } else if last >= 0, last + 1 < Unit.ofTime.count, endsUnsigned(offset, isSpaced: offset > end, last) {
        parts[Unit.ofTime[last + 1]] = value
        end = offset + 1
        break
      } else {
        break
      }
    }
    guard parts.count > 1, !(token(end)?.isWordLike ?? false) else { return nil }
    return time(parts, afterPoint(end))
  }

  /// Whether the number at `offset` is the last part of a time although it has no sign: "1h30", "1 h 30".
  private func endsUnsigned(_ offset: Int, isSpaced: Bool, _ last: Int) -> Bool {
    guard sixtieth(offset) != nil, !(token(offset + 1)?.isWordLike ?? false) else { return false }
    // After a space it might be a count of the following noun.
    let follower = afterSpace(offset + 1)
    let isCount = word(follower).map { !rules.prepositions.contains($0.lowercased()) } ?? isMark(follower, ["/", ":"])
    return !isSpaced || last == 0 && !isCount
  }

  /// The part of a time whose sign is at `offset`, and the number of tokens of the sign.
  func timeSign(_ offset: Int) -> (unit: Unit, length: Int)? {
    guard let token = token(offset), !token.isSaid else { return nil }
    guard case .mark(let mark) = token else { return measures.partOfTime(token.text).map { ($0, 1) } }
    guard number(offset - 1) != nil, let unit = measures.partOfTime(token.text), !isClosing(mark, offset) else {
      return nil
    }
    guard unit == .minute else { return (unit, 1) }
    if isMark(offset + 1, [mark]) { return (.second, 2) }
    return word(offset + 1) == nil ? (unit, 1) : nil
  }

  /// Whether the mark at `offset` closes a quotation that an earlier mark opened.
  private func isClosing(_ mark: Character, _ offset: Int) -> Bool {
    let opening = Self.openings[mark, default: [mark]]
    var isOpen = false
    for index in tokens.indices.prefix(position + offset) {
      guard case .mark(let other) = tokens[index] else { continue }
      let before = index > 0 ? tokens[index - 1] : .space
      let isBehindWord = before.isWordLike
      let isBeforeWord = index + 1 < tokens.count && tokens[index + 1].isWordLike
      if !isBehindWord, isBeforeWord, opening.contains(other) {
        isOpen = true
      } else if isOpen, other == mark, !(isBehindWord && isBeforeWord) {
        isOpen = false
      }
    }
    return isOpen
  }

  private static let openings: [Character: Set<Character>] = ["”": ["“", "„", "”"], "’": ["‘", "‚", "’"]]

  private func time(_ parts: [Unit: Int], _ end: Int) -> Measure {
    let words = Unit.ofTime.compactMap { part -> String? in
      guard let value = parts[part], value > 0 else { return nil }
      return measures.units[part].map { counted("\(value)", $0) }
    }
    let none = measures.units[.second].map { counted("0", $0) } ?? ""
    let seconds = Unit.ofTime.reduce(0) { $0 * 60 + parts[$1, default: 0] }
    return Measure(
      said: words.isEmpty ? none : words.joined(separator: " "), end: end, unit: .second, size: Double(seconds))
  }

  /// ":30".
  mutating func readSecondsAlone() -> Bool {
    guard isMark(0, [":"]), let seconds = sixtieth(1), !isMark(2, [":"]), !(token(2)?.isWordLike ?? false),
      token(-1) == nil || token(-1) == .space || isMark(-1, ["(", "<", ">", "=", "≤", "≥"])
    else { return false }
    say(time([.second: seconds], 2).said, for: 2)
    return true
  }
}
