import WorkoutEngine
import WorkoutModel

/// What is said is true when it is said.
struct NeverStale: Invariant {
  let number = "I06"
  let name = "never stale"
  let law = "Phase, set and time that a cue speaks of are those of the moment at which its sound begins."

  func violations(in evidence: Evidence) -> [Violation] {
    evidence.facts.compactMap { fact in
      guard fact.isStarted, let place = fact.place, let start = evidence.start(of: fact) else { return nil }
      return judge(fact, evidence.oracle.cues[place], start, evidence).map { violation($0, at: fact.step) }
    }
  }

  private func judge(_ fact: CueFact, _ cue: PlannedCue, _ start: Duration, _ evidence: Evidence) -> String? {
    let report = fact.report
    let sets = evidence.sets(for: cue, fact)
    if !sets.isEmpty, !sets.contains(report.set), !isOverdue(cue, fact, evidence) {
      return "\(cue.key) speaks in set \(report.set as Any), truth is \(sets)"
    }
    guard let number = fact.visit else {
      return cue.on == .phase && cue.cueClass != .completion ? "\(cue.key) sounds outside its phase" : nil
    }
    let visit = evidence.visits[number]
    if cue.on == .phase, report.phase != evidence.oracle.timeline.phase(of: visit.segment).name {
      return "\(cue.key) speaks of the phase \(report.phase)"
    }
    if let leftAt = visit.leftAt, start > leftAt + cue.leeway, cue.on == .phase, cue.cueClass != .completion,
      evidence.closing(fact, on: number) == nil
    {
      return "\(cue.key) speaks of a phase that was over at \(leftAt)"
    }
    guard let planned = cue.say, let said = report.say, visit.edits == 0, !visit.isShifted else { return nil }
    let late = start - report.due
    let expected = cue.words(late: late) ?? planned
    if said == expected || (said == planned && late <= InTime.onTime) { return nil }
    return "\(cue.key) says \"\(said)\", true is \"\(expected)\""
  }
}

extension NeverStale {
  /// Whether a completion comes so late that what it completes is over: no set of it is true any more.
  private func isOverdue(_ cue: PlannedCue, _ fact: CueFact, _ evidence: Evidence) -> Bool {
    guard cue.cueClass == .completion else { return false }
    return evidence.presentVisit(at: fact.step).map { $0.segment != cue.segment } ?? true
  }
}

extension Evidence {
  /// The set that a cue must speak of: its own, or for what belongs to the whole workout the one that runs, or ran at
  /// its moment where its words begin before or after that; empty where none can be told.
  fileprivate func sets(for cue: PlannedCue, _ fact: CueFact) -> [Int?] {
    if cue.on != .workout { return [cue.set] }
    let report = fact.report
    guard let present = presentVisit(at: fact.step), present.enteredAt < report.due else { return [] }
    let nearby = visits.filter { visit in
      visit.enteredAt <= max(report.mark, report.due) && visit.leftAt.map { $0 >= report.mark } ?? true
    }
    // The set of a moment before which the session may still be stopped is that of the plan.
    let planned = report.due < report.mark ? [cue.set] : []
    return planned + ([present] + nearby).map { $0.segment.sets.last.map { $0 + 1 } }
  }
}
