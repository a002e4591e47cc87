import WorkoutEngine
import WorkoutModel

struct PhasesReported: Invariant {
  let number = "I24"
  let law = "The event of a phase says its name, side, groups, notes, times and what then follows, after any move."

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    var number = 0
    let steps = record.trace.steps
    for index in steps.indices {
      for event in steps[index].events {
        guard case .phaseStarted(let report) = event.kind, record.visits.indices.contains(number) else { continue }
        if let message = complaint(report, number, record) { found.append(violation(message, at: index)) }
        number += 1
      }
    }
    return found
  }

  private func complaint(_ said: PhaseReport, _ number: Int, _ record: TraceRecord) -> String? {
    let (visit, timeline) = (record.visits[number], record.oracle.timeline)
    let phase = timeline.phase(of: visit.segment)
    let groups: [Timeline.SetSpan] = timeline.groups(around: visit.cursor).reversed()
    // Both are told in whole nanoseconds, and a pause may begin between two nanoseconds.
    let shift = Duration.nanoseconds(visit.enteredAt.inNanoseconds - visit.from.inNanoseconds)
    var report = Comparison()
    report.expect("the name", said.name, phase.name)
    report.expect("the side", said.side, phase.side)
    report.expect("the number of reps", said.reps, phase.reps)
    report.expect("the target", said.target, phase.target)
    report.expect("the note", said.notes, phase.notes)
    report.expect("the track", said.track, phase.track)
    report.expect("the intensity", said.intensity, phase.intensity)
    report.expect("the groups", said.groups, groups)
    report.expect("the set", said.set, visit.segment.sets.last.map { $0 + 1 })
    report.expect("the number of sets", said.sets, groups.first?.sets)
    report.expect("the start", said.start, visit.cursor.start + shift)
    report.expect("the end", said.end, visit.cursor.end.map { $0 + shift })
    report.expect("the metronome", said.metronome, record.oracle.metronome(of: visit.segment))
    report.expect("what follows", said.next, next(after: visit, timeline)?.segment)
    if let next = record.follows(number) { report.expect("what follows", said.next?.id, next.segment) }
    return report.complaint("of \(visit.segment) is reported as")
  }

  /// What follows a phase at its end, or if the user ends it at once.
  private func next(after visit: PhaseVisit, _ timeline: Timeline) -> Cursor? {
    let isOpen = timeline.endsByUser(visit.segment) && !visit.cursor.isEndedByUser
    let end = isOpen ? visit.from : visit.cursor.end
    return end.flatMap { timeline.nextPhase(after: visit.cursor, endedAt: $0) }
  }
}

extension TraceRecord {
  /// The visit that follows another without a move: because the clock ended it, or the user an open phase.
  func follows(_ number: Int) -> PhaseVisit? {
    guard number + 1 < visits.count, !visits[number].isEdited || visits[number].leaving == .done else { return nil }
    switch visits[number].leaving {
    // A limit of the clock may end an open phase, and with it its round.
    case .time:
      let timeline = oracle.timeline
      let isKnown = !timeline.endsByUser(visits[number].segment) && !timeline.isOvertime(visits[number + 1].segment)
      return isKnown ? visits[number + 1] : nil
    default: return nil
    }
  }
}
