package import StrictJSON

/// The texts of a file in other languages: by the BCP 47 tag of the language, then by the text as written.
///
/// ```swift
/// let texts: Translations = ["de": ["Push-ups": "Liegestütze"], "fr": ["Push-ups": "Pompes"]]
/// ```
public typealias Translations = [String: [String: String]]

extension Translations {
  /// The texts for a BCP 47 tag: those of the tag itself, of the tag without its last subtags, or else of the same
  /// language elsewhere, as `pt-BR` for `pt`.
  package func texts(in tag: String) -> [String: String] {
    if isEmpty { return [:] }
    var wanted = tag.lowercased()[...]
    while !wanted.isEmpty {
      if let key = keys.first(where: { $0.lowercased() == wanted }) { return self[key] ?? [:] }
      wanted = wanted[..<(wanted.lastIndex(of: "-") ?? wanted.startIndex)]
    }
    let key = keys.sorted().first { Self.language(of: $0) == Self.language(of: tag) }
    return key.flatMap { self[$0] } ?? [:]
  }

  /// The first subtag, which is the code of the language.
  static func language(of tag: String) -> String { String(tag.lowercased().prefix { $0 != "-" }) }

  /// The translations of some texts alone.
  package func of(_ texts: [String]) -> Translations {
    mapValues { $0.filter { texts.contains($0.key) } }.filter { !$0.value.isEmpty }
  }

  /// The texts without a translation, by each language that has some, in alphabetical order. A text without words of
  /// its own needs none, and the language of the voice is that of the file.
  package func missing(of texts: [String], voice: String) -> [(language: String, texts: [String])] {
    let worded = isEmpty ? [] : texts.filter(Self.hasWords)
    return sorted { $0.key < $1.key }.compactMap { tag, known in
      let missing = Self.language(of: tag) == Self.language(of: voice) ? [] : worded.filter { known[$0] == nil }
      return missing.isEmpty ? nil : (tag, missing)
    }
  }

  private static func hasWords(_ text: String) -> Bool {
    let parts = text.split(separator: "{", omittingEmptySubsequences: false)
    return parts.enumerated().contains { index, part in
      (index == 0 ? part : part.drop { $0 != "}" }).contains { $0.isLetter }
    }
  }

  /// The texts by language in alphabetical order, with a line for each in a file; `nil` without any.
  package var json: JSONOutput? {
    let languages = sorted { $0.key < $1.key }.map { tag, texts in
      (key: tag, value: JSONOutput.object(JSONFields(texts.sorted { $0.key < $1.key }), isTall: true))
    }
    return isEmpty ? nil : .object(JSONFields(languages), isTall: true)
  }
}
