extension JSONParser {
  private static let plainEscapes: [UInt8: UInt8] = [
    .quote: .quote, .backslash: .backslash, .slash: .slash, UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "n"): .lineFeed, UInt8(ascii: "r"): .carriageReturn, UInt8(ascii: "t"): .tab,
  ]

  mutating func parseText() throws(JSONError) -> String {
    let opening = cursor.location
    cursor.advance()
    defer { lastText = (opening, cursor.offset) }
    var text: [UInt8] = []
    while let byte = cursor.current, byte != .quote {
      switch byte {
      case .backslash:
        text += try parseEscape()
      case .lineFeed, .carriageReturn:
        throw JSONError(opening, "a quote is opened here and never closed on its line: end the text with \"")
      case ..<0x20:
        let code = Self.hexadecimal(UInt32(byte))
        let escape = byte == .tab ? "\\t" : "\\u\(code)"
        throw problem("the control character U+\(code) must be written \(escape) in a text")
      default:
        text.append(byte)
        cursor.advance()
      }
    }
    guard cursor.current != nil else {
      throw JSONError(opening, "a quote is opened here and never closed: end the text with \"")
    }
    cursor.advance()
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func parseEscape() throws(JSONError) -> [UInt8] {
    let location = cursor.location
    cursor.advance()
    if cursor.current == UInt8(ascii: "u") {
      cursor.advance()
      return try parseCodePoint(from: location)
    }
    guard let byte = cursor.current, let plain = Self.plainEscapes[byte] else {
      throw JSONError(location, "after \"\\\" comes one of \" \\ / b f n r t, or u and four hexadecimal digits")
    }
    cursor.advance()
    return [plain]
  }

  /// Reads the digits of `\uXXXX`, and the second half of a surrogate pair.
  private mutating func parseCodePoint(from location: TextLocation) throws(JSONError) -> [UInt8] {
    let unit = try parseHexadecimal(from: location)
    var code = unit
    if (0xD800...0xDBFF).contains(unit), cursor.current == .backslash, cursor.next == UInt8(ascii: "u") {
      cursor.advance()
      cursor.advance()
      let low = try parseHexadecimal(from: location)
      guard (0xDC00...0xDFFF).contains(low) else { throw loneSurrogate(unit, location) }
      code = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw loneSurrogate(unit, location) }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func parseHexadecimal(from location: TextLocation) throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = cursor.current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw JSONError(location, "after \"\\u\" come four hexadecimal digits")
      }
      code = code << 4 + UInt32(digit)
      cursor.advance()
    }
    return code
  }

  private func loneSurrogate(_ unit: UInt32, _ location: TextLocation) -> JSONError {
    JSONError(location, "\\u\(Self.hexadecimal(unit)) is half of a character: the other half is missing")
  }

  /// A number in at least four digits.
  static func hexadecimal(_ number: UInt32) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
