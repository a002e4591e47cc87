import WorkoutModel

/// One session in full, for human readers.
package struct FullReport: Sendable {
  private let detail: SessionDetail
  private let score: RankedScore?
  private let body: SessionBody
  private let columns: Int

  /// Names and spoken texts are truncated to fit the width of the terminal, `columns`.
  package init(
    _ detail: SessionDetail, _ score: RankedScore? = nil, _ body: SessionBody? = nil, columns: Int = .max
  ) {
    self.detail = detail
    self.score = score
    self.body = body ?? SessionBody(detail)
    self.columns = columns
  }

  /// The lines, joined by line breaks, without one at the end.
  package var text: String {
    let parts = [head, phases, pauses, actions, cues].filter { !$0.isEmpty }
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private var head: [String] {
    let session = detail.session
    let planned = session.planned.map { " of \(ClockText.short($0))" } ?? ""
    let began = session.began.date + " " + session.began.time
    let ended = session.ended.map { end in
      end.dayNumber == session.began.dayNumber ? " to \(end.time)" : " to \(end.date) \(end.time)"
    }
    var lines = [
      Columns.aligned(
        [["Session \(session.id)", SafeText.filtered(session.name), "\(began)\(ended ?? "")"]],
        cut: (column: 1, line: columns)
      ).joined(),
      "\(ClockText.short(session.active))\(planned) done, \(session.state.label)",
    ]
    let done = detail.rounds.map { $0.text() } + (detail.reps.map { [Counted.reps($0)] } ?? [])
    if !done.isEmpty { lines.append(done.joined(separator: "; ")) }
    if let best = score?.text() { lines.append(best) }
    lines += detail.signals.flatMap(lines(of:))
    if let drop = body.recovery { lines.append("Recovery: \(drop) bpm in the first minute") }
    if let rpe = session.rpe { lines.append("RPE \(rpe) of 10") }
    if let note = session.note { lines.append("Note: " + SafeText.filtered(note)) }
    if session.canBeResumed { lines.append("To continue: \(session.resumeCommand)") }
    if let file = session.file { lines.append(SafeText.filtered(file)) }
    if let programme = session.programme {
      lines.append("Session \(programme.number) of the programme \"\(SafeText.filtered(programme.programme))\"")
    }
    if session.speed != 1 { lines.append("A rehearsal, \(session.speed) times as fast.") }
    for run in detail.runs.dropFirst() {
      let length = DurationWords.text(run.gap)
      let gap = run.isExact ? length : "about \(length), by the wall clock"
      lines.append("Resumed at \(ClockText.short(run.start)) of its time, after \(gap)")
    }
    if session.lost > 0 { lines.append("\(session.lost) of its records could not be written.") }
    return lines
  }

  private func lines(of summary: SessionDetail.SignalSummary) -> [String] {
    let (name, unit) = (Words.signal(summary.signal), Words.unit(of: summary.signal))
    let figures = "\(name): \(summary.mean) \(unit) on average, at most \(summary.maximum)"
    guard let time = body.total[summary.signal] else { return [figures] }
    let of = "\(ClockText.short(time.within)) of \(ClockText.short(time.known))"
    return [figures, "\(name) in the target: \(of), \(time.percent) %"]
  }

  private var phases: [String] {
    guard !detail.phases.isEmpty else { return [] }
    let rows = detail.phases.map { phase -> [String] in
      let of: String = phase.sets.map { " of \($0)" } ?? ""
      let set: String = phase.sets == 1 ? "" : phase.set.map { "set \($0)" + of } ?? ""
      let planned: String = phase.plannedText ?? ""
      let active: String = phase.active.map { ClockText.measured($0) } ?? "unfinished"
      return [
        ClockText.short(phase.began), SafeText.filtered(phase.name), phase.isOvertime ? "overtime" : set, planned,
        active, Self.difference(phase),
      ]
    }
    return Columns.aligned(
      [["began", "phase", "", "planned", "actual", ""]] + rows, right: [0, 3, 4], cut: (column: 1, line: columns))
  }

  /// The difference of the actual length from the plan, if it is at least half a second.
  private static func difference(_ phase: SessionDetail.Phase) -> String {
    // Nobody plans for overtime.
    guard let planned = phase.isOvertime ? .zero : phase.planned, let active = phase.active else { return "" }
    let difference = active - planned
    if difference >= .milliseconds(500) { return "+\(ClockText.short(difference + .milliseconds(500)))" }
    if difference <= .milliseconds(-500) { return "-\(ClockText.short(.milliseconds(500) - difference))" }
    return ""
  }

  private var pauses: [String] {
    guard !detail.pauses.isEmpty else { return [] }
    let rows = detail.pauses.map { pause -> [String] in
      let length: String = pause.ended.map { "for " + DurationWords.text($0 - pause.began) } ?? "and not resumed"
      return [
        ClockText.short(pause.began), "paused " + length, "at " + ClockText.short(pause.elapsed), cause(of: pause),
      ]
    }
    return Columns.aligned(rows, right: [0])
  }

  private func cause(of pause: SessionDetail.Pause) -> String {
    if let reason = Words.pause(pause.reason) { return reason }
    let action = detail.actions.last { action in
      action.at <= pause.began && action.refusal == nil && ["pause", "toggle"].contains(action.name)
    }
    return action.map(Self.source) ?? ""
  }

  private var actions: [String] {
    let rows = detail.actions.filter { Words.isTold(action: $0.name) }.map { action -> [String] in
      let refusal = action.refusal.map { "refused: " + SafeText.filtered($0) }
      let result = refusal ?? "at " + ClockText.short(action.position)
      return [ClockText.short(action.at), Words.action(action.name), Self.source(of: action), result]
    }
    return Columns.aligned(rows, right: [0])
  }

  /// Whose action it was: the client's name for itself, or the source.
  private static func source(of action: SessionDetail.Action) -> String {
    (action.client.map(SafeText.filtered) ?? action.origin.map(Words.source)).map { "by \($0)" } ?? ""
  }

  private var cues: [String] {
    guard !detail.cues.isEmpty else { return [] }
    let outcomes = Dictionary(grouping: detail.cues, by: \.outcome).mapValues(\.count)
    let counts = outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \(Words.outcome($0.key))" }
    let late = detail.cues.compactMap(\.late).sorted()
    let figures = late.last.map { most in
      "; late by \(Self.milliseconds(late[late.count / 2])) (median), \(Self.milliseconds(most)) (most)"
    }
    var lines = ["Cues: \(counts.joined(separator: ", "))\(figures ?? "")"]
    let odd = detail.cues.filter { !["onTime", "cancelled"].contains($0.outcome) }
    lines += Columns.aligned(
      odd.map { cue -> [String] in
        let late: String = cue.late.map { " " + Self.milliseconds($0) } ?? ""
        let content: String = cue.say.map { "“\($0)”" } ?? cue.sound.map { "[\($0)]" } ?? ""
        let texts = [content, cue.cause.map(Words.cause) ?? ""].map(SafeText.filtered)
        let words = [Words.outcome(cue.outcome) + late, Words.cue(cue.kind, hasWords: cue.say != nil)]
        return ["  " + ClockText.short(cue.due)] + words + texts
      }, cut: (column: 3, line: columns), fold: 4)
    return lines
  }

  private static func milliseconds(_ duration: Duration) -> String {
    let tenths = duration.inNanoseconds / 100_000
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}

extension SessionDetail.Phase {
  /// The planned length in words; `nil` for overtime, for which nobody plans.
  var plannedText: String? { isOvertime ? nil : planned.map { ClockText.measured($0) } ?? "until done" }
}
