package import StrictJSON
public import WorkoutModel

/// The words of the terminal's screen and of the pages, in the languages of speech.
///
/// A text has places such as `{time}`; where it depends on a number, the form for one comes before `~`.
public struct ScreenWords: Equatable, Sendable {
  /// The language.
  public let language: Language
  private let index: Int

  private static let table = [buttons, session, pages, editor, summary, refusals].reduce(into: [:]) { table, texts in
    table.merge(texts) { $1 }
  }

  /// The words of a language, English by default.
  public init(_ language: Language = .english) {
    self.language = language
    index = Language.allCases.firstIndex(of: language) ?? 0
  }

  /// The words of the language of a BCP 47 tag or of a locale such as `de_DE.UTF-8`; English for any other.
  public init(tag: String) {
    self.init(Language(tag: tag.split { "_.@".contains($0) }.first.map(String.init) ?? "") ?? .english)
  }

  /// A text by its key; empty for an unknown key.
  package subscript(key: String) -> String {
    Self.table[key]?[index] ?? ""
  }

  /// A text with its places filled.
  package func callAsFunction(_ key: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
    values.reduce(self[key]) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  /// A text that depends on a number.
  package func callAsFunction(_ key: String, count: Int) -> String {
    let forms = self[key].split(separator: "~")
    let form = PluralRule(tag: language.rawValue).isSingular(count) ? forms.first : forms.last
    return String(form ?? "").replacing("{n}", with: "\(count)")
  }

  /// A text within a line, in lower case except in German.
  package func inline(_ key: String) -> String { language == .german ? self[key] : self[key].lowercased() }

  /// The language and all texts.
  package var fields: JSONFields {
    let texts = Self.table.keys.sorted().map { (key: $0, value: self[$0]) }
    return ["language": language.rawValue, "texts": JSONFields(texts)]
  }
}
