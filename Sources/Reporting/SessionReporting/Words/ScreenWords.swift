package import StrictJSON
package import WorkoutModel

/// The words of the terminal's screen and of the pages, in the languages of speech.
///
/// A text has places such as `{time}`; where it depends on a number, the singular comes before `~`.
package struct ScreenWords: Equatable, Sendable {
  /// The language.
  package let language: Language

  /// The words of a language, English by default.
  package init(_ language: Language = .english) { self.language = language }

  /// The words of the language of a BCP 47 tag or of a locale such as `de_DE.UTF-8`; English for any other.
  package init(tag: String) {
    self.init(Language(locale: tag) ?? .english)
  }

  package subscript(key: String) -> String { language.texts.shown[key] ?? "" }

  package func callAsFunction(_ key: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
    values.reduce(self[key]) { $0.filling("{\($1.key)}", with: $1.value) }
  }

  package func callAsFunction(_ key: String, count: Int) -> String {
    PluralRule(tag: language.rawValue).form(of: self[key], after: count).filling("{n}", with: "\(count)")
  }

  /// A text within a line, in lower case except in German.
  package func inline(_ key: String) -> String { language == .german ? self[key] : self[key].lowercased() }

  package var fields: JSONFields {
    [
      "language": language.rawValue.json, "texts": JSONFields(language.texts.shown.sorted { $0.key < $1.key }).json,
      "words": JSONFields(language.texts.words.sorted { $0.key < $1.key }).json,
    ]
  }

  /// Why a run refuses a request, as a sentence; in English if the reason, up to a colon, has no translation.
  func refusal(_ reason: String) -> String {
    let text = self[reason.split(separator: ":").first.map(String.init) ?? ""]
    return text.isEmpty ? reason.prefix(1).uppercased() + reason.dropFirst() : text
  }
}
