internal import StrictJSON

/// The checks of translations.
extension Translations {
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
