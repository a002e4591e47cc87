import WorkoutModel

/// How a language says what people write short.
struct Wording: Sendable {
  /// A noun that is counted, or a unit of measure.
  struct Noun: Sendable {
    let one: String
    let many: String
    let gender: Gender

    init(_ one: String, _ many: String, _ gender: Gender = .other) {
      self.one = one
      self.many = many
      self.gender = gender
    }
  }

  /// As far as numbers agree with it.
  enum Gender: Sendable {
    case masculine, feminine, other
  }

  /// The parts of a time of the clock.
  enum ClockPart: CaseIterable, Sendable {
    case hour, minute, second
  }

  /// "3x12": what is said between the numbers.
  let by: String
  /// "1x" and "10x".
  let once: String
  let times: Noun
  /// "8-12": what is said before and between the numbers.
  let range: (from: String, to: String)
  /// "3/8" after one of `counted`.
  let of: String
  /// "10/side".
  let per: String
  /// "#3".
  let number: String
  let signs: [Character: String]
  let fractions: [String: String]
  /// What joins a whole number and a fraction, and what a half is behind one.
  let mixed: (and: String, half: String)
  let clock: [ClockPart: Noun]
  let clockSigns: [String: ClockPart]
  /// By how they are written, all spellings; in small letters those that may be written either way.
  let units: [String: Noun]
  /// Words before a number that is one of several: "Set 1/3", "Part II".
  let counted: Set<String>
  let abbreviations: WordTable
  /// Whether decimals are written with a comma.
  let hasDecimalComma: Bool
  /// Whether "una" loses its vowel before another.
  var elides = false
  /// The number before a noun, where it takes another form than the digits would be read in.
  let agreement: @Sendable (Int, Gender) -> String?

  /// The wording of a language.
  static func of(_ language: Language) -> Wording {
    switch language {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    case .italian: italian
    case .portuguese: portuguese
    case .dutch: dutch
    }
  }

  /// Several spellings of one unit.
  static func spelt(_ lists: [(spellings: String, noun: Noun)]) -> [String: Noun] {
    var units: [String: Noun] = [:]
    for (spellings, noun) in lists {
      for spelling in spellings.split(separator: " ") { units[String(spelling)] = noun }
    }
    return units
  }
}
