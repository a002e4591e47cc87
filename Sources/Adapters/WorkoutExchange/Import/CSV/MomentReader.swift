import StrictJSON

/// Reads a list of planned moments: the events of a workout, or a table of seconds.
package struct MomentReader {
  /// The last moment that a table may have, in seconds: a year.
  private static let latest = 31_536_000.0

  private var moments: [PlannedMoment] = []

  /// Reads events of `--cues`, `--json` or `--log`, one JSON object per line, or a table whose first column is seconds;
  /// throws the first problem with its line.
  ///
  /// Of the events those cues count that were played; of several runs the last one does. Without `speech` the words of
  /// cues are left out. A table may have a line of headings and comments after `#`; its columns are separated by
  /// commas, semicolons or tabs. In a list of lone numbers a comma is that of a decimal.
  package static func moments(in bytes: [UInt8], speech: Bool = true) throws(ExchangeError) -> [PlannedMoment] {
    var reader = MomentReader()
    let isEvents = bytes.first { $0 > .space } == UInt8(ascii: "{")
    if isEvents { try reader.readEvents(bytes, speech) } else { try reader.readTable(ImportText(bytes)) }
    guard !reader.moments.isEmpty else {
      let message = isEvents ? "the events have no cue that was played" : "there is no moment in the list"
      throw ExchangeError(.line(1), "", message)
    }
    return reader.moments
  }

  private mutating func readEvents(_ bytes: [UInt8], _ speech: Bool) throws(ExchangeError) {
    for (index, line) in bytes.split(separator: .lineFeed, omittingEmptySubsequences: false).enumerated() {
      try addEvent(line, .line(index + 1), speech)
    }
  }

  private mutating func addEvent(
    _ line: ArraySlice<UInt8>, _ origin: ExchangeOrigin, _ speech: Bool
  ) throws(ExchangeError) {
    guard line.contains(where: { $0 > .space }) else { return }
    guard let object = JSONObject(line: line), let event = object["event"]?.text else {
      throw ExchangeError(origin, "", "an event is expected, a JSON object with the key \"event\"")
    }
    if event == "hello" { moments = [] }
    guard event == "cue", let outcome = object["outcome"]?.text, ["onTime", "late"].contains(outcome) else { return }
    guard let due = object["due"]?.integer else { throw ExchangeError(origin, "", "the cue has no time due") }
    let isSpoken = speech && object["say"]?.text != nil
    guard isSpoken || object["sound"]?.text != nil else { return }
    moments.append(PlannedMoment(Double(due) / 1e9, isSpoken: isSpoken))
  }

  private mutating func readTable(_ text: ImportText) throws(ExchangeError) {
    // Comments may precede the first row, which tells the separator.
    var lines = text.lines.map { line in
      line.text.firstIndex(of: "#").map { String(line.text[..<$0]) } ?? line.text
    }
    while let last = lines.last, last.trimmed.isEmpty { lines.removeLast() }
    let separator = Self.separator(of: lines.filter { !$0.trimmed.isEmpty })
    for (index, line) in lines.enumerated() where !line.trimmed.isEmpty {
      var rows = CSVRows(Array(line.utf8), separator: separator)
      let cell = rows.next()?.fields.first?.trimmed ?? ""
      if let seconds = ExchangeNumber.number(cell), abs(seconds) <= Self.latest {
        moments.append(PlannedMoment(seconds))
      } else if !cell.isEmpty, index > 0 || cell.first?.isLetter != true {
        let why = "the first column must be seconds, such as 12.5, instead of \(Excerpt.quoted(cell))"
        throw ExchangeError(.line(index + 1), "", why)
      }
    }
  }

  /// The separator of the columns; `nil` for a single column, below an optional heading.
  private static func separator(of rows: [String]) -> UInt8? {
    let own: [UInt8] = [UInt8(ascii: ";"), .tab]
    if let found = own.first(where: { sign in rows.contains { $0.utf8.contains(sign) } }) { return found }
    let isHeaded = rows.first?.trimmed.first?.isLetter == true
    if isHeaded { return rows[0].utf8.contains(.comma) ? .comma : nil }
    return rows.allSatisfy { ExchangeNumber.number($0.trimmed) != nil } ? nil : .comma
  }
}

/// A moment at which a plan has something begin to sound.
package struct PlannedMoment: Equatable, Sendable {
  /// Seconds of the plan.
  package var time: Double
  /// Whether it has words, within which other sounds begin.
  package var isSpoken: Bool

  package init(_ time: Double, isSpoken: Bool = false) {
    self.time = time
    self.isSpoken = isSpoken
  }
}
