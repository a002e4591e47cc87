/// The name by which clients find a run: 1 to 32 of `a-z`, `0-9`, `-` and `_`.
package struct LiveRunName: Equatable, Sendable {
  static let longest = 32

  package let text: String

  /// A valid name; `nil` for any other.
  package init?(_ text: String) {
    guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy(Self.allows) else { return nil }
    self.text = text
  }

  /// Derives a name from a file name without its extension; `workout` for stdin.
  package init(ofFile file: String) {
    let last = file.split(separator: "/").last ?? ""
    let base = last.lastIndex(of: ".").map { last[..<$0] } ?? last
    text = LiveRunName(madeOf: String(base))?.text ?? "workout"
  }

  /// Makes a name of any text: in lower case, with hyphens for what isn't allowed; `nil` if nothing is left of it.
  package init?(madeOf text: String) {
    var bytes: [UInt8] = []
    for byte in text.lowercased().utf8 {
      let isAllowed = Self.allows(byte)
      // Consecutive characters that aren't allowed become one hyphen.
      if isAllowed { bytes.append(byte) } else if bytes.last != Self.hyphen { bytes.append(Self.hyphen) }
    }
    var name = bytes.drop { $0 == Self.hyphen }.prefix(Self.longest)
    while name.last == Self.hyphen { name.removeLast() }
    if name.isEmpty { return nil }
    self.text = String(decoding: name, as: UTF8.self)
  }

  /// The name with a suffix for the nth run of that name; the first has none.
  func numbered(_ number: Int) -> String {
    guard number > 1 else { return text }
    let suffix = "-\(number)"
    return text.prefix(Self.longest - suffix.count) + suffix
  }

  private static let hyphen = UInt8(ascii: "-")

  private static func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), hyphen, UInt8(ascii: "_"): true
    default: false
    }
  }
}
