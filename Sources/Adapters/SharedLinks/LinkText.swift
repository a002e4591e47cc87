import StrictJSON
import WorkoutFiles
import WorkoutModel

/// Text in a link: compressed, after a key that says what it is.
enum LinkText {
  static let scheme = "cuebell:"
  /// The name of a link in messages.
  static let name = "link"

  static func pack(_ text: String) -> String { Base64URL.encode(RawDeflate.compress(Array(text.utf8))) }

  /// The key at the end of a link, such as `w=`, and the text after it; the key is `nil` if there is none.
  ///
  /// Spaces and line breaks, as mail programs add them, are ignored.
  static func split(_ text: String) -> (key: String?, data: Substring) {
    let link = text.filter { !$0.isWhitespace }
    let fragment = link.split(separator: "#", omittingEmptySubsequences: false).last ?? ""
    let bare = fragment.hasPrefix(scheme) ? fragment.dropFirst(scheme.count) : fragment
    guard let end = bare.firstIndex(of: "=") else { return (nil, bare) }
    return (String(bare[...end]), bare[bare.index(after: end)...])
  }

  /// The text, which is `what` in messages.
  static func unpack(_ data: some StringProtocol, _ what: String) throws(WorkoutFileError) -> [UInt8] {
    guard let compressed = Base64URL.decode(data), !compressed.isEmpty else {
      throw error("the link is damaged, or a part of it is missing")
    }
    let limit = WorkoutLink.longestText
    do throws(RawDeflate.Failure) { return try RawDeflate.decompress(compressed, limit: limit) } catch {
      switch error {
      case .malformed, .continued: throw self.error("the link is damaged")
      case .truncated: throw self.error("the end of the link is missing")
      case .tooLong: throw self.error("the \(what) in the link has more than \(limit) bytes")
      }
    }
  }

  static func error(_ message: String) -> WorkoutFileError {
    WorkoutFileError(file: name, problems: [LocatedProblem(.start, .root, message)])
  }
}
