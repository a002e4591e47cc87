enum TargetParser {
  /// The largest value in any unit; thousandths of smaller values don't overflow.
  private static let greatest = 1_000_000

  /// The parts in order; `nil` if a word isn't one.
  static func parts(of text: String) -> [Target.Part]? {
    var words = text.split(separator: " ").map { $0.lowercased() }[...]
    var parts: [Target.Part] = []
    while !words.isEmpty {
      let isRamp = words.first == "ramp"
      if isRamp { words.removeFirst() }
      guard let quantity = words.popFirst(), let (values, sign) = split(quantity) else { return nil }
      let measures = Target.Measure.allCases.filter { $0.notation.sign.lowercased() == sign }
      let word = words.first
      let named = measures.first { $0.notation.word != nil && $0.notation.word?.lowercased() == word }
      let isSpelledOut = named == nil && (word == "ftp" || word == "power") && measures.contains { $0.isOfPower }
      if named != nil || isSpelledOut { words.removeFirst() }
      // The word "pace" is optional; a sign that several measures share means power.
      guard let measure = named ?? measures.first(where: { $0.notation.word == nil || $0.isPace }),
        let numbers = numbers(values, measure), let first = numbers.first
      else { return nil }
      let last = numbers.count > 1 ? numbers[1] : first
      guard !isRamp || first != last else { return nil }
      parts.append(Target.Part(measure, first, to: last, isRamp: isRamp))
    }
    return parts.isEmpty ? nil : parts
  }

  /// The value or two values of a quantity, and its sign.
  private static func split(_ quantity: String) -> (values: [Substring], sign: String)? {
    if quantity.hasPrefix("z") {
      let values = quantity.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
      guard values.count <= 2 else { return nil }
      return (values.enumerated().map { $0 > 0 && $1.hasPrefix("z") ? $1.dropFirst() : $1 }, "z")
    }
    let digits = quantity.prefix { $0.isASCII && ($0.isNumber || ".:-".contains($0)) }
    let values = digits.split(separator: "-", omittingEmptySubsequences: false)
    let sign = String(quantity.dropFirst(digits.count))
    return (1...2).contains(values.count) && !sign.isEmpty ? (values, sign) : nil
  }

  private static func numbers(_ texts: [Substring], _ measure: Target.Measure) -> [Int]? {
    let numbers = texts.compactMap { measure.isPace ? time($0) : thousandths($0) }
    return numbers.count == texts.count ? numbers : nil
  }

  private static func thousandths(_ text: Substring) -> Int? {
    guard let number = ExactDecimal(String(text)), let thousandths = try? number.times(1000),
      (0...Int64(greatest) * 1000).contains(thousandths)
    else { return nil }
    return Int(thousandths)
  }

  /// `5:30`, in thousandths of a second.
  private static func time(_ text: Substring) -> Int? {
    let halves = text.split(separator: ":", omittingEmptySubsequences: false)
    guard halves.count == 2, halves[1].prefix(while: { $0.isNumber }).count == 2, let minutes = Int(halves[0]),
      (0..<1000).contains(minutes), let seconds = thousandths(halves[1]), seconds < 60_000
    else { return nil }
    return minutes * 60_000 + seconds
  }
}

extension Target.Measure {
  fileprivate var isOfPower: Bool { self == .percentOfFTP || self == .watts || self == .powerZone }
}
