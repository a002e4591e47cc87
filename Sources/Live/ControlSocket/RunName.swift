/// The name by which clients find a run: 1 to 32 of `a-z`, `0-9`, `-` and `_`.
public struct RunName: Equatable, Sendable {
  /// How many characters a name has at most.
  static let longest = 32

  /// The name.
  public let text: String

  /// A name as the user gives it; `nil` where it isn't one.
  public init?(_ text: String) {
    guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy(Self.allows) else { return nil }
    self.text = text
  }

  /// The name of a run of a file: the file's own without its ending, in small letters; `workout` for stdin.
  public init(ofFile file: String) {
    let last = file.split(separator: "/").last ?? ""
    let base = last.lastIndex(of: ".").map { last[..<$0] } ?? last
    var bytes: [UInt8] = []
    for byte in base.lowercased().utf8 {
      let isAllowed = Self.allows(byte)
      // What stands for several characters in a row, or for none, is one hyphen.
      if isAllowed { bytes.append(byte) } else if bytes.last != Self.hyphen { bytes.append(Self.hyphen) }
    }
    var name = bytes.drop { $0 == Self.hyphen }.prefix(Self.longest)
    while name.last == Self.hyphen { name.removeLast() }
    text = name.isEmpty ? "workout" : String(decoding: name, as: UTF8.self)
  }

  /// The name of the run with this number among those of one name; the first has the name itself.
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
