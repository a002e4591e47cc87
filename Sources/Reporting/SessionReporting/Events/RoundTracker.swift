package import WorkoutEngine
package import WorkoutModel

/// A set of a group with a time limit: one with `for`, `cap` or `every`.
package struct Round: Hashable, Sendable {
  package let group: Int
  /// The sets of the group and of the enclosing groups, outermost first, counted from 0.
  package let sets: [Int]
  /// The name of the group, or of the innermost enclosing one with a name.
  package let name: String?

  /// The rounds around a segment, innermost first; `groups` are the enclosing sets.
  fileprivate static func all(around id: SegmentID, _ groups: some Collection<Timeline.SetSpan>) -> [Round] {
    if !groups.contains(where: { $0.limit != nil }) { return [] }
    let groups = Array(groups)
    return groups.indices.filter { groups[$0].limit != nil }.map { level in
      Round(
        group: groups[level].group, sets: Array(id.sets.dropLast(level)),
        name: groups[level...].lazy.compactMap { $0.name }.first)
    }
  }
}

/// Determines from the events of a session which phases and rounds have been completed.
///
/// A timed phase is complete after its whole length, an open one when the user ends it or at its own cap; a phase that
/// is cut off is not complete. A round is complete with its last phase, until the user goes back into it.
package struct RoundTracker: Equatable, Sendable {
  package struct Change: Equatable, Sendable {
    package fileprivate(set) var isPhaseDone = false
    package fileprivate(set) var done: [Round] = []
    package fileprivate(set) var undone: [Round] = []
  }

  private struct OpenPhase: Equatable, Sendable {
    let report: PhaseReport
    var end: Duration?
    var progress: SessionProgress
  }

  private let timeline: Timeline
  private var phase: OpenPhase?

  package init(_ timeline: Timeline) { self.timeline = timeline }

  package mutating func add(_ kind: EngineEvent.Kind, _ progress: SessionProgress) -> Change {
    var change = Change()
    switch kind {
    case .phaseStarted(let report):
      change = leave(for: report.id, at: progress)
      change.undone = unfinished(report.cursor, report.groups)
      phase = OpenPhase(report: report, end: report.cursor.end, progress: progress)
    case .finished(let end):
      if end.reason == .completed { change = leave(for: nil, at: progress) }
      phase = nil
    case .stateChanged(let report):
      for change in report.changes { apply(change, report.to, progress) }
    case .phaseEnded, .metronomeStarted, .actionTaken, .paused, .resumed, .cueSettled, .setMismatched, .planNoted,
      .measured, .coached, .said:
      break
    }
    return change
  }

  private mutating func apply(_ change: StateChange, _ playback: PlaybackState, _ progress: SessionProgress) {
    switch change {
    case .end(let end):
      // The last phase ends early if the user has completed it.
      if case .fadingOut(_, to: .completed) = playback { return }
      phase?.end = end
    case .position: phase?.progress = progress
    case .playback, .phase, .volume, .ambient, .lifecycle, .audible, .history: break
    }
  }

  /// The phase and rounds completed if the session moves to `next`.
  private func leave(for next: SegmentID?, at progress: SessionProgress) -> Change {
    guard let phase else { return Change() }
    let (cursor, id) = (phase.report.cursor, phase.report.id)
    // The next segment unless a limit cuts.
    func following() -> Cursor? { timeline.next(after: cursor, endedAt: cursor.start) }
    let position = phase.progress.position + (progress.elapsed - phase.progress.elapsed)
    let ranOut = phase.end.map { position >= $0 } ?? false
    var change = Change()
    // One that the user has said is done may end later.
    let isEarlier = phase.end.map { end in cursor.end.map { end < $0 } ?? true } ?? false
    let isDone = timeline.endsByUser(id) && (!ranOut || isEarlier)
    change.isPhaseDone = isDone ? next == following()?.id : ranOut && isWhole(cursor)
    guard change.isPhaseDone else { return change }
    change.done = unfinished(cursor, phase.report.groups)
    if change.done.isEmpty { return change }
    let remaining = following().map { unfinished($0, timeline.sets(around: $0).dropLast()) } ?? []
    change.done.removeAll(where: remaining.contains)
    return change
  }

  /// The rounds around a segment that are still incomplete: those of which more follows than the rest of an interval
  /// or what lies between two sets.
  private func unfinished(_ cursor: Cursor, _ groups: some Collection<Timeline.SetSpan>) -> [Round] {
    let rounds = Round.all(around: cursor.id, groups)
    if rounds.isEmpty { return [] }
    let areOver = timeline.areNodesOver(around: cursor)
    return rounds.filter { !areOver[cursor.depth - $0.sets.count] }
  }

  /// Whether no limit around a segment cuts it.
  private func isWhole(_ cursor: Cursor) -> Bool {
    let cap: Duration? = if case .open(let cap, _, _) = timeline.phase(of: cursor.id).end { cap } else { nil }
    guard let end = cursor.end, let whole = timeline.wholeLength(of: cursor) ?? cap else { return false }
    return end - cursor.start >= whole
  }
}

/// The number of completed rounds of the groups with the same name.
package struct RoundCount: Equatable, Sendable {
  /// `nil` for groups without a name.
  package let name: String?
  package let count: Int

  package init(name: String?, count: Int) {
    self.name = name
    self.count = count
  }

  /// The rounds by name, in the order of their groups in the file.
  static func all(_ rounds: Set<Round>) -> [RoundCount] {
    var counts: [(name: String?, group: Int, count: Int)] = []
    for (name, rounds) in Dictionary(grouping: rounds, by: { $0.name }) {
      counts.append((name, rounds.map { $0.group }.min() ?? 0, rounds.count))
    }
    return counts.sorted { $0.group < $1.group }.map { RoundCount(name: $0.name, count: $0.count) }
  }
}
