/// Small parsers of what accompanies a render, written from the formats' descriptions and not from the writers.
enum MediaParsers {
  /// A named stretch of time, its moments counted in units of the format.
  struct Span: Equatable {
    var title: String
    var start: Int
    var end: Int?
  }

  struct ParseError: Error {
    let line: String
  }

  /// Lines as every player parts them: at LF and CR, whatever marks follow.
  static func lines(_ text: String) -> [String] {
    text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }
      .map { String(Substring($0)) }
  }

  /// Digits of `1:02:03.456` and the like as a number of the last part's units.
  private static func number(_ text: Substring, _ bases: [Int], _ signs: [Character]) throws -> Int {
    let parts = text.split(omittingEmptySubsequences: false) { signs.contains($0) }
    guard parts.count == bases.count else { throw ParseError(line: String(text)) }
    return try zip(parts, bases).reduce(0) { sum, part in
      guard !part.0.isEmpty, part.0.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(part.0) else {
        throw ParseError(line: String(text))
      }
      return sum * part.1 + number
    }
  }

  static func cue(_ text: String) throws -> [Span] {
    var spans: [Span] = []
    for line in lines(text) where !line.isEmpty {
      let words = line.drop { $0 == " " }
      let quotes = words.unicodeScalars.count { $0 == "\"" }
      if words.hasPrefix("TRACK ") {
        spans.append(Span(title: "", start: -1))
      } else if words.hasPrefix("INDEX 01 "), !spans.isEmpty {
        spans[spans.count - 1].start = try number(words.dropFirst(9), [1, 60, 75], [":"])
      } else if quotes == 2, words.unicodeScalars.last == "\"" || words.hasSuffix(" WAVE") {
        if words.hasPrefix("TITLE "), !spans.isEmpty {
          spans[spans.count - 1].title = String(Substring(words.unicodeScalars.dropFirst(7).dropLast()))
        }
      } else {
        throw ParseError(line: line)
      }
    }
    return spans
  }

  static func labels(_ text: String) throws -> [Span] {
    try lines(text).dropLast().map { line in
      let parts = line.unicodeScalars.split(separator: "\t", omittingEmptySubsequences: false).map { Substring($0) }
      guard parts.count == 3 else { throw ParseError(line: line) }
      return Span(title: String(parts[2]), start: try seconds(parts[0]), end: try seconds(parts[1]))
    }
  }

  /// A millionth of a second is the unit.
  static func seconds(_ text: Substring) throws -> Int {
    guard text.split(separator: ".").last?.count == 6 else { throw ParseError(line: String(text)) }
    return try number(text, [1, 1_000_000], ["."])
  }

  static func metadata(_ text: String) throws -> [Span] {
    var spans: [Span] = []
    for line in lines(text).dropFirst().dropLast() {
      if line == "[CHAPTER]" {
        spans.append(Span(title: "", start: -1))
        continue
      }
      let scalars = Array(line.unicodeScalars)
      guard let sign = scalars.firstIndex(of: "=") else { throw ParseError(line: line) }
      var value = String.UnicodeScalarView()
      var isEscaped = false
      for scalar in scalars[(sign + 1)...] {
        if !isEscaped, scalar == "\\" {
          isEscaped = true
          continue
        }
        if !isEscaped, "=;#".unicodeScalars.contains(scalar) { throw ParseError(line: line) }
        value.append(scalar)
        isEscaped = false
      }
      guard !isEscaped else { throw ParseError(line: line) }
      let key = String(Substring(line.unicodeScalars.prefix(sign)))
      switch (key, spans.indices.last) {
      case ("title", let last?): spans[last].title = String(value)
      case ("START", let last?): spans[last].start = try number(Substring(String(value)), [1], [])
      case ("END", let last?): spans[last].end = try number(Substring(String(value)), [1], [])
      case ("TIMEBASE", _?): guard String(value) == "1/1000000000" else { throw ParseError(line: line) }
      case ("title", nil), ("artist", nil): break
      default: throw ParseError(line: line)
      }
    }
    return spans
  }

  /// Blocks of WebVTT (`sign` is a point) or SubRip, in thousandths.
  static func captions(_ text: String, sign: Character) throws -> [Span] {
    var rest = lines(text)[...]
    var spans: [Span] = []
    if sign == "." {
      guard rest.popFirst() == "WEBVTT", rest.popFirst() == "" else { throw ParseError(line: "WEBVTT") }
    }
    while let first = rest.popFirst() {
      if first.isEmpty && rest.isEmpty { break }
      var times = first
      if sign == "," {
        guard first == "\(spans.count + 1)", let next = rest.popFirst() else { throw ParseError(line: first) }
        times = next
      }
      let moments = times.split(separator: " ")
      guard moments.count == 3, moments[1] == "-->", let words = rest.popFirst(), !words.isEmpty,
        rest.popFirst() == ""
      else { throw ParseError(line: times) }
      let bytes = Array(words.utf8)
      let isArrow = bytes.indices.contains { bytes[$0...].starts(with: "-->".utf8) }
      guard !isArrow, !bytes.contains(UInt8(ascii: "<")), !bytes.contains(UInt8(ascii: ">")) else {
        throw ParseError(line: words)
      }
      let ends = try [moments[0], moments[2]].map { try number($0, [1, 60, 60, 1000], [":", sign]) }
      spans.append(Span(title: sign == "." ? unescaped(words) : words, start: ends[0], end: ends[1]))
    }
    return spans
  }

  /// The text behind `&lt;` and its kin; what else begins with `&` stays and fails a comparison.
  static func unescaped(_ text: String) -> String {
    var bytes = Array(text.utf8)[...]
    var result: [UInt8] = []
    let names: [(String, UInt8)] = [
      ("&amp;", UInt8(ascii: "&")), ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")),
      ("&quot;", UInt8(ascii: "\"")),
    ]
    while let first = bytes.first {
      if let (name, byte) = names.first(where: { bytes.starts(with: $0.0.utf8) }) {
        result.append(byte)
        bytes = bytes.dropFirst(name.utf8.count)
      } else {
        result.append(first)
        bytes = bytes.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Lines of lyrics in hundredths; an empty title ends the one before.
  static func lyrics(_ text: String) throws -> [Span] {
    try lines(text).dropLast().filter { !$0.hasPrefix("[ti:") && !$0.hasPrefix("[ar:") }.map { line in
      let scalars = line.unicodeScalars
      guard scalars.first == "[", let close = scalars.firstIndex(of: "]"),
        scalars.count(where: { $0 == "[" || $0 == "]" }) == 2
      else { throw ParseError(line: line) }
      let time = Substring(scalars[..<close].dropFirst())
      let words = String(Substring(scalars[scalars.index(after: close)...]))
      return Span(title: words, start: try number(time, [1, 60, 100], [":", "."]))
    }
  }

  /// The properties of a calendar; throws if a line is longer than 75 bytes or has an end of its own.
  static func calendar(_ text: String) throws -> [(name: String, value: String)] {
    let bytes = Array(text.utf8)
    guard bytes.suffix(2) == [13, 10] else { throw ParseError(line: "end") }
    var logical: [[UInt8]] = []
    for line in bytes.dropLast().split(separator: 10, omittingEmptySubsequences: false) {
      guard line.last == 13, !line.dropLast().contains(13), line.count <= 76,
        let words = String(validating: line, as: UTF8.self)
      else {
        if line == bytes.dropLast().split(separator: 10, omittingEmptySubsequences: false).last { continue }
        throw ParseError(line: String(decoding: line, as: UTF8.self))
      }
      if words.unicodeScalars.first == " ", !logical.isEmpty {
        logical[logical.count - 1] += line.dropFirst().dropLast()
      } else {
        logical.append(Array(line.dropLast()))
      }
    }
    return try logical.map { line in
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
        throw ParseError(line: String(decoding: line, as: UTF8.self))
      }
      return (
        String(decoding: line[..<colon], as: UTF8.self), String(decoding: line[(colon + 1)...], as: UTF8.self)
      )
    }
  }

  /// A text of a calendar without its escapes; throws if a sign is not escaped.
  static func calendarText(_ value: String) throws -> String {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if isEscaped {
        guard ",;\\n".unicodeScalars.contains(scalar) else { throw ParseError(line: value) }
        result.append(scalar == "n" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        guard scalar != "," && scalar != ";" else { throw ParseError(line: value) }
        result.append(scalar)
      }
    }
    guard !isEscaped else { throw ParseError(line: value) }
    return String(result)
  }
}
