package import StrictJSON

/// The texts of a file in other languages: by the BCP 47 tag of the language, then by the text as written.
///
/// ```swift
/// workout.translations = ["de": ["Push-ups": "Liegestütze"]]
/// workout.phrases(in: "de-AT").translated("Push-ups")      // "Liegestütze"
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
  private static func language(of tag: String) -> String { String(tag.lowercased().prefix { $0 != "-" }) }

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

  /// The problems of tags, of the lengths of texts, and of placeholders in what is spoken.
  package func problems(at path: FieldPath, spoken: Set<String> = []) -> [Problem] {
    var found: [Problem] = []
    for (tag, texts) in sorted(by: { $0.key < $1.key }) {
      let path = path.key(tag)
      if let complaint = LanguageTag.complaint(about: tag) { found.append(Problem(path, complaint)) }
      for (text, translation) in texts.sorted(by: { $0.key < $1.key }) {
        for length in [text, translation].map({ $0.unicodeScalars.count }) where !Limits.text.contains(length) {
          found.append(Problem(path.key(text), Complaint.length(Limits.text, is: length)))
        }
        guard spoken.contains(text) else { continue }
        do throws(CueTextError) { _ = try CueText(translation) } catch {
          found.append(Problem(path.key(text), error.description))
        }
      }
    }
    return found
  }

  /// Translations without effect, into no language or of none of the file's texts, and those that have other
  /// placeholders than their text.
  package func ineffective(for texts: [String], at path: FieldPath) -> [Problem] {
    let known = Set(texts)
    var found: [Problem] = []
    for (tag, translations) in sorted(by: { $0.key < $1.key }) {
      if Self.language(of: tag).count > 3 {
        let reason = "has no effect: no language has the code \(Excerpt.quoted(tag))"
        found.append(Problem(path.key(tag), "\(reason); write one of two or three letters, such as \"de\""))
      }
      for (text, translation) in translations.sorted(by: { $0.key < $1.key }) {
        guard let reason = known.contains(text) ? Self.difference(of: translation, from: text) : "" else { continue }
        // A search compares all texts.
        let question = found.count < 20 ? Suggestion.question(text, among: texts.prefix(1_000)) : ""
        let message = reason.isEmpty ? "has no effect: the file has no such text" + question : reason
        found.append(Problem(path.key(tag).key(text), message))
      }
    }
    return found
  }

  /// The texts by language in alphabetical order, with a line for each in a file; `nil` without any.
  package var json: JSONOutput? {
    let languages = sorted { $0.key < $1.key }.map { tag, texts in
      (key: tag, value: JSONOutput.object(JSONFields(texts.sorted { $0.key < $1.key }), isTall: true))
    }
    return isEmpty ? nil : .object(JSONFields(languages), isTall: true)
  }

  private static func difference(of translation: String, from text: String) -> String? {
    let (wanted, given) = (placeholders(in: text), placeholders(in: translation))
    if let lost = wanted.first(where: { !given.contains($0) }) { return "lacks {\(lost)}, which the text has" }
    return given.first { !wanted.contains($0) }.map { "has {\($0)}, which the text doesn't have" }
  }

  /// The placeholders of a text but for built-in words, which a translation may have as words of its own.
  private static func placeholders(in text: String) -> [String] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
      let name = String(part.prefix { $0 != "}" })
      guard name.count < part.count, let placeholder = Placeholder(name) else { return nil }
      return if case .word = placeholder { nil } else { name }
    }
  }
}
