/// A strict JSON reader that records the location of every value.
///
/// It reads RFC 8259 in UTF-8 with `//` and `/* */` comments and trailing commas. A byte order mark at the start is
/// skipped, because some editors write one. Numbers keep their source text.
///
/// ```swift
/// do {
///   let document = try JSONReader.read(bytes, maximumSize: 1 << 20, maximumDepth: 32)
///   title = document.root["title"]?.text ?? "untitled"
/// } catch {
///   message = "\(error.location): \(error.message)"  // 3:15: a "," is missing before this
/// }
/// ```
package enum JSONReader {
  /// Reads a whole file; throws the first location where it is not JSON.
  ///
  /// A duplicate key in an object does not stop the reader: it is listed in `duplicates`, and the tree keeps the first
  /// value. Time and memory are linear in the size of the file.
  package static func read(
    _ bytes: [UInt8], maximumSize: Int, maximumDepth: Int, maximumValues: Int = .max
  ) throws(JSONError) -> JSONDocument {
    guard bytes.count <= maximumSize else {
      throw JSONError(.start, "the file has \(bytes.count) bytes: at most \(maximumSize) are allowed")
    }
    return try read(bytes, as: .file, maximumDepth: maximumDepth, maximumValues: maximumValues)
  }

  /// Reads one line of a protocol; throws the first location where it is not JSON.
  ///
  /// Comments and trailing commas are errors here.
  package static func readLine(_ bytes: [UInt8], maximumDepth: Int) throws(JSONError) -> JSONDocument {
    try read(bytes, as: .line, maximumDepth: maximumDepth, maximumValues: .max)
  }

  /// Reads one line of a protocol as an object; throws at duplicate keys and other values too.
  package static func readObject(_ bytes: [UInt8], maximumDepth: Int) throws(JSONError) -> JSONObject {
    let document = try readLine(bytes, maximumDepth: maximumDepth)
    if let duplicate = document.duplicates.first { throw duplicate }
    guard let object = document.root.object else { throw JSONError(.start, "not an object") }
    return object
  }

  private static func read(
    _ bytes: [UInt8], as source: JSONSource, maximumDepth: Int, maximumValues: Int
  ) throws(JSONError) -> JSONDocument {
    let text = try JSONEncoding.check(bytes, source)
    var parser = JSONParser(text, as: source, maximumDepth: maximumDepth, maximumValues: maximumValues)
    let root = try parser.parseDocument()
    return JSONDocument(root: root, duplicates: parser.duplicates)
  }
}

/// Several values that programs have written one after another, each on a line or on several.
///
/// ```swift
/// var sequence = try JSONSequence(bytes, maximumDepth: 8)
/// while let value = try sequence.next() { add(value.root) }
/// ```
package struct JSONSequence {
  private var parser: JSONParser

  /// The values in a text.
  package init(_ bytes: [UInt8], maximumDepth: Int) throws(JSONError) {
    let text = try JSONEncoding.check(bytes, .line)
    parser = JSONParser(text, as: .line, maximumDepth: maximumDepth, maximumValues: .max)
  }

  /// Reads the next value; `nil` after the last. Throws the location where it is not JSON.
  package mutating func next() throws(JSONError) -> JSONDocument? { try parser.parseNext() }
}

enum JSONSource {
  /// A handwritten file: comments and trailing commas are allowed.
  case file
  case line

  /// The hint for another encoding, if the text can be saved again.
  func hint(_ text: String) -> String { self == .file ? ": save \(text) as UTF-8" : "" }
}

/// Validates UTF-8 before bytes are read as text.
enum JSONEncoding {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The bytes without a byte order mark; throws the location of the first invalid byte.
  static func check(_ bytes: [UInt8], _ source: JSONSource) throws(JSONError) -> [UInt8] {
    let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(2).contains(0)
    if isUTF16 { throw JSONError(.start, "the \(source) is not UTF-8 but looks like UTF-16\(source.hint("it"))") }
    let text = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes
    do {
      _ = try UTF8Span(validating: text.span)
    } catch {
      throw problem(at: error.byteOffsets.lowerBound, in: text, source)
    }
    return text
  }

  private static func problem(at offset: Int, in text: [UInt8], _ source: JSONSource) -> JSONError {
    var cursor = TextCursor(text)
    while cursor.offset < offset { cursor.advance() }
    let hex = String(text[offset], radix: 16, uppercase: true)
    return JSONError(cursor.location, "the byte 0x\(hex) is not UTF-8\(source.hint("the file"))")
  }
}
