import StrictJSON

package struct ShortFormScanner {
  /// A length as written, whose unit may depend on where it stands.
  struct Length {
    let range: Range<Int>
    /// The number, with units or a colon if it has any.
    let text: String
    /// Whether it has neither.
    let isBare: Bool
    let isInMinutes: Bool
    /// The number, if its unit is a lone `m`, which could be metres.
    var metres: Int?
  }

  /// The units of time, each with its spellings.
  package static let units: [(name: String, words: Set<String>)] = [
    ("h", ["h", "hr", "hrs", "hour", "hours"]), ("m", ["m", "min", "mins", "minute", "minutes", "'", "′", "’"]),
    ("s", ["s", "sec", "secs", "second", "seconds", "\"", "″", "”"]), ("ms", ["ms"]),
  ]
  /// The units that are no distance.
  static let plainUnits = Set(units.flatMap { $0.words }).subtracting(["m"])
  private static let times: Set<Unicode.Scalar> = ["x", "X", "×", "*"]

  let scalars: [Unicode.Scalar]
  var index = 0

  /// Any space is one, also one that a typesetter has put there.
  init(_ text: String) {
    scalars = text.unicodeScalars.map { $0.properties.generalCategory == .spaceSeparator ? " " : $0 }
  }

  var current: Unicode.Scalar? { scalars.indices.contains(index) ? scalars[index] : nil }

  func text(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[range])
    return String(text)
  }

  mutating func skipSpaces() { while current == " " { index += 1 } }

  /// Skips spaces and, if it comes next, a character; returns whether it did.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    skipSpaces()
    guard current == scalar else { return false }
    index += 1
    return true
  }

  /// Skips spaces and, if one comes next, the sign of multiplication; that is followed by a number or a parenthesis.
  mutating func takeTimes() -> Bool {
    var ahead = self
    ahead.skipSpaces()
    guard let sign = ahead.current, Self.times.contains(sign) else { return false }
    ahead.index += 1
    ahead.skipSpaces()
    guard let next = ahead.current, next.isDigit || next == "(" else { return false }
    self = ahead
    return true
  }

  /// The place behind a sign of multiplication that multiplies nothing; `nil` if none comes next.
  var endOfTimes: Int? {
    var ahead = self
    ahead.skipSpaces()
    guard let sign = ahead.current, Self.times.contains(sign) else { return nil }
    ahead.index += 1
    return ahead.current?.properties.isAlphabetic == true ? nil : ahead.index
  }

  /// Whether the text has signs and numbers as intervals have, and nothing else before names.
  var resemblesIntervals: Bool {
    var (ahead, hasDigit, hasSign) = (self, false, false)
    while let scalar = ahead.current {
      ahead.index += 1
      if scalar.isDigit {
        hasDigit = true
      } else if Self.times.contains(scalar) || ["/", "+", "(", ":"].contains(scalar) {
        hasSign = true
      } else if scalar.properties.isAlphabetic {
        ahead.index -= 1
        let (word, isApart) = (ahead.word, ahead.index > 0 && scalars[ahead.index - 1] == " ")
        guard word == "e" || word == "x" || word == "m" || Self.plainUnits.contains(word) else {
          return isApart && hasDigit && hasSign
        }
        _ = ahead.take(word: word)
      } else if ![" ", ".", ",", "-", ")", "'", "\""].contains(scalar) {
        return false
      }
    }
    return hasDigit && hasSign
  }

  /// The letters that come next, in lower case; empty if none do.
  var word: String { text(index..<endOfWord).lowercased() }

  /// Skips spaces and, if it comes next, a word; returns whether it did.
  mutating func take(word: String) -> Bool {
    var ahead = self
    ahead.skipSpaces()
    guard ahead.word == word else { return false }
    ahead.index = ahead.endOfWord
    self = ahead
    return true
  }

  private var endOfWord: Int { scalars[index...].firstIndex { !$0.properties.isAlphabetic } ?? scalars.endIndex }

  private mutating func digits(and others: Set<Unicode.Scalar> = ["."]) -> String {
    let start = index
    while let scalar = current, scalar.isDigit || others.contains(scalar) { index += 1 }
    return text(start..<index)
  }

  /// A number of seconds or minutes, as in `20`, `1:30`, `45s`, `1m30`, `2'30"` and `3 min`; `nil` if no digit comes
  /// next.
  mutating func length() -> Length? {
    skipSpaces()
    let start = index
    guard let first = current, first.isDigit else { return nil }
    let number = digits()
    if current == ":" {
      let text = number + digits(and: [".", ":"])
      return Length(range: start..<index, text: text, isBare: false, isInMinutes: true)
    }
    guard var unit = takeUnit(spaced: true) else {
      return Length(range: start..<index, text: number, isBare: true, isInMinutes: false)
    }
    let isInMinutes = unit == 0 || unit == 1
    let isLone = ["m", "M"].contains(scalars[index - 1]) && unit == 1 && !(current?.isDigit ?? false)
    var text = number + Self.units[unit].name
    while let next = current, next.isDigit {
      text += digits()
      // A last number may lack its unit, as in 1m30.
      guard let next = takeUnit(spaced: false) else { break }
      unit = next
      text += Self.units[unit].name
    }
    let metres = isLone ? Int(number.prefix { $0 != "." }) ?? .max : nil
    return Length(range: start..<index, text: text, isBare: false, isInMinutes: isInMinutes, metres: metres)
  }

  /// Skips a unit, and returns its place among the units, from large to small.
  private mutating func takeUnit(spaced: Bool) -> Int? {
    var ahead = self
    if spaced { ahead.skipSpaces() }
    let start = ahead.index
    while let scalar = ahead.current, scalar.properties.isAlphabetic, !Self.times.contains(scalar) { ahead.index += 1 }
    if ahead.index == start, ahead.current != nil { ahead.index += 1 }
    let word = ahead.text(start..<ahead.index).lowercased()
    guard let unit = Self.units.firstIndex(where: { $0.words.contains(word) }) else { return nil }
    self = ahead
    return unit
  }
}

extension Unicode.Scalar {
  var isDigit: Bool { ("0"..."9").contains(self) }
}
