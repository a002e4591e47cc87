import WorkoutModel

/// Sessions for spreadsheets (RFC 4180): a header, then a line for each session or phase; lengths are in seconds.
package enum HistoryCSV {
  /// A line for each session.
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

  /// A line for each phase of a session.
  package static func text(_ detail: SessionDetail) -> String {
    let names = ["session", "began", "phase", "intensity", "set", "sets", "planned", "active"]
    let rows = detail.phases.map { phase -> [String] in
      let set: String = phase.set.map(String.init) ?? ""
      let sets: String = phase.sets.map(String.init) ?? ""
      let planned: String = phase.planned.map(seconds) ?? ""
      let active: String = phase.active.map(seconds) ?? ""
      return [
        "\(detail.session.id)", seconds(phase.began), phase.name, phase.intensity, set, sets, planned, active,
      ]
    }
    return lines([names] + rows)
  }

  /// The session as it was done: a line for each phase that began, with the columns of samples.
  package static func samples(_ detail: SessionDetail) -> String {
    let names = ["t", "elapsed", "phase", "set", "heartRate", "power", "cadence"]
    let rows = detail.phases.map { phase in
      [seconds(phase.began), seconds(phase.elapsed), phase.name, phase.set.map(String.init) ?? "", "", "", ""]
    }
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

  /// Seconds with three decimals, rounded down.
  private static func seconds(_ duration: Duration) -> String {
    let milliseconds = max(0, duration.inNanoseconds) / 1_000_000
    return "\(milliseconds / 1000).\((milliseconds % 1000).padded(to: 3))"
  }
}
