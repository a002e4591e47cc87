package import StrictJSON
public import WorkoutModel

/// The words of the terminal's screen and of the pages, in the languages of speech.
///
/// A text has places such as `{time}`; where it depends on a number, the form for one comes before `~`.
public struct ScreenWords: Equatable, Sendable {
  /// The language.
  public let language: Language

  /// The words of a language, English by default.
  public init(_ language: Language = .english) { self.language = language }

  /// The words of the language of a BCP 47 tag or of a locale such as `de_DE.UTF-8`; English for any other.
  public init(tag: String) {
    self.init(Language(tag: tag.split { "_.@".contains($0) }.first.map(String.init) ?? "") ?? .english)
  }

  package subscript(key: String) -> String { texts[key] ?? "" }

  package func callAsFunction(_ key: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
    values.reduce(self[key]) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  package func callAsFunction(_ key: String, count: Int) -> String {
    let forms = self[key].split(separator: "~")
    let form = PluralRule(tag: language.rawValue).isSingular(count) ? forms.first : forms.last
    return String(form ?? "").replacing("{n}", with: "\(count)")
  }

  /// A text within a line, in lower case except in German.
  package func inline(_ key: String) -> String { language == .german ? self[key] : self[key].lowercased() }

  package var fields: JSONFields {
    ["language": language.rawValue, "texts": JSONFields(texts.sorted { $0.key < $1.key })]
  }

  /// Why a run refuses a request, as a sentence; in English if the reason, up to a colon, has no translation.
  func refusal(_ reason: String) -> String {
    let text = self[reason.split(separator: ":").first.map(String.init) ?? ""]
    return text.isEmpty ? reason.prefix(1).uppercased() + reason.dropFirst() : text
  }
}

/// The texts by key, each language in a file of its own, which is read when its first text is needed.
extension ScreenWords {
  private var texts: [String: String] {
    switch language {
    case .english: Self.english
    case .german: Self.german
    case .french: Self.french
    case .spanish: Self.spanish
    case .italian: Self.italian
    case .portuguese: Self.portuguese
    case .dutch: Self.dutch
    }
  }

  private static let english = texts(in: PackageResources.en_json)
  private static let german = texts(in: PackageResources.de_json)
  private static let french = texts(in: PackageResources.fr_json)
  private static let spanish = texts(in: PackageResources.es_json)
  private static let italian = texts(in: PackageResources.it_json)
  private static let portuguese = texts(in: PackageResources.pt_json)
  private static let dutch = texts(in: PackageResources.nl_json)

  private static func texts(in file: [UInt8]) -> [String: String] {
    let texts = JSONObject(line: file)?.members ?? []
    return Dictionary(texts.map { ($0.key, $0.value.text ?? "") }, uniquingKeysWith: { $1 })
  }
}
