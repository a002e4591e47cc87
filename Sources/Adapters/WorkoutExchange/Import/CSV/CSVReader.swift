import WorkoutModel

/// Reads tables of phases: a header with `name` and `duration`, then one phase per row.
struct CSVReader {
  private enum Column: String, CaseIterable {
    case name, duration, intensity, say, target, notes, group, sets
  }

  private let log: ExchangeLog
  private var tree = ExchangeTree()
  private var columns: [Column?] = []
  private var group: (label: String?, group: ExchangeGroup)?
  private var count = 0

  static func tree(_ text: ImportText, _ log: ExchangeLog) throws(ExchangeError) -> ExchangeTree {
    var reader = CSVReader(log: log)
    try reader.read(CSVRows(text.utf8))
    return reader.tree
  }

  /// Whether a text begins with a header that has the required columns.
  static func isTable(_ text: ImportText) -> Bool {
    var rows = CSVRows(Array(text.utf8.prefix(2000)))
    let header = rows.next()?.fields.map { $0.trimmed.lowercased() } ?? []
    return header.contains("name") && header.contains("duration")
  }

  private mutating func read(_ table: CSVRows) throws(ExchangeError) {
    var rows = table
    guard let header = rows.next() else {
      throw ExchangeError(.file, that: "the table", "is empty")
    }
    guard header.fields.count < CSVRows.fieldLimit else {
      throw ExchangeError(.line(header.line), that: "the table", "has too many columns")
    }
    columns = header.fields.map { Column(rawValue: $0.trimmed.lowercased()) }
    for (column, name) in zip(columns, header.fields) where column == nil && !name.trimmed.isEmpty {
      log.warn(.line(header.line, name.trimmed), that: "this column", "means nothing here")
    }
    for needed in [Column.name, .duration] where !columns.contains(needed) {
      throw ExchangeError(.line(header.line), that: "the column \"\(needed.rawValue)\"", "is missing")
    }
    while let row = rows.next(), count <= Limits.nodes {
      if row.fields.contains(where: { !$0.trimmed.isEmpty }) { read(row) }
    }
    if let line = rows.openQuote {
      log.fail(.line(line), that: "a quotation mark", "has no closing one")
    }
    endGroup()
  }

  private mutating func endGroup() {
    if let (_, group) = group { tree.nodes.append(.group(group)) }
    group = nil
  }

  private mutating func read(_ row: CSVRows.Row) {
    count += 1
    var fields: [Column: String] = [:]
    for (column, text) in zip(columns, row.fields) {
      if let column, !text.trimmed.isEmpty { fields[column] = text.trimmed }
    }
    let origin = ExchangeOrigin.line(row.line, "row")
    if row.fields.dropFirst(columns.count).contains(where: { !$0.trimmed.isEmpty }) {
      log.warn(origin, that: "a value after the last column")
    }
    var step = ExchangeStep(
      name: fields[.name], length: .zero, target: fields[.target].map { Target(lenient: $0) }, say: fields[.say],
      notes: fields[.notes], origin: origin)
    readDuration(fields[.duration], row.line, into: &step)
    if let word = fields[.intensity] {
      step.intensity = Intensity(rawValue: word.lowercased())
      if step.intensity == nil { fail(row.line, "intensity", word, "is not an intensity") }
    }
    let label = fields[.group]
    let sets = fields[.sets].flatMap { ExchangeNumber.whole($0) }
    if let text = fields[.sets], sets.map(Limits.sets.contains) != true {
      fail(row.line, "sets", text, "must be 1…100000")
    }
    // Consecutive rows of one group form a set group; one row or all rows give its number of sets.
    if let label, label == group?.label, let open = group?.group.sets, sets == nil || sets == open || open == 1 {
      group?.group.nodes.append(.step(step))
      group?.group.sets = sets ?? open
      return
    }
    endGroup()
    guard label != nil || (sets ?? 1) > 1 else { return tree.nodes.append(.step(step)) }
    // A group label that is a number is not a name.
    let name = label.flatMap { $0.allSatisfy(\.isNumber) ? nil : $0 }
    group = (label, ExchangeGroup(name: name, sets: sets ?? 1, nodes: [.step(step)], origin: origin))
  }

  /// Reads seconds, a duration as in a workout file, or one in words; `open` if the user ends the phase.
  private func readDuration(_ text: String?, _ line: Int, into step: inout ExchangeStep) {
    guard let text else { return fail(line, "duration", "", "is missing") }
    if text.lowercased() == "open" {
      step.length = nil
    } else if let seconds = ExchangeNumber.seconds(text) ?? (try? DurationText.read(text)) ?? ExchangeLength.time(text),
      seconds >= .zero
    {
      step.length = seconds
    } else {
      fail(line, "duration", text, "is not a duration: write seconds, 1:30, or 1m30s")
    }
  }

  private func fail(_ line: Int, _ column: String, _ text: String, _ why: String) {
    log.fail(.line(line, column), that: text.isEmpty ? "a value" : "\"\(text)\"", why)
  }
}
