/// How a language says parts of a whole. Fractions are named by how they are written with digits: "3/4".
struct Fractions: Sendable {
  /// What is said where nothing is known of what follows: "three quarters".
  let names: [String: String]
  /// A half before a noun, by its gender; a space or a hyphen ends it.
  let half: [Measures.Gender: String]
  var halfBeforeVowel: String?
  /// What joins any other with a noun, before a vowel too: "de ", "d'".
  let of: (String, vowel: String)
  /// What is said behind a whole number, and where it is another word for the feminine.
  let behind: [String: String]
  var behindFeminine: [String: String] = [:]
  /// Whether that stands behind the noun: "une heure et demie".
  var followsNoun = false
  /// A whole number and a fraction that have become one word: "zweieinhalb", and whether it takes the singular.
  var grown: @Sendable (Int, String, Measures.Gender) -> String? = { _, _, _ in nil }
  var grownIsSingular = false
  /// What has a name of its own: "1/4 heure".
  var special: [String: String] = [:]

  /// The signs that are a fraction in one character.
  static let signs: [Character: String] = ["½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"]
}
