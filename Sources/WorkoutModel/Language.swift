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
