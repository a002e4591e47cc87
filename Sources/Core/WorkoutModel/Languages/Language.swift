/// The languages of the built-in phrases; a voice may speak other languages as well.
public enum Language: String, CaseIterable, Sendable {
  /// English.
  case english = "en"
  /// German.
  case german = "de"
  /// French.
  case french = "fr"
  /// Spanish.
  case spanish = "es"
  /// Italian.
  case italian = "it"
  /// Portuguese.
  case portuguese = "pt"
  /// Dutch.
  case dutch = "nl"

  /// The language of a BCP 47 tag, regardless of its region; `nil` if there are no phrases in it.
  package init?(tag: String) {
    self.init(rawValue: String(tag.prefix { $0 != "-" }).lowercased())
  }

  /// The language of a locale such as `de_DE.UTF-8`; `nil` for `C` and for one without phrases.
  package init?(locale: String) { self.init(tag: String(locale.prefix { $0.isLetter })) }
}

/// The texts of a language are in a file of its own, which is read when its first text is needed.
extension Language {
  package var texts: LanguageTexts {
    switch self {
    case .english: Self.englishTexts
    case .german: Self.germanTexts
    case .french: Self.frenchTexts
    case .spanish: Self.spanishTexts
    case .italian: Self.italianTexts
    case .portuguese: Self.portugueseTexts
    case .dutch: Self.dutchTexts
    }
  }

  private static let englishTexts = LanguageTexts(PackageResources.en_json)
  private static let germanTexts = LanguageTexts(PackageResources.de_json)
  private static let frenchTexts = LanguageTexts(PackageResources.fr_json)
  private static let spanishTexts = LanguageTexts(PackageResources.es_json)
  private static let italianTexts = LanguageTexts(PackageResources.it_json)
  private static let portugueseTexts = LanguageTexts(PackageResources.pt_json)
  private static let dutchTexts = LanguageTexts(PackageResources.nl_json)
}
