extension NormalizationPass {
  /// "3/4", "1/2 h", "½ squat".
  func fraction(_ start: Int) -> Measure? {
    guard let (name, end) = fractionName(start), let alone = rules.fractions.names[name] else { return nil }
    let unknown = Measure(said: alone, end: end, unit: nil, size: nil)
    guard let (entry, after) = entry(afterSpace(end), of: "0.5") else {
      return unknownHalf(name, start, end) ?? unknown
    }
    let noun = entry.noun
    // With a plural noun: "½ reps" are half ones.
    if noun.one != noun.many, isWord(afterSpace(end), noun.many) { return unknown }
    let isBeforeVowel = Self.startsWithVowel(noun.one)
    let of = isBeforeVowel ? rules.fractions.of.vowel : rules.fractions.of.0
    let said: String
    if let special = rules.fractions.special["\(name) \(noun.one)"] {
      said = special
    } else if name == "1/2" {
      let half = rules.fractions.half[noun.gender] ?? alone + " "
      said = (isBeforeVowel ? rules.fractions.halfBeforeVowel ?? half : half) + noun.one
    } else {
      said = "\(alone) \(of)\(noun.one)"
    }
    return Measure(said: said, end: after, unit: entry.unit, size: nil)
  }

  /// Whether a unit begins with a vowel sound, as the hour does where its name begins with an "h".
  static func startsWithVowel(_ noun: String) -> Bool {
    noun.first.map { "aeiouéh".contains($0) } ?? false
  }

  private func unknownHalf(_ name: String, _ start: Int, _ end: Int) -> Measure? {
    guard name == "1/2", let word = word(afterSpace(end)) else { return nil }
    let said: String?
    if rules.declension != nil {
      said = adjectiveEnding(before: afterSpace(end), after: start).flatMap { rules.fractions.adjective + $0 }
    } else {
      said = gender(of: word) == .feminine ? rules.fractions.half[.feminine].map { String($0.dropLast()) } : nil
    }
    return said.map { Measure(said: $0, end: end, unit: nil, size: nil) }
  }

  /// "2 1/2", "1½ h".
  func mixed(_ start: Int) -> Measure? {
    guard let number = number(start), let (name, end) = fractionName(afterSpace(start + 1)),
      token(start + 1) == .space || end == start + 2
    else { return nil }
    // After a number that is part of a count, as in "Set 2 1/2", there is no fraction.
    if isCounted(start) { return nil }
    guard let (entry, after) = entry(afterSpace(end), of: "\(number).5") else {
      return Measure(said: mixed(number, name, .other), end: end, unit: nil, size: nil)
    }
    let noun = entry.noun
    let contracted = Self.whole(number).flatMap { rules.fractions.contracted($0, name, noun.gender) }
    let isSingular =
      contracted != nil && rules.fractions.contractedIsSingular || contracted == nil && isAttribute(start, after, entry)
    let word = isSingular ? noun.one : noun.many
    let said =
      rules.fractions.followsNoun
      ? "\(counted(number, noun)) \(mixedFraction(name, noun.gender))"
      : "\(contracted ?? mixed(number, name, noun.gender)) \(word)"
    return Measure(said: said, end: after, unit: entry.unit, size: nil)
  }

  private func mixed(_ number: String, _ name: String, _ gender: LanguageRules.Gender) -> String {
    Self.whole(number).flatMap { rules.fractions.contracted($0, name, gender) }
      ?? "\(number) \(mixedFraction(name, gender))"
  }

  /// "1 h ½": a fraction after a unit, in languages that place it there.
  func fractionAfter(_ end: Int, _ noun: LanguageRules.Noun) -> (said: String, end: Int)? {
    guard rules.fractions.followsNoun, let (name, end) = fractionName(afterSpace(end)) else { return nil }
    return (mixedFraction(name, noun.gender), end)
  }

  private func mixedFraction(_ name: String, _ gender: LanguageRules.Gender) -> String {
    let fractions = rules.fractions
    return (gender == .feminine ? fractions.mixedFeminine[name] : nil) ?? fractions.mixed[name] ?? name
  }

  /// The fraction at `offset`, as a character or as two numbers, and its end.
  private func fractionName(_ offset: Int) -> (name: String, end: Int)? {
    if case .mark(let mark) = token(offset), let name = Fractions.signs[mark] { return (name, offset + 1) }
    guard let above = number(offset), isMark(offset + 1, ["/"]), let below = number(offset + 2),
      !isMark(offset + 3, ["/"]), !isMark(offset - 1, ["/"])
    else { return nil }
    let name = "\(above)/\(below)"
    return rules.fractions.names[name] == nil ? nil : (name, offset + 3)
  }
}

/// A language's names of fractions, by their written form in digits: "3/4".
struct Fractions: Sendable {
  /// The names if the following word is unknown: "three quarters".
  let names: [String: String]
  /// A half before a noun, by its gender; it ends with a space or a hyphen.
  let half: [UnitTable.Gender: String]
  var halfBeforeVowel: String?
  /// A half as an adjective, where `Declension` has its ending.
  var adjective = ""
  /// The word between any other fraction and a noun, also before a vowel: "de ", "d'".
  let of: (String, vowel: String)
  /// The words after a whole number, and the feminine form if it differs.
  let mixed: [String: String]
  var mixedFeminine: [String: String] = [:]
  /// Whether the fraction follows the noun: "une heure et demie".
  var followsNoun = false
  /// The single word for a whole number and a fraction, such as "zweieinhalb", and whether it takes the singular.
  var contracted: @Sendable (Int, String, UnitTable.Gender) -> String? = { _, _, _ in nil }
  var contractedIsSingular = false
  /// The fractions with their own names: "1/4 heure".
  var special: [String: String] = [:]

  static let signs: [Character: String] = ["½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"]
}
