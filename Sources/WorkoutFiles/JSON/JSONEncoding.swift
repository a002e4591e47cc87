/// Makes sure that bytes are UTF-8 before they are read as text.
enum JSONEncoding {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The bytes without a byte order mark; throws the place of the first that is not UTF-8.
  static func check(_ bytes: [UInt8]) throws(LocatedProblem) -> [UInt8] {
    let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(2).contains(0)
    if isUTF16 { throw LocatedProblem(.start, "the file is not UTF-8 but looks like UTF-16: save it as UTF-8") }
    let text = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes
    do {
      _ = try UTF8Span(validating: text.span)
    } catch {
      throw problem(at: error.byteOffsets.lowerBound, in: text)
    }
    return text
  }

  private static func problem(at offset: Int, in text: [UInt8]) -> LocatedProblem {
    var cursor = TextCursor(text)
    while cursor.offset < offset { cursor.advance() }
    let hex = String(text[offset], radix: 16, uppercase: true)
    return LocatedProblem(cursor.location, "the byte 0x\(hex) is not UTF-8: save the file as UTF-8")
  }
}
