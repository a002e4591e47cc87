/// Reads ERG and MRC files: a list of times and powers, where each pair of neighbours is a step.
///
/// There is no specification: the forms are those that Golden Cheetah and TrainerRoad write and read.
struct ERGReader {
  private enum Section: String {
    case header = "COURSE HEADER"
    case data = "COURSE DATA"
    case text = "COURSE TEXT"
    case outside = ""
  }

  /// The maximum number of lines: two a second for a day.
  private static let lineLimit = 200_000

  private let log: ExchangeLog
  private var tree = ExchangeTree()
  private var section = Section.outside
  private var course: ERGCourse
  private var texts = ERGTexts()

  static func tree(_ text: ImportText, _ options: ImportOptions, _ log: ExchangeLog) -> ExchangeTree {
    var reader = ERGReader(options, log)
    reader.read(text)
    return reader.tree
  }

  private init(_ options: ImportOptions, _ log: ExchangeLog) {
    self.log = log
    course = ERGCourse(options, log)
  }

  private mutating func read(_ text: ImportText) {
    for line in text.lines {
      guard line.number <= Self.lineLimit else {
        log.fail(.file, that: "the text", "has more than \(Self.lineLimit) lines")
        break
      }
      if let issue = line.issue { log.warn(issue) }
      read(line.text.trimmed, line.number)
      if course.isFull || texts.isFull { break }
    }
    tree.nodes = course.nodes()
    tree.texts = texts.texts(before: course.end, log)
  }

  private mutating func read(_ line: String, _ number: Int) {
    if line.isEmpty { return }
    if line.hasPrefix("[") {
      section = Section(rawValue: line.uppercased().filter { $0 != "[" && $0 != "]" }.trimmed) ?? .outside
      return
    }
    if line.hasPrefix(";") { return readComment(line, number) }
    if section != .text, readColumns(line, number) { return }
    if section != .text, let sign = line.utf8.firstIndex(of: UInt8(ascii: "=")) {
      return readSetting(line[..<sign].trimmed.uppercased(), line[line.index(after: sign)...].trimmed, number)
    }
    let isKnown =
      switch section {
      case .data: course.read(line, number)
      case .text: texts.read(line, number)
      case .header, .outside: false
      }
    guard !isKnown else { return }
    let what =
      switch section {
      case .header: "a line without \"=\""
      case .data: "a line that is neither a point nor a lap"
      case .text: "a line without seconds and words"
      case .outside: "a line outside the sections"
      }
    log.warn(.line(number, section.rawValue), that: what, "was skipped")
  }

  /// Golden Cheetah reads the names of the columns behind a semicolon too.
  private mutating func readComment(_ line: String, _ number: Int) {
    let comment = line.drop { $0 == ";" }.trimmed
    guard comment.uppercased().hasPrefix("MINUTES"), readColumns(comment, number) else { return }
    log.warn(.line(number, section.rawValue), that: "\"\(line)\"", "was read, although it is a comment")
  }

  /// Reads the names of the columns, such as `MINUTES WATTS`.
  private mutating func readColumns(_ line: String, _ number: Int) -> Bool {
    guard let first = line.first, "MmDd".contains(first) else { return false }
    let words = line.uppercased().split(whereSeparator: \.isWhitespace)
    guard words.count > 1, words[0] == "MINUTES" || words[0] == "DISTANCE" else { return false }
    func has(_ names: String...) -> Bool {
      words.dropFirst().contains { word in names.contains { word.hasPrefix($0) } }
    }
    if words[0] == "DISTANCE" {
      log.fail(.line(number, section.rawValue), that: "a course of distances and grades", "is not a workout")
    } else if has("PERCENT") {
      course.isPercent = true
    } else if has("FTP", "%") {
      course.isPercent = true
      log.warn(.line(number, section.rawValue), that: "\"\(line)\"", "was read as MINUTES PERCENT")
    } else if has("WATT") {
      course.isPercent = false
    } else {
      log.fail(.line(number, section.rawValue), that: "\"\(line)\"", "is neither watts nor per cent")
    }
    return true
  }

  private mutating func readSetting(_ key: String, _ text: String, _ number: Int) {
    // Some programs write the word for what a course hasn't.
    let value = text.lowercased() == "none" ? "" : text
    switch key {
    case "DESCRIPTION": tree.description = value
    case "FILE NAME": tree.name = Self.stem(value)
    case "SOURCE": tree.author = value
    case "FTP":
      course.ftp = ExchangeNumber.whole(value).flatMap { ExchangeNumber.ftp.contains($0) ? $0 : nil }
      if course.ftp == nil {
        log.warn(.line(number, key), that: "\"\(value)\"", "is not a power in watts")
      }
    case "VERSION", "UNITS": break
    default:
      log.warn(.line(number, key), that: "\"\(value)\"", "means nothing here")
    }
  }

  private static func stem(_ name: String) -> String {
    name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? String(name[..<$0]) : nil } ?? name
  }
}
