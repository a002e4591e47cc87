package import WorkoutEngine
package import WorkoutModel

/// The plan as text, line by line as a rehearsal proceeds: the first lines don't wait for the last ones.
///
/// Print `head`, then the result of `add` for each step of the rehearsal until `isFull`, then `foot`. There are at most
/// `Plan.capacity` rows, so the time depends on the rows and not on the number of sets.
package struct PlanTable {
  /// The maximum number of phases from which the bar is drawn; for a longer workout it is computed column by column.
  private static let barPhases = 10_000

  private let timeline: Timeline
  private let width: Int
  private let doneAfter: Duration
  private let style: RowStyle
  /// The length of the workout where the seed isn't known that draws it.
  private let range: ClosedRange<Duration>?
  private let total: Duration?
  private var plan: Plan
  private var totals = PlanTotals()
  private var rows = 0
  /// The notes of cues that are moved and not shown yet.
  private var moves: [CueKey: PlanNote] = [:]
  /// The shown cues that occur only if an open phase lasts longer than it does here.
  private var dependent: Set<[String]> = []
  private var stopsAt: Duration?
  /// The start of the current open phase, whose length isn't known yet.
  private var openSince: Duration?

  /// A table with a bar of `width` characters, of a rehearsal in which open phases end after `doneAfter`; the spoken
  /// form of a phrase is shown if it differs.
  package init(
    of timeline: Timeline, width: Int, colored: Bool, isSeedKnown: Bool = false, doneAfter: Duration = .seconds(30),
    spoken: @escaping (Phrase) -> String = { $0.text }
  ) {
    self.timeline = timeline
    self.width = width
    self.doneAfter = max(doneAfter, .seconds(1))
    style = RowStyle(colored: colored, isSeedKnown: isSeedKnown, spoken: spoken)
    range = isSeedKnown ? nil : timeline.totalRange
    total = isSeedKnown ? timeline.total : timeline.certainTotal
    plan = Plan(of: timeline)
  }

  package var head: String {
    let spans = spans
    let bar = PlanBar.text(spans, width: width, colored: style.colored)
    let isWhole = spans.count < Self.barPhases && timeline.phaseCount <= Self.barPhases
    let shown = isWhole ? spans.last?.end : timeline.total
    let length = PlanLength.text(total, shown: shown ?? .zero, range: range)
    let heading = RowStyle.heading(timeline.workout, length: length)
    return (heading + ["", bar, ""]).joined(separator: "\n")
  }

  package var isFull: Bool { stopsAt != nil }

  /// Adds a step of the rehearsal; returns the lines that are final.
  package mutating func add(_ reaction: Engine.Reaction, at position: Duration) -> [String] {
    for event in reaction.events {
      plan.add(event)
      if case .phaseStarted(let phase) = event.kind { openSince = timeline.endsByUser(phase.id) ? phase.start : nil }
      if case .planNoted(let note) = event.kind, note.kind == .moved { moves[note.key] = note }
    }
    for case .finished in reaction.events.map(\.kind) { return lines(before: nil) }
    return lines(before: [position, openSince, undecided(at: position)].compactMap(\.self).min())
  }

  /// The first cue whose words, which follow its sound, may still be noted as moved.
  private func undecided(at position: Duration) -> Duration? {
    let first = plan.rows.first { row in
      guard case .cue(let cue) = row, cue.sound != nil, cue.phrase != nil else { return false }
      return cue.due + BackTiming.speechDelay >= position
    }
    return first?.at
  }

  private mutating func lines(before moment: Duration?) -> [String] {
    let final = plan.removeRows(before: moment ?? .seconds(1 << 40)).filter { isNew($0) }
    let shown = final.prefix(Plan.capacity - rows)
    if let first = final.dropFirst(shown.count).first { stopsAt = first.at }
    rows += shown.count
    for row in shown { totals.add(row) }
    return shown.flatMap { row in
      guard case .cue(let cue) = row else { return style.lines(row) }
      return style.lines(row, moved: moves.removeValue(forKey: cue.cue))
    }
  }

  /// Each phase of a group with a cap would have the same cues at the cap if it lasted until then: they are shown once.
  private mutating func isNew(_ row: Plan.Row) -> Bool {
    guard case .cue(let cue) = row, cue.isDroppedByDone else { return true }
    return dependent.insert(style.lines(row)).inserted
  }

  package var foot: String {
    guard let stopsAt else { return "\n" + totals.text(total, range: range) }
    let omitted = max(0, timeline.phaseCount - totals.phases)
    return PlanTotals.cut(at: stopsAt, omitted) + "\n\n"
      + totals.text(total, range: range, phases: totals.phases + omitted)
  }

  private var spans: [PlanBar.Span] {
    var cursor = timeline.first()
    if timeline.phaseCount > Self.barPhases, let total = timeline.total {
      // The phase at the middle of each column.
      return (0..<max(width, 1)).compactMap { column in
        let middle = total / max(width, 1) * column + total / (2 * max(width, 1))
        while let here = cursor, let end = here.end, end <= middle { cursor = timeline.next(after: here, endedAt: end) }
        return cursor.map { span($0) }
      }
    }
    var spans: [PlanBar.Span] = []
    while var here = cursor, spans.count < Self.barPhases {
      let least = max(doneAfter, timeline.phase(of: here.id).phase.atLeast ?? .zero)
      let isOvertime = timeline.isOvertime(here.id)
      let done = here.start + (isOvertime ? .zero : least)
      if timeline.endsByUser(here.id), here.end.map({ $0 > done }) ?? true, isOvertime || !timeline.hasCap(here.id) {
        here.end(at: done)
      }
      spans.append(span(here))
      cursor = here.end.flatMap { timeline.next(after: here, endedAt: $0) }
    }
    return spans
  }

  private func span(_ cursor: Cursor) -> PlanBar.Span {
    (cursor.start, cursor.end ?? cursor.start, timeline.phase(of: cursor.id).intensity)
  }
}

extension Timeline {
  fileprivate func hasCap(_ id: SegmentID) -> Bool {
    if case .open(cap: .some, _, _) = phase(of: id).end { return true }
    return false
  }
}
