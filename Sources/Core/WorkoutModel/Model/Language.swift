/// The languages that Cuebell has words of its own in; a voice may speak any other, too.
public enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case italian = "it"
  case portuguese = "pt"
  case dutch = "nl"

  /// The language of a BCP 47 tag, whatever its region; `nil` where there are no words in it.
  public init?(tag: String) {
    self.init(rawValue: String(tag.prefix { $0 != "-" }).lowercased())
  }
}

/// Which form a noun takes after a number.
///
/// The rules are those of the Unicode CLDR, version 44, "Language Plural Rules", for cardinal numbers below a million.
public struct PluralRule: Equatable, Sendable {
  private enum Kind {
    /// 1 alone.
    case one
    /// 0 and 1, and what lies between them and 2.
    case belowTwo
  }

  private let kind: Kind

  /// The rule of a language by its BCP 47 tag; that of English where it isn't known.
  public init(tag: String) {
    switch Language(tag: tag) {
    case .french: kind = .belowTwo
    case .portuguese: kind = tag.lowercased() == "pt-pt" ? .one : .belowTwo
    default: kind = .one
    }
  }

  /// Whether a noun is in the singular after a number: a whole part, and whether there is a fraction behind it.
  public func isSingular(_ whole: Int, hasFraction: Bool = false) -> Bool {
    switch kind {
    case .one: whole == 1 && !hasFraction
    case .belowTwo: whole == 0 || whole == 1
    }
  }
}

/// The shape of a BCP 47 language tag.
package enum LanguageTag {
  private static let longest = 35

  /// What is wrong with a tag, or `nil` where it has the shape `language[-subtag]…`: a language of 2–8 letters, then
  /// subtags of 1–8 letters and digits, where a subtag of one letter opens another and cannot be the last
  /// (RFC 5646, section 2.1).
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
