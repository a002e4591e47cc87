import WorkoutModel

/// Sessions for spreadsheets (RFC 4180): a header, then a line for each session or phase; lengths are in seconds.
package enum HistoryCSV {
  package static func text(_ sessions: [PastSession]) -> String {
    let names = [
      "session", "began", "workout", "file", "state", "planned", "active", "speed", "heard", "late", "missed",
      "rpe", "note",
    ]
    let rows = sessions.map { session -> [String] in
      let numbers = [session.speed, session.heard, session.late, session.missed].map(String.init)
      return [
        "\(session.id)", session.began.iso, session.name, session.file ?? "", session.state.name,
        seconds(session.planned), seconds(session.active),
      ] + numbers + [number(session.rpe), session.note ?? ""]
    }
    return lines([names] + rows)
  }

  /// A line for each phase of a session, with the mean of each signal and the time in its target.
  package static func text(_ detail: SessionDetail, _ body: SessionBody? = nil) -> String {
    let body = body ?? SessionBody(detail)
    let names =
      ["session", "began", "phase", "intensity", "set", "sets", "planned", "active"]
      + Signal.allCases.flatMap { [$0.rawValue, "\($0.rawValue)InTarget"] }
    let rows = zip(zip(detail.phases, body.phases), body.summaries).map { row, summaries -> [String] in
      let (phase, times) = row
      let figures = Signal.allCases.flatMap { signal in
        [number(summaries.first { $0.signal == signal }?.mean), seconds(times[signal]?.within)]
      }
      return [
        "\(detail.session.id)", seconds(phase.began), phase.name, phase.intensity, number(phase.set),
        number(phase.sets), seconds(phase.planned), seconds(phase.active),
      ] + figures
    }
    return lines([names] + rows)
  }

  /// The session as it was done: a line for each phase that began, and for each measurement. The time runs from the
  /// beginning of the first phase, also in pauses, as in a render.
  package static func samples(_ detail: SessionDetail) -> String {
    let begin = detail.phases.first.map { $0.began - $0.elapsed } ?? .zero
    let names = ["t", "elapsed", "phase", "set"] + Signal.allCases.map(\.rawValue)
    func row(_ at: String, _ elapsed: Duration, _ phase: SessionDetail.Phase?) -> [String] {
      [at, exactSeconds(elapsed), phase?.name ?? "", number(phase?.set)]
    }
    var rows: [[String]] = []
    var measurements = detail.measurements[...]
    func addMeasurements(before end: Duration?, _ phase: SessionDetail.Phase?) {
      while let measured = measurements.first, end.map({ measured.at < $0 }) ?? true {
        measurements.removeFirst()
        let values = Signal.allCases.map { $0 == measured.signal ? "\(measured.value)" : "" }
        rows.append(row(exactSeconds(measured.at - begin), measured.elapsed, phase) + values)
      }
    }
    for (index, phase) in detail.phases.enumerated() {
      addMeasurements(before: phase.began, index == 0 ? nil : detail.phases[index - 1])
      rows.append(row(exactSeconds(phase.began - begin), phase.elapsed, phase) + Signal.allCases.map { _ in "" })
    }
    addMeasurements(before: nil, detail.phases.last)
    return lines([names] + rows)
  }

  private static func lines(_ rows: [[String]]) -> String {
    rows.map { $0.map(field).joined(separator: ",") }.joined(separator: "\n")
  }

  private static func field(_ text: String) -> String {
    var text = SafeText.filtered(text)
    // A spreadsheet would run such a name as a formula, even if combining marks follow its first character.
    if let first = text.unicodeScalars.first, "=+-@".unicodeScalars.contains(first) { text = "'" + text }
    guard text.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" }) else { return text }
    return "\"" + SafeText.mapped(text) { $0 == "\"" ? "\"\"" : nil } + "\""
  }

  /// Seconds with at least three decimals, to the nanosecond: read back, measurements have the same effect.
  private static func exactSeconds(_ duration: Duration) -> String {
    let nanoseconds = max(0, duration.inNanoseconds)
    var rest = nanoseconds % 1_000_000
    guard rest > 0 else { return seconds(duration) }
    var digits = 6
    while rest.isMultiple(of: 10) { (rest, digits) = (rest / 10, digits - 1) }
    return seconds(duration) + Int(rest).padded(to: digits)
  }

  private static func number(_ value: Int?) -> String { value.map(String.init) ?? "" }

  /// Seconds with three decimals, rounded down; `nil` is an empty field.
  private static func seconds(_ duration: Duration?) -> String {
    guard let duration else { return "" }
    let milliseconds = max(0, duration.inNanoseconds) / 1_000_000
    return "\(milliseconds / 1000).\(Int(milliseconds % 1000).padded(to: 3))"
  }
}
