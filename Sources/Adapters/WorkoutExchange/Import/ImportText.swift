import StrictJSON

/// The text of a file of another program, decoded to UTF-8.
///
/// UTF-16 is recognized by its byte order mark, or by the zeros of its first letters. An XML file may declare Latin-1;
/// other bytes that aren't UTF-8 are read as Latin-1 too.
struct ImportText {
  /// The largest file, in bytes.
  static let maximumSize = 4 << 20

  /// The text in UTF-8, without a byte order mark.
  let utf8: [UInt8]
  private let issues: [(isOfEncoding: Bool, issue: ExchangeIssue)]

  init(_ bytes: [UInt8]) {
    let declared = Self.declaredEncoding(bytes)
    var text: [UInt8]
    var issues: [(isOfEncoding: Bool, issue: ExchangeIssue)] = []
    func add(_ why: String, isOfEncoding: Bool = false) {
      issues.append((isOfEncoding, ExchangeIssue(.file, that: "the text", why)))
    }
    if let isBigEndian = Self.isBigEndianUTF16(bytes) {
      text = Self.transcoded(bytes, isBigEndian: isBigEndian)
      add("is UTF-16, not UTF-8")
    } else if Self.latin1Names.contains(declared) {
      text = Self.transcodedLatin1(bytes)
    } else if (try? UTF8Span(validating: bytes.span)) != nil {
      text = bytes
      if declared.hasPrefix("utf-16") { add("is UTF-8, although it is declared as \(declared)") }
    } else {
      text = Self.transcodedLatin1(bytes)
      add("is not UTF-8 and was read as Latin-1", isOfEncoding: true)
    }
    if Self.dropMarks(&text) { add("has a byte order mark that is not its beginning") }
    utf8 = text
    self.issues = issues
  }

  /// The issues on a file of a format; Latin-1 is an encoding of Just Another Workout Timer.
  func issues(for format: ExchangeFormat) -> [ExchangeIssue] {
    issues.filter { !($0.isOfEncoding && format == .jawt) }.map(\.issue)
  }

  func prefix(_ length: Int) -> String { String(decoding: utf8.prefix(length), as: UTF8.self) }

  var lines: ImportLines { ImportLines(utf8) }
}

extension ImportText {
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let latin1Names: Set<String> = [
    "iso-8859-1", "iso_8859-1", "latin1", "latin-1", "windows-1252", "cp1252",
  ]
  /// The letters of Windows-1252 from 0x80 to 0x9F, which has controls there in Latin-1.
  private static let windows1252 = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  /// The byte order of UTF-16; `nil` for another encoding.
  private static func isBigEndianUTF16(_ bytes: [UInt8]) -> Bool? {
    if bytes.starts(with: [0xFE, 0xFF]) { return true }
    if bytes.starts(with: [0xFF, 0xFE]) { return false }
    guard bytes.count >= 4 else { return nil }
    switch bytes[..<4].map({ $0 == 0 }) {
    case [true, false, true, false]: return true
    case [false, true, false, true]: return false
    default: return nil
    }
  }

  private static func transcoded(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
    let high = isBigEndian ? 0 : 1
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func transcodedLatin1(_ bytes: [UInt8]) -> [UInt8] {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      text.append((0x80..<0xA0).contains(byte) ? windows1252[Int(byte) - 0x80] : Unicode.Scalar(byte))
    }
    return Array(String(text).utf8)
  }

  /// The encoding in an XML declaration, in lower case; empty if there is none.
  private static func declaredEncoding(_ bytes: [UInt8]) -> String {
    let start = String(decoding: bytes.prefix(200), as: UTF8.self)
    guard let open = start.firstRange(of: "<?xml"), let end = start.firstRange(of: "?>"),
      open.upperBound <= end.lowerBound,
      let name = start[open.upperBound..<end.lowerBound].firstRange(of: "encoding")
    else { return "" }
    let value = start[name.upperBound..<end.lowerBound].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return "" }
    return value.dropFirst().prefix { $0 != quote }.lowercased()
  }

  /// Drops a byte order mark at the start, and replaces others before the text by spaces; returns whether there were
  /// others.
  private static func dropMarks(_ text: inout [UInt8]) -> Bool {
    var index = text.starts(with: mark) ? mark.count : 0
    var (blanks, hasOthers): ([UInt8], Bool) = ([], false)
    while index < text.count {
      if text[index...].starts(with: mark) {
        blanks.append(.space)
        hasOthers = true
        index += mark.count
      } else if [.space, .tab, .lineFeed, .carriageReturn].contains(text[index]) {
        blanks.append(text[index])
        index += 1
      } else {
        break
      }
    }
    if index > blanks.count { text.replaceSubrange(..<index, with: blanks) }
    return hasOthers
  }
}

struct ImportLines: Sequence, IteratorProtocol {
  struct Line {
    /// The number, counted from 1.
    let number: Int
    let text: String
    let issue: ExchangeIssue?
  }

  /// The longest line, in bytes; texts of a workout are much shorter.
  private static let limit = 8192

  private let utf8: [UInt8]
  private var offset = 0
  private var number = 0

  init(_ utf8: [UInt8]) { self.utf8 = utf8 }

  mutating func next() -> Line? {
    guard offset < utf8.count else { return nil }
    let start = offset
    while offset < utf8.count, utf8[offset] != .lineFeed, utf8[offset] != .carriageReturn { offset += 1 }
    var end = offset
    if offset < utf8.count {
      let isPair = utf8[offset] == .carriageReturn && offset + 1 < utf8.count && utf8[offset + 1] == .lineFeed
      offset += isPair ? 2 : 1
    }
    number += 1
    guard end - start > Self.limit else {
      return Line(number: number, text: String(decoding: utf8[start..<end], as: UTF8.self), issue: nil)
    }
    let why = "was cut to \(Self.limit) bytes"
    let issue = ExchangeIssue(.line(number), that: "a line of \(end - start) bytes", why)
    end = start + Self.limit
    while utf8[end] & 0xC0 == 0x80 { end -= 1 }
    return Line(number: number, text: String(decoding: utf8[start..<end], as: UTF8.self), issue: issue)
  }
}
