import WorkoutModel

/// Sessions for spreadsheets (RFC 4180): a header, then a line for each session or phase; lengths are in seconds.
package enum HistoryCSV {
  package static func text(_ sessions: [PastSession]) -> String {
    let names = [
      "session", "began", "workout", "file", "state", "planned", "active", "speed", "heard", "late", "missed",
      "rpe", "note",
    ]
    let rows = sessions.map { session -> [String] in
      let planned: String = session.planned.map(seconds) ?? ""
      let numbers = [session.speed, session.heard, session.late, session.missed].map(String.init)
      return [
        "\(session.id)", session.began.iso, session.name, session.file ?? "", session.state.name, planned,
        seconds(session.active),
      ] + numbers + [session.rpe.map(String.init) ?? "", session.note ?? ""]
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
      let figures = Signal.allCases.flatMap { signal -> [String] in
        let mean: String = summaries.first { $0.signal == signal }.map { "\($0.mean)" } ?? ""
        let within: String = times[signal].map { seconds($0.within) } ?? ""
        return [mean, within]
      }
      let set: String = phase.set.map(String.init) ?? ""
      let sets: String = phase.sets.map(String.init) ?? ""
      let planned: String = phase.planned.map(seconds) ?? ""
      let active: String = phase.active.map(seconds) ?? ""
      return [
        "\(detail.session.id)", seconds(phase.began), phase.name, phase.intensity, set, sets, planned, active,
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
      [at, exactSeconds(elapsed), phase?.name ?? "", phase?.set.map(String.init) ?? ""]
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
    return seconds(duration) + rest.padded(to: digits)
  }

  /// Seconds with three decimals, rounded down.
  private static func seconds(_ duration: Duration) -> String {
    let milliseconds = max(0, duration.inNanoseconds) / 1_000_000
    return "\(milliseconds / 1000).\((milliseconds % 1000).padded(to: 3))"
  }
}
