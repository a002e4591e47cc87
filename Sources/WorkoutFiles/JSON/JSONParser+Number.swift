import WorkoutModel

extension JSONParser {
  /// Reads a number, which keeps its text.
  mutating func parseNumber() throws(LocatedProblem) -> JSONNumber {
    let location = cursor.location
    let token = takeToken()
    if let complaint = Self.complaint(aboutNumber: token) { throw LocatedProblem(location, complaint) }
    return JSONNumber(text: token)
  }

  /// What keeps a token that begins with `-` or a digit from being a number, or `nil` where it is one.
  private static func complaint(aboutNumber token: String) -> String? {
    var rest = Array(token.utf8)[...]
    let shown = Excerpt.plain(token, length: 24)
    if rest.first == .minus { rest = rest.dropFirst() }
    let whole = rest.prefix(while: \.isDigit)
    rest = rest.dropFirst(whole.count)
    if whole.isEmpty { return "\(shown) is not a number in JSON" }
    let hasLeadingZero = whole.count > 1 && whole.first == UInt8(ascii: "0")
    if rest.first == .period {
      let fraction = rest.dropFirst().prefix(while: \.isDigit)
      if fraction.isEmpty { return "\(shown): a digit is missing after the \".\"" }
      rest = rest.dropFirst(1 + fraction.count)
    }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      var power = rest.dropFirst()
      if power.first == .minus || power.first == .plus { power = power.dropFirst() }
      let digits = power.prefix(while: \.isDigit)
      if digits.isEmpty { return "\(shown): digits are missing after the \"e\"" }
      rest = power.dropFirst(digits.count)
    }
    if !rest.isEmpty { return "\(shown) is not a number; anything else stands in double quotes: \"\(shown)\"" }
    if hasLeadingZero { return "\(shown): a number has no zeros before it" }
    return nil
  }
}
