import WorkoutModel

/// How a language says what people write short.
struct LanguageRules: Sendable {
  typealias Noun = UnitTable.Noun
  typealias Gender = UnitTable.Gender

  /// "10x", and "1x".
  let times: Noun
  let once: String
  /// "3x12": what is said between the numbers, where it isn't `times`.
  var by: String?
  /// "8-12": what is said before and between the numbers, and the words that say the former already.
  let range: (from: String, to: String)
  var rangeOpeners: Set<String> = []
  /// "3/8" after one of `counted`.
  let of: String
  /// "10/side", and of a pace before one and before several: "5:00/km", "2:00/500m".
  let per: String
  let pace: (one: String, many: String)
  /// What things are done for each of, in the singular.
  let sides: Set<String>
  /// "#3".
  let number: String
  let signs: [Character: String]
  let fractions: Fractions
  let measures: UnitTable
  /// Words before a number that is one of several: "Set 1/3", "Part II".
  let counted: Set<String>
  /// Roman numerals that are words, too.
  var numeralWords: Set<String> = []
  /// What makes an ordinal of the number before it, and their names from the first; without names it is left alone.
  var ordinals: [String: [String]] = [:]
  /// What makes an ordinal of "3." before a noun, by its gender or by the word before; its first form ends in "e".
  var pointed: (names: [String], endings: [String: String], weak: [String: String])?
  /// Words between a time and what it is for: "1 h 30 de course".
  var joiners: Set<String> = []
  /// What makes a time of the clock one of the day.
  var timesOfDay: Set<String> = []
  /// Words of ways that are a few metres long, and of efforts that are measured in minutes nevertheless.
  let distances: Set<String>
  let efforts: Set<String>
  /// Words beside a number of inches.
  var heights: Set<String> = []
  /// Words before which a measure is an adjective: "a 400 meter run".
  var measured: Set<String> = []
  let abbreviations: PronunciationTable
  /// Whether decimals are written with a comma, and thousands with a space.
  var hasDecimalComma = true
  /// How feminine nouns end, and words that end so and are none.
  var feminineEndings: [String] = []
  var particles: Set<String> = []
  /// The gender of most others, and whether nouns are known by their capital.
  var usualGender: Gender?
  var hasCapitalNouns = false
  /// Whether "una" loses its vowel before another.
  var elides = false
  /// The number before a noun, where it takes another form than the digits would be read in.
  var agreement: @Sendable (Int, Gender) -> String? = { _, _ in nil }

  /// The wording of a language, as it is spoken where its tag says.
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
