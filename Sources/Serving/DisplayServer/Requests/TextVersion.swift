import Hummingbird

#if Serve
import HostSystem

/// The version of a text, which a client sends back with the next one.
struct TextVersion: Equatable, Sendable {
  let text: String

  init(of bytes: [UInt8]) { text = ContentHash.text(of: bytes) }

  init(_ text: String) { self.text = text }

  /// The value of `ETag`.
  var tag: String { "\"\(text)\"" }

  /// The version that a request replaces; `nil` for one that creates a file (`If-None-Match: *`).
  static func expected(by request: Request) throws(Refusal) -> TextVersion? {
    let (match, noneMatch) = (request.headers.values("if-match"), request.headers.values("if-none-match"))
    if match.isEmpty, noneMatch == ["*"] { return nil }
    // `*` would replace a text that nobody has seen.
    guard !match.isEmpty, match != ["*"] else {
      throw Refusal(428, "invalid", "If-Match must name the version to replace, from the ETag of the text")
    }
    let tag = match[0]
    let version = tag.dropFirst().dropLast()
    guard match.count == 1, noneMatch.isEmpty, tag.count >= 2, tag.first == "\"", tag.last == "\"", !version.isEmpty,
      version.utf8.count <= longest, version.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { throw Refusal(400, "malformed", "If-Match must be one version in quotation marks") }
    return TextVersion(String(version))
  }

  private static let longest = 64
}
#endif
