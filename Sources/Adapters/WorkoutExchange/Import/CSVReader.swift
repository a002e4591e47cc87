import WorkoutModel

/// Reads tables of phases: a header with `name` and `duration`, then one phase per row.
struct CSVReader {
  /// The known columns.
  private enum Column: String, CaseIterable {
    case name, duration, intensity, say, target, notes, group, sets
  }

  private var log: ExchangeLog
  private var tree = ExchangeTree()
  private var columns: [Column?] = []
  /// The group of the previous row.
  private var label: String?

  /// The workout in a file.
  static func tree(_ bytes: [UInt8], _ log: inout ExchangeLog) throws(ExchangeError) -> ExchangeTree {
    var reader = CSVReader(log: log)
    try reader.read(CSVTable.rows(TextLines.text(bytes)))
    log = reader.log
    return reader.tree
  }

  /// Whether a text begins with a header that has the required columns.
  static func isTable(_ text: String) -> Bool {
    let header = CSVTable.rows(String(text.prefix(2000))).first?.fields.map { $0.trimmed.lowercased() } ?? []
    return header.contains("name") && header.contains("duration")
  }

  private init(log: ExchangeLog) { self.log = log }

  private mutating func read(_ rows: [CSVTable.Row]) throws(ExchangeError) {
    guard let header = rows.first else {
      throw ExchangeError(ExchangeRemark(.file, "", that: "the table", "is empty"))
    }
    columns = header.fields.map { Column(rawValue: $0.trimmed.lowercased()) }
    for (column, name) in zip(columns, header.fields) where column == nil && !name.trimmed.isEmpty {
      log.lose(ExchangeRemark(.line(header.line), name.trimmed, that: "this column", "means nothing here"))
    }
    for needed in [Column.name, .duration] where !columns.contains(needed) {
      throw ExchangeError(
        ExchangeRemark(.line(header.line), "", that: "the column \"\(needed.rawValue)\"", "is missing"))
    }
    for row in rows.dropFirst() where row.fields.contains(where: { !$0.trimmed.isEmpty }) { read(row) }
  }

  private mutating func read(_ row: CSVTable.Row) {
    var fields: [Column: String] = [:]
    for (column, text) in zip(columns, row.fields) {
      if let column, !text.trimmed.isEmpty { fields[column] = text.trimmed }
    }
    let place = ExchangeRemark.Place.line(row.line)
    var step = ExchangeStep(
      fields[.name], length: .zero, target: fields[.target].map { Target($0) }, say: fields[.say],
      notes: fields[.notes], at: place, path: "row")
    readDuration(fields[.duration], into: &step)
    if let word = fields[.intensity] {
      step.intensity = Intensity(rawValue: word.lowercased())
      if step.intensity == nil { fail(place, "intensity", word, "is no intensity") }
    }
    let label = fields[.group]
    let sets = fields[.sets].flatMap { ExchangeNumber.whole($0) }
    if let text = fields[.sets], sets.map(Limits.sets.contains) != true {
      fail(place, "sets", text, "must be 1…100000")
    }
    guard label != nil || (sets ?? 1) > 1 else {
      self.label = nil
      return tree.nodes.append(.step(step))
    }
    defer { self.label = label }
    // Consecutive rows of one group form a set group; one row or all rows give its number of sets.
    if case .group(var group)? = tree.nodes.last, let label, label == self.label,
      sets == nil || sets == group.sets || group.sets == 1
    {
      group.nodes.append(.step(step))
      group.sets = sets ?? group.sets
      tree.nodes[tree.nodes.count - 1] = .group(group)
    } else {
      // A group label that is a number is not a name.
      let name = label.flatMap { $0.allSatisfy(\.isNumber) ? nil : $0 }
      tree.nodes.append(
        .group(ExchangeGroup(name: name, sets: sets ?? 1, nodes: [.step(step)], at: place, path: "row")))
    }
  }

  /// Reads seconds, or a duration as in a workout file; `open` if the user ends the phase.
  private mutating func readDuration(_ text: String?, into step: inout ExchangeStep) {
    guard let text else { return fail(step.place, "duration", "", "is missing") }
    if text.lowercased() == "open" {
      step.length = nil
    } else if let seconds = ExchangeNumber.seconds(text) ?? (try? DurationText.read(text)), seconds >= .zero {
      step.length = seconds
    } else {
      fail(step.place, "duration", text, "is no duration: write seconds, 1:30, or 1m30s")
    }
  }

  private mutating func fail(_ place: ExchangeRemark.Place, _ column: String, _ text: String, _ why: String) {
    log.fail(ExchangeRemark(place, column, that: text.isEmpty ? "a value" : "\"\(text)\"", why))
  }
}

/// The rows of a CSV text (RFC 4180) with commas, semicolons or tabs as separators.
enum CSVTable {
  /// A row and the number of its first line.
  struct Row: Equatable {
    var fields: [String]
    let line: Int
  }

  /// The rows; the separator is the candidate that is most frequent in the first line.
  static func rows(_ text: String) -> [Row] {
    let separator = separator(of: text)
    var rows: [Row] = []
    var field = String.UnicodeScalarView()
    var fields: [String] = []
    var (line, start) = (1, 1)
    var (isQuoted, wasQuoted) = (false, false)
    // By scalars, so that a separator followed by a combining mark still counts.
    var iterator = text.unicodeScalars.makeIterator()
    var next = iterator.next()
    func endField() {
      fields.append(String(field))
      (field, wasQuoted) = (String.UnicodeScalarView(), false)
    }
    while let scalar = next {
      next = iterator.next()
      let isBreak = scalar == "\n" || scalar == "\r" && next != "\n"
      if isBreak { line += 1 }
      if isQuoted {
        if scalar == "\"", next == "\"" {
          field.append("\"")
          next = iterator.next()
        } else if scalar == "\"" {
          (isQuoted, wasQuoted) = (false, true)
        } else {
          field.append(scalar)
        }
      } else if scalar == "\"", field.isEmpty, !wasQuoted {
        isQuoted = true
      } else if scalar == separator {
        endField()
      } else if isBreak {
        endField()
        rows.append(Row(fields: fields, line: start))
        (fields, start) = ([], line)
      } else if scalar != "\r" {
        field.append(scalar)
      }
    }
    if !field.isEmpty || !fields.isEmpty {
      endField()
      rows.append(Row(fields: fields, line: start))
    }
    return rows
  }

  private static func separator(of text: String) -> Unicode.Scalar {
    let header = text.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
    let counts = [",", ";", "\t"].map { (sign: Unicode.Scalar) in (sign, header.count { $0 == sign }) }
    return counts.max { $0.1 < $1.1 }?.0 ?? ","
  }
}
