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
