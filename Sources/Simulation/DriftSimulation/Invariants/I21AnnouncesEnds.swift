import SessionReporting
import WorkoutEngine
import WorkoutModel

struct AnnouncesEnds: Invariant {
  let number = "I21"
  let law = "The words that lead up to an end are missed only without a wake-up within their grace, or for such words."

  func violations(in record: RunRecord) -> [Violation] {
    record.facts.compactMap { fact in
      guard [.skipped, .collapsed].contains(fact.report.outcome), let place = fact.place else { return nil }
      let cue = record.oracle.cues[place]
      let late = record.trace.steps[fact.step].soundsFrom - fact.report.due
      guard cue.announcesEnd, late <= cue.grace ?? .zero, !isExcused(fact, cue, late, record) else { return nil }
      return violation("\(cue.kind.words) \(cue.key) was missed though only \(late) late", at: fact.step)
    }
  }

  private func isExcused(_ fact: CueFact, _ cue: PlannedCue, _ late: Duration, _ record: RunRecord) -> Bool {
    let isPreempted = record.facts(in: fact.step).contains { other in
      other.isStarted && other.report.due > fact.report.due && record.announcesEnd(other)
    }
    return isPreempted || record.isOver(fact, cue) || record.isOfOldValue(fact)
      || record.speechMeetsNext(fact, cue, late) { $0.announcesEnd || $0.cueClass == .completion }
  }
}
