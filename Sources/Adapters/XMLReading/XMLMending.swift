import StrictJSON
import WorkoutExchange
import WorkoutModel

/// Makes a text well-formed where other programs are lenient: ampersands that begin no reference, entities of HTML,
/// document types without declarations, and blanks before the XML declaration.
///
/// Whatever is replaced is reported, and the places of the mended text are converted to those of the file.
struct XMLMending {
  private static let longestReference = 32
  /// The most replacements in a file.
  private static let limit = 20_000

  private(set) var text: [UInt8] = []
  private let original: [UInt8]
  private let log: ExchangeLog
  private var cursor: TextCursor
  private var copied = 0
  /// The ends of the replacements in the mended text, and the columns by which the rest of their lines was moved.
  private var shifts: [(end: TextLocation, columns: Int)] = []

  /// Mends a text in UTF-8; throws if too much of it has to be replaced.
  init(_ bytes: [UInt8], _ log: ExchangeLog) throws(ExchangeError) {
    original = bytes
    self.log = log
    cursor = TextCursor(bytes)
    var (index, isProlog) = (0, true)
    while let next = bytes[index...].firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) {
      if bytes[next] == UInt8(ascii: "&") {
        try mendReference(at: next)
        index = next + 1
      } else {
        index = skipMarkup(at: next, &isProlog)
      }
    }
    if copied == 0 { text = bytes } else { text += bytes[copied...] }
  }

  /// The place in the file of a place in the mended text.
  func location(_ location: TextLocation) -> TextLocation {
    let next = shifts.partitioningIndex { $0.end > location }
    guard next > 0, shifts[next - 1].end.line == location.line else { return location }
    return TextLocation(line: location.line, column: location.column + shifts[next - 1].columns)
  }
}

extension XMLMending {
  /// Skips a comment, a section of character data, a declaration, or the beginning of a tag; returns its end.
  private mutating func skipMarkup(at start: Int, _ isProlog: inout Bool) -> Int {
    guard start + 1 < original.count, [UInt8(ascii: "!"), UInt8(ascii: "?")].contains(original[start + 1]) else {
      isProlog = false
      return start + 1
    }
    if has("<!--", at: start) { return end(of: "-->", from: start + 4) }
    if has("<![CDATA[", at: start) { return end(of: "]]>", from: start + 9) }
    if has("<?", at: start) {
      let end = end(of: "?>", from: start + 2)
      if start > 0, isProlog, has("<?xml ", at: start) {
        blank(start..<end, "the XML declaration", "is not at the start")
      }
      return end
    }
    guard isProlog, has("<!DOCTYPE", at: start), let end = endOfDocumentType(from: start) else {
      isProlog = false
      return start + 1
    }
    blank(start..<end, "the document type", "was left out")
    return end
  }

  private func endOfDocumentType(from start: Int) -> Int? {
    var quote: UInt8?
    for index in start..<original.count {
      switch original[index] {
      case let byte where byte == quote: quote = nil
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = quote ?? original[index]
      case UInt8(ascii: "[") where quote == nil: return nil
      case UInt8(ascii: ">") where quote == nil: return index + 1
      default: break
      }
    }
    return nil
  }

  /// Replaces a part by spaces, except for its line breaks, so that all columns stay.
  private mutating func blank(_ range: Range<Int>, _ what: String, _ why: String) {
    log.warn(.text(location(at: range.lowerBound)), that: what, why)
    text += original[copied..<range.lowerBound]
    for byte in original[range] where byte & 0xC0 != 0x80 {
      text.append(byte == .lineFeed || byte == .carriageReturn ? byte : .space)
    }
    copied = range.upperBound
  }

  private mutating func mendReference(at start: Int) throws(ExchangeError) {
    let rest = original[(start + 1)...].prefix(Self.longestReference)
    let name = rest.prefix { $0.isDigit || $0.isLetter || $0 == UInt8(ascii: "#") }
    let isClosed = name.endIndex < original.count && original[name.endIndex] == UInt8(ascii: ";") && !name.isEmpty
    let word = String(decoding: name, as: UTF8.self)
    if isClosed, HTMLEntities.predefined.contains(word) || Self.isCharacterReference(name) { return }
    let place = location(at: start)
    guard shifts.count < Self.limit else {
      let why = "are more references that XML doesn't know than \(Self.limit)"
      throw ExchangeError(.text(place), that: "here", why)
    }
    text += original[copied..<start]
    if isClosed, let scalar = HTMLEntities.scalars[word] {
      let what = "&\(word);"
      log.warn(.text(place), that: "\"\(what)\"", "is not an XML entity and was read as in HTML")
      text += String(scalar).utf8
      copied = name.endIndex + 1
      shift(at: place, by: what.utf8.count - 1, to: 1)
    } else {
      log.warn(.text(place), that: "an \"&\" that starts no reference", "was read as text")
      text += "&amp;".utf8
      copied = start + 1
      shift(at: place, by: -4, to: 5)
    }
  }

  /// Notes that the text after `place` was moved by some columns, behind a replacement of `length` columns.
  private mutating func shift(at place: TextLocation, by columns: Int, to length: Int) {
    let before = shifts.last.flatMap { $0.end.line == place.line ? $0.columns : nil } ?? 0
    let end = TextLocation(line: place.line, column: place.column - before + length)
    shifts.append((end, before + columns))
  }

  /// `#233` or `#xE9`, which expat resolves.
  private static func isCharacterReference(_ name: ArraySlice<UInt8>) -> Bool {
    guard name.first == UInt8(ascii: "#") else { return false }
    let digits = name.dropFirst()
    if digits.first == UInt8(ascii: "x") {
      return digits.count > 1 && digits.dropFirst().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
    return !digits.isEmpty && digits.allSatisfy(\.isDigit)
  }

  private mutating func location(at offset: Int) -> TextLocation {
    while cursor.offset < offset { cursor.advance() }
    return cursor.location
  }

  /// Whether a word is at an offset, ignoring the case of its letters.
  private func has(_ word: String, at start: Int) -> Bool {
    start + word.utf8.count <= original.count
      && zip(original[start...], word.utf8).allSatisfy { $0 == $1 || $0.isLetter && $0 ^ $1 == 0x20 }
  }

  /// The offset after the next occurrence of some characters; the end of the text if there is none.
  private func end(of word: String, from start: Int) -> Int {
    let word = Array(word.utf8)
    var index = start
    while index + word.count <= original.count {
      if original[index] == word[0], original[index...].starts(with: word) { return index + word.count }
      index += 1
    }
    return original.count
  }
}
