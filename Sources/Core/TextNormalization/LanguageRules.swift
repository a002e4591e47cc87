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
  /// "<", ">", ">=" and "<=" before a value.
  let comparisons: (below: String, above: String, atLeast: String, atMost: String)
  /// "2:1": the word between the numbers, and the words that say that "1:10" is a ratio.
  let ratio: (to: String, names: WordList)
  /// "-5", if synthesisers leave the sign out.
  var minus: String?
  let fractions: Fractions
  let measures: UnitTable
  /// Words before a number out of several: "Set 1/3", "Part II".
  let counted: WordList
  /// Roman numerals that are also words.
  var numeralWords: WordList = ""
  /// The suffixes of ordinals, which may follow a point, and the ordinals' names from the first; without a name the
  /// ordinal is left unchanged. The suffixes "°" and "º" also are signs of degrees, and "." needs a noun.
  var ordinals: [String: [String]] = [:]
  /// Left and right as adjectives, the parts of the body that they belong to, and whether they follow these.
  let left: BodySide
  let right: BodySide
  var bodyParts: [Gender: WordList] = [:]
  var adjectivesFollow = false
  /// The endings of adjectives, where these change with the word before them.
  var declension: Declension?
  /// Words between a time and its activity: "1 h 30 de course".
  var prepositions: WordList = ""
  /// Words that make a clock time a time of day.
  var timesOfDay: WordList = ""
  /// Words for distances of a few metres, or pairs of words, and for efforts that are measured in minutes nevertheless.
  let distances: WordList
  let minuteEfforts: WordList
  /// Words beside a number of inches.
  var heights: WordList = ""
  /// Words before which a measure is an adjective: "a 400 meter run".
  var attributeNouns: WordList = ""
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

/// A side of the body: its abbreviations beside a part of the body, and the adjective for each gender.
struct BodySide: Sendable {
  let signs: WordList
  let adjectives: [UnitTable.Gender: String]

  init(_ signs: WordList, _ adjectives: [UnitTable.Gender: String]) {
    self.signs = signs
    self.adjectives = adjectives
  }
}

/// The endings of German adjectives in "-e" before a noun.
struct Declension: Sendable {
  /// The nouns, which may also end a compound, by their gender.
  let nouns: [UnitTable.Gender: WordList]
  /// The endings after articles and the like: "im dritten Satz".
  let weak: [String: String]

  /// The ending before a noun without an article; `nil` if the noun isn't known.
  func strong(before noun: String) -> String? {
    let noun = noun.lowercased()
    let gender = nouns.first { $0.value.words.contains(where: noun.hasSuffix) }?.key
    return gender.map { $0 == .masculine ? "r" : $0 == .neuter ? "s" : "" }
  }
}

/// Words in a text, separated by spaces or line breaks.
struct WordList: ExpressibleByStringLiteral, Sendable {
  let words: Set<String>

  init(stringLiteral text: String) { words = Set(text.split(whereSeparator: \.isWhitespace).map(String.init)) }

  func contains(_ word: String) -> Bool { words.contains(word) }
}
