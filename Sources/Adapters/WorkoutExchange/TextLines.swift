/// Decodes text files of other programs.
enum TextLines {
  /// The text of a file without a byte order mark; invalid UTF-8 is read as Latin-1.
  static func text(_ bytes: [UInt8]) -> String {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    if let text = String(validating: body, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) }))
  }

  /// The lines of a file, without line breaks.
  static func lines(_ bytes: [UInt8]) -> [String] {
    text(bytes).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }
}

extension StringProtocol {
  /// The text without leading and trailing blanks.
  var trimmed: String {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? start
    return String(self[start..<end])
  }
}
