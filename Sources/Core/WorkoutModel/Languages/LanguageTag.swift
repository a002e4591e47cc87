import StrictJSON

package enum LanguageTag {
  private static let longest = 35

  /// The error in a tag, or `nil` if it has the shape `language[-subtag]…`: a language of 2–8 letters, then subtags
  /// of 1–8 letters and digits, where a single-letter subtag introduces others and cannot be last (RFC 5646, section
  /// 2.1).
  package static func complaint(about tag: String) -> String? {
    let subtags = tag.split(separator: "-", omittingEmptySubsequences: false)
    let isWellFormed =
      tag.utf8.count <= longest
      && subtags.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy { $0.isLetter || $0.isDigit } }
      && subtags.first.map { $0.utf8.count > 1 && $0.utf8.allSatisfy { $0.isLetter } } == true
      && subtags.last.map { $0.utf8.count > 1 } == true
    if isWellFormed { return nil }
    let start = "\(Excerpt.quoted(tag)) is not a language tag"
    let hyphened = String(tag.map { $0 == "_" ? "-" : $0 })
    if hyphened != tag, complaint(about: hyphened) == nil { return "\(start); did you mean \"\(hyphened)\"?" }
    return "\(start) such as \"en\", \"pt-BR\" or \"zh-Hant\""
  }
}
