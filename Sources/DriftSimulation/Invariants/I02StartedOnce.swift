import WorkoutEngine

/// Nothing is said twice.
struct StartedOnce: Invariant {
  let number = "I02"
  let name = "started once"
  let law = "A cue starts at most once while its phase is gone through, however often the plan is made anew."

  func violations(in evidence: Evidence) -> [Violation] {
    var found: [Violation] = []
    for (index, fact) in evidence.facts.enumerated() where fact.isStarted && fact.visit != nil {
      var earlier = fact.before
      while earlier >= 0 {
        let before = evidence.facts[earlier]
        earlier = before.before
        guard before.isStarted, before.visit == fact.visit else { continue }
        // For a new end the cues that are measured from it are said anew.
        let isMovable = fact.place.map { !evidence.oracle.cues[$0].isMeasuredFromStart } ?? true
        let isEdited = fact.visit.map { evidence.visits[$0].edits > 0 } ?? false
        if (isEdited && isMovable) || (!evidence.oracle.isExact && evidence.wentElsewhere(between: before, fact)) {
          continue
        }
        found.append(
          violation("\(fact.report.cue) started in step \(before.step) and again", at: evidence.facts[index].step))
      }
    }
    return found
  }
}
