package import WorkoutEngine
package import WorkoutModel

/// A whole workout as rehearsed: its phases, its cues, and the notes on moved and omitted cues.
package struct Plan: Sendable {
  /// A line of the plan: a phase that begins, a cue, or a note about one.
  package enum Row: Equatable, Sendable {
    case phase(PhaseReport)
    case cue(CueReport)
    case note(PlanNote)

    package var at: Duration {
      switch self {
      case .phase(let phase): phase.start
      case .cue(let cue): cue.due
      case .note(let note): note.due
      }
    }
  }

  package static let capacity = 20_000

  package let workout: Workout
  /// The total length; `nil` if a phase ends only by the user.
  package let total: Duration?
  /// The lengths that draws allow, if the reader hasn't chosen the seed.
  package let range: ClosedRange<Duration>?
  /// The rows by time; at the same time the phase comes first.
  ///
  /// It is a slice, because the first rows may be removed while others are added.
  package private(set) var rows: ArraySlice<Row> = []
  /// The time from which on rows are omitted, because there were more than `capacity`.
  package private(set) var stopsAt: Duration?
  /// The number of phases that are not among the rows.
  package private(set) var omittedPhases = 0
  /// The cues that occur only if an open phase lasts longer than it does here.
  private var dependent: Set<CueKey> = []

  /// Runs `rehearsal` to its end, or until there are more than `capacity` rows.
  package init(of timeline: Timeline, _ rehearsal: Rehearsal, isSeedKnown: Bool = true) {
    self.init(of: timeline, isSeedKnown: isSeedKnown)
    var rehearsal = rehearsal
    while stopsAt == nil, let reaction = rehearsal.next() {
      for event in reaction.events { add(event) }
    }
    if stopsAt != nil { omittedPhases = max(0, timeline.phaseCount - phases.count) }
  }

  /// A plan without rows, for a session that reports its events as they happen.
  package init(of timeline: Timeline, isSeedKnown: Bool = true) {
    range = isSeedKnown ? nil : timeline.totalRange
    workout = timeline.workout
    total = timeline.total
  }

  mutating func removeRows(before moment: Duration) -> ArraySlice<Row> {
    let removed = rows.prefix { $0.at < moment }
    rows = rows.dropFirst(removed.count)
    return removed
  }

  package mutating func add(_ event: EngineEvent) {
    switch event.kind {
    case .phaseStarted(let phase):
      endPhase(at: phase.start)
      add(.phase(phase))
    case .finished: endPhase(at: event.at)
    case .cueSettled(let cue): add(cue)
    case .planNoted(let note): add(.note(note))
    default: break
    }
  }

  /// Adds a cue once: one that an open phase would have had if it had continued is replaced if it occurs in the next
  /// phase with another outcome.
  private mutating func add(_ cue: CueReport) {
    if cue.isDroppedByDone {
      guard dependent.insert(cue.cue).inserted else { return }
    } else if dependent.remove(cue.cue) != nil {
      // Searched from the end, because it is among the last rows.
      let place = rows.lastIndex { if case .cue(let other) = $0 { other.cue == cue.cue } else { false } }
      if let place { rows.remove(at: place) }
    }
    add(.cue(cue))
  }

  /// Open phases are planned up to a limit, and may end before.
  private mutating func endPhase(at instant: Duration) {
    guard let last = rows.lastIndex(where: { if case .phase = $0 { true } else { false } }) else { return }
    if case .phase(let phase) = rows[last] { rows[last] = .phase(phase.ended(by: instant)) }
  }

  private mutating func add(_ row: Row) {
    guard rows.count < Self.capacity else {
      stopsAt = stopsAt ?? row.at
      if case .phase = row { omittedPhases += 1 }
      return
    }
    // Events arrive nearly in order; equal ones keep their order of arrival.
    var place = rows.endIndex
    while place > rows.startIndex, (row.at, row.rank) < (rows[place - 1].at, rows[place - 1].rank) { place -= 1 }
    rows.insert(row, at: place)
  }

  package var phases: [PhaseReport] {
    rows.compactMap { if case .phase(let phase) = $0 { phase } else { nil } }
  }

  package var cues: [CueReport] {
    rows.compactMap { if case .cue(let cue) = $0 { cue } else { nil } }
  }
}

extension CueReport {
  /// Whether it was cancelled because the user or a measurement ended the phase.
  var isDroppedByDone: Bool { outcome == .cancelled && (cause == .done || cause == .until) }
}

extension Plan.Row {
  fileprivate var rank: Int {
    switch self {
    case .phase: 0
    case .cue: 1
    case .note: 2
    }
  }
}
