/// A place that walks through UTF-8 and counts lines and columns.
struct TextCursor {
  let bytes: [UInt8]
  private(set) var offset = 0
  private(set) var location = TextLocation.start

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The byte here, or `nil` at the end.
  var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The byte after this one.
  var next: UInt8? { offset + 1 < bytes.count ? bytes[offset + 1] : nil }

  /// Goes one byte on; stays at the end.
  mutating func advance() {
    guard let byte = current else { return }
    if byte == .lineFeed || byte == .carriageReturn && next != .lineFeed {
      location = TextLocation(line: location.line + 1, column: 1)
    } else if byte & 0xC0 != 0x80, byte != .carriageReturn {
      location.column += 1
    }
    offset += 1
  }

  /// The scalar here, or `nil` at the end.
  var scalar: Unicode.Scalar? {
    String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
  }
}

extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let slash = UInt8(ascii: "/")
  static let asterisk = UInt8(ascii: "*")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let period = UInt8(ascii: ".")

  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  var isLetter: Bool { self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z") }
}
