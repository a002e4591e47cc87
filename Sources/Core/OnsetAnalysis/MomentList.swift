import StrictJSON

/// A list of planned moments, read from a file: the events of a workout, or a table of seconds.
package struct MomentList: Equatable, Sendable {
  package struct Problem: Error, Equatable, Sendable {
    /// The line, counted from 1.
    package let line: Int
    /// The error; safe to print.
    package let message: String
  }

  /// The moments in the order of the file.
  package private(set) var moments: [PlannedMoment] = []

  /// The last moment that a table may have, in seconds: a year.
  private static let latest = 31_536_000.0

  /// Reads events of `--cues`, `--json` or `--log`, one JSON object per line, or a table whose first column is seconds.
  ///
  /// Of the events those cues count that were played; of several runs the last one does. Without `speech` the words of
  /// cues are left out. A table may have a line of headings and comments after `#`; its columns are separated by
  /// commas, semicolons or tabs.
  package init(_ bytes: [UInt8], speech: Bool = true) throws(Problem) {
    let isEvents = bytes.first { $0 > .space } == UInt8(ascii: "{")
    for (index, line) in bytes.split(separator: .lineFeed, omittingEmptySubsequences: false).enumerated() {
      let text = line.last == .carriageReturn ? line.dropLast() : line
      if isEvents {
        try addEvent(text, index + 1, speech)
      } else {
        try addRow(String(decoding: text, as: UTF8.self), index + 1)
      }
    }
    guard !moments.isEmpty else {
      throw Problem(
        line: 1, message: isEvents ? "the events have no cue that was played" : "there is no moment in the list")
    }
  }

  private mutating func addEvent(_ line: ArraySlice<UInt8>, _ number: Int, _ speech: Bool) throws(Problem) {
    guard line.contains(where: { $0 > .space }) else { return }
    guard let object = JSONObject(line: line), let event = object["event"]?.text else {
      throw Problem(line: number, message: "an event is expected, a JSON object with the key \"event\"")
    }
    if event == "hello" { moments = [] }
    guard event == "cue", let outcome = object["outcome"]?.text, ["onTime", "late"].contains(outcome) else { return }
    guard let due = object["due"]?.integer else { throw Problem(line: number, message: "the cue has no time due") }
    let isSpoken = speech && object["say"]?.text != nil
    guard isSpoken || object["sound"]?.text != nil else { return }
    moments.append(PlannedMoment(Double(due) / 1e9, isSpoken: isSpoken))
  }

  private mutating func addRow(_ row: String, _ number: Int) throws(Problem) {
    let cell = (row.split(separator: "#", omittingEmptySubsequences: false)[0])
      .split(omittingEmptySubsequences: false) { ",;\t".contains($0) }[0].filter {
        !$0.isWhitespace && $0 != "\u{FEFF}"
      }
    if cell.isEmpty { return }
    if let seconds = Double(cell), abs(seconds) <= Self.latest { return moments.append(PlannedMoment(seconds)) }
    // A line of headings.
    if number == 1, cell.first?.isLetter == true { return }
    throw Problem(
      line: number, message: "the first column must be seconds, such as 12.5, instead of \(Excerpt.quoted(cell))")
  }
}
