extension Reading {
  /// "5 000": a space between thousands is none between words. Languages that write a decimal comma write so. And ".5"
  /// is a number.
  static func joiningNumbers(_ tokens: [Token], _ wording: Wording) -> [Token] {
    var result: [Token] = []
    var index = 0
    while index < tokens.count {
      let end = endOfThousands(tokens, index, wording)
      if end > index, case .number = tokens[index] {
        result.append(.number(tokens[index..<end].filter { $0 != .space }.map(\.text).joined()))
        index = end
      } else if let number = pointed(tokens, index) {
        result.append(.number("0." + number))
        index += 2
      } else {
        result.append(tokens[index])
        index += 1
      }
    }
    return result
  }

  /// The digits behind a point that begins a number.
  private static func pointed(_ tokens: [Token], _ index: Int) -> String? {
    guard tokens[index] == .mark("."), index == 0 || tokens[index - 1] == .space, index + 1 < tokens.count,
      case .number(let number) = tokens[index + 1], whole(number) != nil, number.utf8.count < 3
    else { return nil }
    return number
  }

  /// Where the groups of three digits that follow a number end; `start` where there are none.
  private static func endOfThousands(_ tokens: [Token], _ start: Int, _ wording: Wording) -> Int {
    guard case .number(let first) = tokens[start], first.utf8.count <= 3, !first.hasPrefix("0"), whole(first) != nil,
      start == 0 || !tokens[start - 1].isWordLike, !isCount(tokens, start, wording)
    else { return start }
    var groups: [String] = []
    var end = start + 1
    while end + 1 < tokens.count, tokens[end] == .space, case .number(let group) = tokens[end + 1],
      group.utf8.count == 3, whole(group) != nil
    {
      groups.append(group)
      end += 2
    }
    // Other groups may be numbers of their own: "400 200 100".
    let areRound = groups.allSatisfy { $0 == "000" }
    return !groups.isEmpty && (areRound || wording.hasDecimalComma && first.utf8.count < 3) ? end : start
  }

  /// Whether the number only counts: "Set 1 200 m".
  private static func isCount(_ tokens: [Token], _ index: Int, _ wording: Wording) -> Bool {
    guard index > 1, tokens[index - 1] == .space, case .word(let word) = tokens[index - 2] else { return false }
    return wording.counted.contains(word.lowercased())
  }
}
