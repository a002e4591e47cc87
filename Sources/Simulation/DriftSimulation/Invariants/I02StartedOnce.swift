import WorkoutEngine
import WorkoutModel

struct StartedOnce: Invariant {
  let number = "I02"
  let law = "A cue starts at most once per visit of its phase, however often cues are replanned."

  func violations(in record: RunRecord) -> [Violation] {
    var found: [Violation] = []
    for fact in record.facts where fact.isStarted && fact.visit != nil {
      for before in record.facts(before: fact) where before.isStarted && before.visit == fact.visit {
        if record.mayComeAgain(fact, after: before) { continue }
        found.append(violation("\(fact.report.cue) started in step \(before.step) and again", at: fact.step))
      }
    }
    return found
  }
}

extension RunRecord {
  /// Whether the user's actions between two facts allow a cue to come again, though the plan has it once per visit.
  fileprivate func mayComeAgain(_ fact: CueFact, after before: CueFact) -> Bool {
    guard let place = fact.place, let visit = fact.visit else { return true }
    let cue = oracle.cues[place]
    let isOfPhase = cue.on == .phase
    // When the end changes, the cues that are measured from it are spoken again, at other moments.
    let isEdited = isOfPhase ? visits[visit].edits > 0 : states[fact.step].hasMoved
    if isEdited, !cue.isMeasuredFromStart, fact.markPosition != before.markPosition { return true }
    return (!oracle.isExact || !isOfPhase) && wentElsewhere(between: before, fact) || isSaidAfterCut(fact, before)
  }

  /// Whether other words come again for the moment at which those ended that a pause or a kill has cut: in the last set
  /// a session refuses them only for a while.
  func isSaidAfterCut(_ fact: CueFact, _ before: CueFact) -> Bool {
    guard let cue = fact.place.map({ oracle.cues[$0] }), cue.rule.align == .end, cue.warning.isInLastSet,
      fact.markPosition == before.markPosition, fact.report.say != before.report.say,
      fact.report.due - before.report.due >= Facts.window
    else { return false }
    let between = before.step...fact.step
    return speech.cuts.contains { between.contains($0.step) && $0.cues.contains(cue.key) }
      || trace.steps[between].contains { $0.restoration != nil }
  }
}

extension CueFact {
  /// The position of its moment in the plan; `nil` if it didn't begin.
  fileprivate var markPosition: Duration? { report.at.map { report.position + (report.mark - $0) } }
}
