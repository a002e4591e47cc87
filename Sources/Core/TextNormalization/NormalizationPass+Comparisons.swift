extension NormalizationPass {
  /// The abbreviations of what is compared in training, in the languages that have them.
  static let signals: WordList = "HR HF FC LTHR FTP RPE"

  /// Reads "->", "=>" and longer arrows as a pause.
  mutating func readArrow() -> Bool {
    var length = 0
    while isMark(length, Self.dashes.union(["="])) { length += 1 }
    guard length > 0, isMark(length, [">"]) else { return false }
    say(Self.pause, for: length + 1)
    return true
  }

  /// Reads "<", ">=" and "≤" before a value.
  mutating func readComparison() -> Bool {
    guard let (said, length, isCompared) = comparison, isCompared else { return false }
    say(said, for: length)
    return true
  }

  /// The words for a sign, its length, and whether something is compared.
  private var comparison: (said: String, length: Int, isCompared: Bool)? {
    let words = rules.comparisons
    let isOrEqual = isMark(1, ["="])
    return switch token(0) {
    case .mark("≤"), .mark("⩽"), .mark("≦"): (words.atMost, 1, isOperand(1))
    case .mark("≥"), .mark("⩾"), .mark("≧"): (words.atLeast, 1, isOperand(1))
    case .mark("=") where isMark(1, ["<"]): (words.atMost, 2, isOperand(2))
    case .mark("<"): isOrEqual ? (words.atMost, 2, isOperand(2)) : (words.below, 1, isBelow)
    case .mark(">"): isOrEqual ? (words.atLeast, 2, isOperand(2)) : (words.above, 1, isAbove)
    default: nil
    }
  }

  /// Whether words or a value follow.
  private func isOperand(_ offset: Int) -> Bool {
    let next = afterSpace(offset)
    return token(next)?.isWordLike ?? false || isValue(next)
  }

  /// Whether a number, a fraction or a time is at an offset.
  private func isValue(_ offset: Int) -> Bool {
    number(offset) != nil || fraction(offset) != nil || isMark(offset, [":"]) && sixtieth(offset + 1) != nil
  }

  /// Whether a numbered word is at an offset: "Z2", "zone 2".
  private func isLabel(_ offset: Int) -> Bool {
    guard let word = word(offset)?.lowercased(), word == "z" || rules.counted.contains(word) else { return false }
    return number(afterSpace(offset + 1)) != nil
  }

  private func isSignal(_ offset: Int) -> Bool { word(offset).map(Self.signals.contains) ?? false }

  /// The offset of the token before the sign.
  private var before: Int { token(-1) == .space ? -2 : -1 }

  private var isBelow: Bool {
    let next = afterSpace(1)
    if isSignal(before) || isSignal(next) { return isOperand(1) }
    // "I <3 this" is a heart.
    if next == 1, number(1) == "3", kind(ofValueAt: 1) == .number, token(-1) ?? .space == .space { return false }
    return isValue(next) || isLabel(next)
  }

  /// Between words, and between values of one kind, the sign may be an arrow: "Squat > Press", "10 > 8 > 6".
  private var isAbove: Bool {
    let next = afterSpace(1)
    if isSignal(before) || isSignal(next) { return isOperand(1) }
    if isValue(next) { return kindBefore == nil || kindBefore != kind(ofValueAt: next) }
    return isLabel(next) && !(token(before)?.isWordLike ?? false)
  }

  private enum ValueKind: Equatable {
    case number, percent, time
    case unit(Unit?)
  }

  private func kind(ofValueAt offset: Int) -> ValueKind {
    if let measure = measure(offset) { return kind(of: measure.unit) }
    return isMark(afterSpace(offset + 1), ["%"]) ? .percent : .number
  }

  private func kind(of unit: Unit?) -> ValueKind { unit.map(Unit.ofTime.contains) == true ? .time : .unit(unit) }

  /// The kind of the value before the sign; `nil` if there is none.
  private var kindBefore: ValueKind? {
    switch token(before) {
    case .number: isMark(before - 1, [":"]) ? .time : .number
    case .mark("%"): .percent
    case .word(let word) where number(before - 1) != nil || token(before - 1) == .space && number(before - 2) != nil:
      measures.entry(word).map { kind(of: $0.unit) }
    default: nil
    }
  }
}
