/// A place in a text file: `TextLocation(line: 3, column: 5)` prints as `3:5`.
///
/// Lines end with LF, CR LF or CR. Columns count Unicode scalars, a tab as one, so that a letter outside ASCII is one
/// column as in an editor; a letter written with combining marks, or a joined emoji, is several.
package struct TextLocation: Equatable, Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  package var line: Int
  /// The column, counted from 1.
  package var column: Int

  /// The first character of a file.
  package static let start = TextLocation(line: 1, column: 1)

  /// A location from its line and column.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place as compilers print it: `line:column`.
  package var description: String { "\(line):\(column)" }

  /// Whether the first place comes before the second one in the file.
  package static func < (a: TextLocation, b: TextLocation) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

/// A cursor over UTF-8 that counts lines and columns.
package struct TextCursor {
  let bytes: [UInt8]
  package private(set) var offset = 0
  package private(set) var location = TextLocation.start

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The current byte, or `nil` at the end.
  var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The byte after this one.
  var next: UInt8? { offset + 1 < bytes.count ? bytes[offset + 1] : nil }

  /// Advances by one byte; stays at the end.
  package mutating func advance() {
    guard let byte = current else { return }
    if byte == .lineFeed || byte == .carriageReturn && next != .lineFeed {
      location = TextLocation(line: location.line + 1, column: 1)
    } else if byte & 0xC0 != 0x80, byte != .carriageReturn {
      location.column += 1
    }
    offset += 1
  }

  var scalar: Unicode.Scalar? {
    String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
  }
}

extension UInt8 {
  package static let tab = UInt8(ascii: "\t")
  package static let lineFeed = UInt8(ascii: "\n")
  package static let carriageReturn = UInt8(ascii: "\r")
  package static let space = UInt8(ascii: " ")
  package static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let slash = UInt8(ascii: "/")
  static let asterisk = UInt8(ascii: "*")
  package static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  package static let period = UInt8(ascii: ".")

  package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  package var isLetter: Bool { self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z") }
}
