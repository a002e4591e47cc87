/// Which voice bears which BCP 47 tag: the last part of its identifier, so `gmw/en-GB-scotland` bears `en-GB-scotland`.
///
/// The languages that voices list don't tell them apart: four voices speak `en-gb`, and the library chooses one of
/// them.
struct VoiceTags {
  /// By tags in lower case.
  private let identifiers: [String: String]

  /// The tags of voices; of two that end alike, the first has the tag.
  init(_ identifiers: [String]) {
    let pairs = identifiers.compactMap { identifier in
      Self.lastPart(of: identifier).map { ($0.lowercased(), identifier) }
    }
    self.identifiers = Dictionary(pairs) { first, _ in first }
  }

  /// The voice that bears `tag`, in upper or lower case.
  func identifier(for tag: String) -> String? { identifiers[tag.lowercased()] }

  /// The tag that a voice bears; `nil` where another one has it.
  func tag(of identifier: String) -> String? {
    Self.lastPart(of: identifier).flatMap { self.identifier(for: $0) == identifier ? $0 : nil }
  }

  /// The last part of an identifier, where that has the shape of a tag: a language of 2 to 8 letters, then parts of 1
  /// to 8 letters and digits, of which the last has at least 2 (RFC 5646, section 2.1).
  private static func lastPart(of identifier: String) -> String? {
    let name = identifier.split(separator: "/").last ?? ""
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    let isTag =
      parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.allSatisfy(isLetterOrDigit) }
      && parts.first.map { $0.utf8.count > 1 && $0.allSatisfy(\.isLetter) } == true
      && parts.last.map { $0.utf8.count > 1 } == true
    return isTag ? String(name) : nil
  }

  private static func isLetterOrDigit(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }
}
