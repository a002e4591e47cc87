/// What a request may do; each access includes those before it.
package enum Access: Comparable, Sendable {
  case none, view, control

  package var name: String { "\(self)" }
}

package struct AccessTokens: Equatable, Sendable {
  /// Grants viewing.
  package let view: String
  /// Grants viewing and control.
  package let control: String
  /// Grants nothing but the feeds of programmes, whose links hold it.
  package let feed: String

  /// The number of hexadecimal digits of a token: 128 random bits.
  static let length = 32

  /// Creates tokens from stored text, and a new one for feeds if there is none; `nil` if it is malformed.
  package init?(view: String, control: String, feed: String? = nil) {
    let feed = feed ?? AccessTokens().feed
    guard [view, control, feed].allSatisfy(Self.isToken), Set([view, control, feed]).count == 3 else { return nil }
    (self.view, self.control, self.feed) = (view, control, feed)
  }

  package init() {
    func token() -> String {
      (0..<Self.length).map { _ in String(UInt8.random(in: 0..<16), radix: 16) }.joined()
    }
    (view, control, feed) = (token(), token(), token())
  }

  package func access(of token: String) -> Access {
    let isControl = Self.isEqual(token, control)
    let isView = Self.isEqual(token, view)
    return isControl ? .control : isView ? .view : .none
  }

  /// Whether a token grants the feeds.
  func opensFeeds(_ token: String) -> Bool { Self.isEqual(token, feed) }

  static func isToken(_ text: String) -> Bool {
    text.utf8.count == length && text.allSatisfy { "0123456789abcdef".contains($0) }
  }

  /// Compares all bytes, so that the time doesn't depend on the first difference.
  private static func isEqual(_ given: String, _ token: String) -> Bool {
    let (given, token) = (Array(given.utf8), Array(token.utf8))
    guard given.count == token.count else { return false }
    return zip(given, token).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
