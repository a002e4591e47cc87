/// The grammatical number of a noun after a number.
///
/// The rules are those of the Unicode CLDR, version 44, "Language Plural Rules", for cardinal numbers below a million.
package struct PluralRule: Equatable, Sendable {
  /// Whether all numbers from 0 to below 2 are singular; otherwise only 1 is.
  private let includesFractions: Bool

  /// The rule for a BCP 47 tag; English rules if the language is unknown.
  package init(tag: String) {
    includesFractions =
      switch Language(tag: tag) {
      case .french: true
      case .portuguese: tag.lowercased() != "pt-pt"
      default: false
      }
  }

  /// Whether a noun is singular after a number with this integer part, and with or without a fraction.
  package func isSingular(_ whole: Int, hasFraction: Bool = false) -> Bool {
    includesFractions ? whole == 0 || whole == 1 : whole == 1 && !hasFraction
  }

  /// The form of a noun after a number, from its singular and its plural, between which is `~`.
  package func form(of noun: String, after whole: Int, hasFraction: Bool = false) -> String {
    let forms = noun.split(separator: "~")
    return String((isSingular(whole, hasFraction: hasFraction) ? forms.first : forms.last) ?? "")
  }
}
