import StrictJSON

/// The languages of the built-in phrases; a voice may speak other languages as well.
///
/// ```swift
/// Language(tag: "pt-BR")                  // .portuguese
/// Language(tag: "sv")                     // nil: the built-in phrases aren't translated
/// ```
public enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case italian = "it"
  case portuguese = "pt"
  case dutch = "nl"

  /// The language of a BCP 47 tag, regardless of its region; `nil` if there are no phrases in it.
  public init?(tag: String) {
    self.init(rawValue: String(tag.prefix { $0 != "-" }).lowercased())
  }
}

/// The grammatical number of a noun after a number.
///
/// The rules are those of the Unicode CLDR, version 44, "Language Plural Rules", for cardinal numbers below a million.
public struct PluralRule: Equatable, Sendable {
  /// Whether all numbers from 0 to below 2 are singular; otherwise only 1 is.
  private let includesFractions: Bool

  /// The rule for a BCP 47 tag; English rules if the language is unknown.
  public init(tag: String) {
    includesFractions =
      switch Language(tag: tag) {
      case .french: true
      case .portuguese: tag.lowercased() != "pt-pt"
      default: false
      }
  }

  /// Whether a noun is singular after a number with this integer part, and with or without a fraction.
  public func isSingular(_ whole: Int, hasFraction: Bool = false) -> Bool {
    includesFractions ? whole == 0 || whole == 1 : whole == 1 && !hasFraction
  }
}

package enum LanguageTag {
  private static let longest = 35

  /// The error in a tag, or `nil` if it has the shape `language[-subtag]…`: a language of 2–8 letters, then subtags
  /// of 1–8 letters and digits, where a single-letter subtag introduces others and cannot be last (RFC 5646, section
  /// 2.1).
  package static func complaint(about tag: String) -> String? {
    let subtags = tag.split(separator: "-", omittingEmptySubsequences: false)
    let isWellFormed =
      tag.utf8.count <= longest
      && subtags.allSatisfy { (1...8).contains($0.utf8.count) && $0.unicodeScalars.allSatisfy(isLetterOrDigit) }
      && subtags.first.map { $0.utf8.count > 1 && $0.unicodeScalars.allSatisfy(isLetter) } == true
      && subtags.last.map { $0.utf8.count > 1 } == true
    if isWellFormed { return nil }
    let start = "\(Excerpt.quoted(tag)) is not a language tag"
    let hyphened = String(tag.map { $0 == "_" ? "-" : $0 })
    if hyphened != tag, complaint(about: hyphened) == nil { return "\(start); did you mean \"\(hyphened)\"?" }
    return "\(start) such as \"en\", \"pt-BR\" or \"zh-Hant\""
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    isLetter(scalar) || ("0"..."9").contains(scalar)
  }
}
