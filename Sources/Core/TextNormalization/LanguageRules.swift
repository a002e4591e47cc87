import WorkoutModel

/// A language's spoken forms of abbreviations.
struct LanguageRules: Sendable {
  typealias Noun = UnitTable.Noun
  typealias Gender = UnitTable.Gender

  let numbers: NumberNames
  /// "10x", and "1x".
  let times: Noun
  let once: String
  /// "3x12": the word between the numbers, if it isn't `times`.
  var by: String?
  /// "8-12": the words before and between the numbers, and the words that make the former unnecessary.
  let range: (from: String, to: String)
  var rangeOpeners: WordList = ""
  /// "3/8" after one of `counted`.
  let of: String
  /// "10/side", and of a pace before singular and plural: "5:00/km", "2:00/500m".
  let per: String
  let pace: (one: String, many: String)
  /// The nouns that may follow "per", in the singular.
  let sides: WordList
  /// "#3".
  let number: String
  let signs: [Character: String]
  /// "-5", if synthesisers leave the sign out.
  var minus: String?
  let fractions: Fractions
  let measures: UnitTable
  /// Words before a number out of several: "Set 1/3", "Part II".
  let counted: WordList
  /// Roman numerals that are also words.
  var numeralWords: WordList = ""
  /// The suffixes of ordinals, which may follow a point, and the ordinals' names from the first; without a name the
  /// ordinal is left unchanged. The suffix "°" also is the sign of degrees.
  var ordinals: [String: [String]] = [:]
  /// The forms of an ordinal such as "3." before a noun, by its gender or by the preceding word; the first form ends in
  /// "e".
  var pointed: (names: [String], endings: [String: String], weak: [String: String])?
  /// Words between a time and its activity: "1 h 30 de course".
  var joiners: WordList = ""
  /// Words that make a clock time a time of day.
  var timesOfDay: WordList = ""
  /// Words for distances of a few metres, and for efforts that are measured in minutes nevertheless.
  let distances: WordList
  let efforts: WordList
  /// Words beside a number of inches.
  var heights: WordList = ""
  /// Words before which a measure is an adjective: "a 400 meter run".
  var measured: WordList = ""
  let abbreviations: PronunciationTable
  /// Whether decimals are written with a comma, and thousands with a space.
  var hasDecimalComma = true
  /// The endings of feminine nouns, and the exceptions.
  var feminineEndings: WordList = ""
  var particles: WordList = ""
  /// The gender of most other nouns, and whether nouns are recognised by their capital.
  var usualGender: Gender?
  var hasCapitalNouns = false
  /// Whether "una" loses its vowel before another.
  var elides = false
  /// The number before a noun, if its form differs from that of the digits.
  var agreement: @Sendable (Int, Gender) -> String? = { _, _ in nil }

  static func of(_ language: Language, tag: String) -> LanguageRules {
    switch language {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    case .italian: italian
    case .portuguese: tag.lowercased() == "pt-pt" ? europeanPortuguese : portuguese
    case .dutch: dutch
    }
  }
}

/// Words in a text, separated by spaces or line breaks.
struct WordList: ExpressibleByStringLiteral, Sendable {
  let words: Set<String>

  init(stringLiteral text: String) { words = Set(text.split(whereSeparator: \.isWhitespace).map(String.init)) }

  func contains(_ word: String) -> Bool { words.contains(word) }
}
