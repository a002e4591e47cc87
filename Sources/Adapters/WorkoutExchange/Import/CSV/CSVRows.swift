import StrictJSON

/// The rows of a CSV text (RFC 4180) with commas, semicolons or tabs as separators.
struct CSVRows: IteratorProtocol {
  struct Row: Equatable {
    var fields: [String]
    let line: Int
  }

  /// The most fields of a row; further ones are not read.
  static let fieldLimit = 1000

  private let utf8: [UInt8]
  /// The separator of fields; `nil` if each row is one field.
  private let separator: UInt8?
  private var offset = 0
  private var line = 1
  /// The line of a quotation mark that no other closes.
  private(set) var openQuote: Int?

  /// The rows of a text in UTF-8 with a known separator.
  init(_ utf8: [UInt8], separator: UInt8?) {
    self.utf8 = utf8
    self.separator = separator
  }

  /// The rows of a text in UTF-8.
  ///
  /// The separator is the candidate that is most frequent in the first line, or the one that a line `sep=;` names, as
  /// spreadsheets write it.
  init(_ utf8: [UInt8]) {
    self.utf8 = utf8
    let first = utf8.prefix { $0 != .lineFeed && $0 != .carriageReturn }
    if first.count == 5, first.starts(with: "sep=".utf8), let named = first.last {
      separator = named
      _ = next()
      return
    }
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in first {
      if byte == .quote { isQuoted.toggle() }
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    let candidates = [UInt8.comma, UInt8(ascii: ";"), .tab]
    separator = candidates.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? .comma
  }

  mutating func next() -> Row? {
    guard offset < utf8.count else { return nil }
    let start = line
    var fields: [String] = []
    repeat {
      let field = nextField()
      if fields.count < Self.fieldLimit { fields.append(field) }
    } while endField()
    return Row(fields: fields, line: start)
  }

  /// Skips a separator, or the end of the row, after which it returns `false`.
  private mutating func endField() -> Bool {
    guard offset < utf8.count else { return false }
    defer { offset += 1 }
    if utf8[offset] == separator { return true }
    if utf8[offset] == .carriageReturn, offset + 1 < utf8.count, utf8[offset + 1] == .lineFeed { offset += 1 }
    line += 1
    return false
  }

  /// Reads a field up to a separator or the end of its row.
  private mutating func nextField() -> String {
    var field: [UInt8] = []
    if offset < utf8.count, utf8[offset] == .quote { field = nextQuoted() }
    let start = offset
    while offset < utf8.count, utf8[offset] != separator, utf8[offset] != .lineFeed, utf8[offset] != .carriageReturn {
      offset += 1
    }
    if field.isEmpty { return String(decoding: utf8[start..<offset], as: UTF8.self) }
    return String(decoding: field + utf8[start..<offset], as: UTF8.self)
  }

  /// Reads a text in quotation marks, in which two of them are one.
  private mutating func nextQuoted() -> [UInt8] {
    var field: [UInt8] = []
    let start = line
    offset += 1
    while offset < utf8.count {
      let byte = utf8[offset]
      let follower = offset + 1 < utf8.count ? utf8[offset + 1] : nil
      offset += 1
      if byte == .quote {
        guard follower == .quote else { return field }
        offset += 1
      } else if byte == .lineFeed || byte == .carriageReturn && follower != .lineFeed {
        line += 1
      }
      field.append(byte)
    }
    openQuote = start
    return field
  }
}
