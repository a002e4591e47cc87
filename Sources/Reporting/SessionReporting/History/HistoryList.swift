import WorkoutModel

/// Sessions as a table, with totals by week and the days as a sparkline.
package struct HistoryList: Sendable {
  private static let (shownWeeks, shownDays) = (8, 56)

  /// The maximum number of hints for resumable sessions, and the width of the sparkline's label.
  private static let (shownHints, sparklineLabel) = (5, 21)

  private let sessions: [PastSession]
  private let totals: HistoryTotals
  private let more: Int
  private let today: Int
  private let columns: Int

  /// Lists the first `shown` of all sessions, newest first; if a line doesn't fit the terminal, names are truncated,
  /// and the remarks on cues and speed follow on a separate line.
  package init(_ sessions: [PastSession], shown: Int, today: Int, columns: Int = .max) {
    self.sessions = Array(sessions.prefix(shown))
    totals = HistoryTotals(sessions, today: today)
    more = max(0, sessions.count - shown)
    self.today = today
    self.columns = columns
  }

  /// The lines, joined by line breaks, without one at the end.
  package var text: String {
    guard !sessions.isEmpty else { return "No sessions yet." }
    var lines = Columns.aligned(sessions.map(Self.row), right: [0], cut: (column: 2, line: columns), fold: 5)
    if more > 0 { lines.append("… and \(more) more (--all)") }
    let weeks = totals.weeks.filter { $0.sessions > 0 }
    let resumable = sessions.filter(\.canBeResumed).prefix(Self.shownHints)
    if let newest = resumable.first {
      let others = resumable.dropFirst().map { "\($0.id)" }.joined(separator: ", ")
      let hint = "To continue: \(newest.resumeCommand)\(others.isEmpty ? "" : " (or \(others))")"
      lines += [""] + LineWrap.lines(hint, columns: columns)
    }
    guard !weeks.isEmpty else { return lines.joined(separator: "\n") }
    lines.append("")
    lines += Columns.aligned(
      weeks.suffix(Self.shownWeeks).map(Self.row), right: [1, 2], cut: (column: 0, line: columns), fold: 3)
    let shownWeeks = min(Self.shownDays, max(7, columns - Self.sparklineLabel)) / 7
    let days = (0..<7 * shownWeeks).map { totals.days[today - 7 * shownWeeks + 1 + $0] ?? .zero }
    lines += ["", "Day by day, \(shownWeeks) weeks: \(Sparkline.text(days))"]
    return lines.joined(separator: "\n")
  }

  private static func row(_ session: PastSession) -> [String] {
    let length = session.planned.map { " of \(ClockText.short($0))" } ?? ""
    let speed = session.speed == 1 ? "" : "×\(session.speed), a rehearsal"
    return [
      "\(session.id)", "\(session.began.date) \(session.began.time)", SafeText.filtered(session.name),
      ClockText.short(session.active) + length, session.state.label, cues(session), speed,
    ]
  }

  static func cues(_ session: PastSession) -> String {
    let parts = [
      session.heard > 0 ? "\(session.heard) \(session.heard == 1 ? "cue" : "cues")" : nil,
      session.late > 0 ? "\(session.late) late" : nil,
      session.missed > 0 ? "\(session.missed) missed" : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  private static func row(_ week: HistoryTotals.Week) -> [String] {
    let partial = week.partial > 0 ? "\(week.partial) unfinished" : ""
    let sessions = week.sessions == 1 ? "1 session " : "\(week.sessions) sessions"
    return [week.name, sessions, ClockText.short(week.trained), partial]
  }
}

extension PastSession {
  var resumeCommand: String { "cuebell resume \(id)" + (speed == 1 ? "" : " --silent --speed \(speed)") }
}

extension PastSession.State {
  var label: String { if case .running(let process) = self { "running (process \(process))" } else { name } }
}

/// Durations as a row of bars, one character each.
package enum Sparkline {
  private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The longest is a full block, zero is a dot.
  package static func text(_ lengths: [Duration]) -> String {
    let most = lengths.max() ?? .zero
    return String(
      lengths.map { length in
        guard length > .zero, most > .zero else { return "·" }
        let eighths = Int((length / most * Double(bars.count)).rounded(.up))
        return bars[min(max(eighths, 1), bars.count) - 1]
      })
  }
}
