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
  /// The label and the steps of the group of the previous row.
  private var group: (label: String?, group: ExchangeGroup)?
  /// The number of rows.
  private var count = 0

  /// The workout in a file.
  static func tree(_ text: ImportText, _ log: inout ExchangeLog) throws(ExchangeError) -> ExchangeTree {
    var reader = CSVReader(log: log)
    try reader.read(CSVRows(text.utf8))
    log = reader.log
    return reader.tree
  }

  /// Whether a text begins with a header that has the required columns.
  static func isTable(_ text: ImportText) -> Bool {
    var rows = CSVRows(Array(text.utf8.prefix(2000)))
    let header = rows.next()?.fields.map { $0.trimmed.lowercased() } ?? []
    return header.contains("name") && header.contains("duration")
  }

  private init(log: ExchangeLog) { self.log = log }

  private mutating func read(_ table: CSVRows) throws(ExchangeError) {
    var rows = table
    guard let header = rows.next() else {
      throw ExchangeError(ExchangeRemark(.file, "", that: "the table", "is empty"))
    }
    guard header.fields.count < CSVRows.fieldLimit else {
      throw ExchangeError(ExchangeRemark(.line(header.line), "", that: "the table", "has too many columns"))
    }
    columns = header.fields.map { Column(rawValue: $0.trimmed.lowercased()) }
    for (column, name) in zip(columns, header.fields) where column == nil && !name.trimmed.isEmpty {
      log.lose(ExchangeRemark(.line(header.line), name.trimmed, that: "this column", "means nothing here"))
    }
    for needed in [Column.name, .duration] where !columns.contains(needed) {
      throw ExchangeError(
        ExchangeRemark(.line(header.line), "", that: "the column \"\(needed.rawValue)\"", "is missing"))
    }
    while let row = rows.next(), count <= Limits.nodes {
      if row.fields.contains(where: { !$0.trimmed.isEmpty }) { read(row) }
    }
    if let line = rows.openQuote {
      log.fail(ExchangeRemark(.line(line), "", that: "a quotation mark", "has no closing one"))
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
    let place = ExchangeRemark.Place.line(row.line)
    if row.fields.dropFirst(columns.count).contains(where: { !$0.trimmed.isEmpty }) {
      log.lose(ExchangeRemark(place, "row", that: "a value after the last column", "is not kept"))
    }
    var step = ExchangeStep(
      name: fields[.name], length: .zero, target: fields[.target].map { Target($0) }, say: fields[.say],
      notes: fields[.notes], place: place, path: "row")
    readDuration(fields[.duration], into: &step)
    if let word = fields[.intensity] {
      step.intensity = Intensity(rawValue: word.lowercased())
      if step.intensity == nil { fail(place, "intensity", word, "is not an intensity") }
    }
    let label = fields[.group]
    let sets = fields[.sets].flatMap { ExchangeNumber.whole($0) }
    if let text = fields[.sets], sets.map(Limits.sets.contains) != true {
      fail(place, "sets", text, "must be 1…100000")
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
    group = (label, ExchangeGroup(name: name, sets: sets ?? 1, nodes: [.step(step)], place: place, path: "row"))
  }

  /// Reads seconds, or a duration as in a workout file; `open` if the user ends the phase.
  private mutating func readDuration(_ text: String?, into step: inout ExchangeStep) {
    guard let text else { return fail(step.place, "duration", "", "is missing") }
    if text.lowercased() == "open" {
      step.length = nil
    } else if let seconds = ExchangeNumber.seconds(text) ?? (try? DurationText.read(text)), seconds >= .zero {
      step.length = seconds
    } else {
      fail(step.place, "duration", text, "is not a duration: write seconds, 1:30, or 1m30s")
    }
  }

  private mutating func fail(_ place: ExchangeRemark.Place, _ column: String, _ text: String, _ why: String) {
    log.fail(ExchangeRemark(place, column, that: text.isEmpty ? "a value" : "\"\(text)\"", why))
  }
}
