import WorkoutModel

extension Reading {
  /// "10kg", "30 s", "400m": a number with its unit.
  mutating func readQuantity(_ number: String) -> Bool {
    let offset = afterSpace(1)
    guard let (noun, count) = unit(offset, of: number) else { return false }
    say(counted(number, noun), for: offset + count)
    return true
  }

  /// The unit that stands there, and how many tokens it takes.
  private func unit(_ offset: Int, of number: String) -> (noun: Wording.Noun, count: Int)? {
    for count in [3, 1] {
      let parts = (0..<count).compactMap { token(offset + $0) }
      guard let last = parts.last, parts.count == count, !parts.contains(where: \.isSaid) else { continue }
      if last.isWordLike, let next = token(offset + count), next.isWordLike { continue }
      let spelling = parts.map(\.text).joined()
      guard let noun = noun(spelling, of: number) ?? (count == 1 ? clockNoun(spelling, at: offset) : nil) else {
        continue
      }
      // The point of an abbreviation, unless it may as well end the sentence.
      let isInside = token(offset + count + 1) == .space && word(offset + count + 2) != nil
      let hasPoint = isMark(offset + count, ["."]) && isInside && spelling.allSatisfy(\.isLetter)
      return (noun, hasPoint ? count + 1 : count)
    }
    return nil
  }

  private func noun(_ spelling: String, of number: String) -> Wording.Noun? {
    // As in the durations of a file a few "m" are minutes; nobody runs so few metres.
    if spelling == "m", Self.whole(number).map({ $0 < Self.leastMetres }) ?? false { return wording.clock[.minute] }
    // One letter is written in one way only: a capital behind a number is the name of something.
    return wording.units[spelling] ?? (spelling.count > 1 ? wording.units[spelling.lowercased()] : nil)
  }

  private func clockNoun(_ spelling: String, at offset: Int) -> Wording.Noun? {
    guard spelling.count > 1 || wording.clockSigns[spelling] != nil else { return nil }
    return clockSign(offset).flatMap { wording.clock[$0] }
  }

  /// From here on "m" is metres.
  private static let leastMetres = 20

  /// A number and the noun in the form that goes with it.
  func counted(_ number: String, _ noun: Wording.Noun) -> String {
    let parts = number.split { $0 == "." || $0 == "," }
    let whole = parts.first.flatMap { $0.utf8.count <= 6 ? Int($0) : nil } ?? 2
    let isWhole = Self.whole(number) != nil
    let isSingular = isWhole || parts.count == 2 && parts[1].count < 3
    let word = isSingular && plural.isSingular(whole, hasFraction: !isWhole) ? noun.one : noun.many
    let amount = agreeing(number, noun.gender)
    if wording.elides, amount == "una", let first = word.first, "aeiou".contains(first) { return "un'\(word)" }
    return "\(amount) \(word)"
  }

  /// The number as it is said before a noun.
  func agreeing(_ number: String, _ gender: Wording.Gender) -> String {
    Self.whole(number).flatMap { wording.agreement($0, gender) } ?? decimal(number)
  }
}
