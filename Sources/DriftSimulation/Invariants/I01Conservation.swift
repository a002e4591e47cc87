import WorkoutEngine
import WorkoutModel

/// Nothing vanishes: every cue of a phase that was gone through has exactly one outcome.
struct Conservation: Invariant {
  let number = "I01"
  let name = "conservation"
  let law = "Every planned cue whose moment was passed, or that the user left behind, ends in exactly one outcome."

  func violations(in evidence: Evidence) -> [Violation] {
    var found = evidence.facts.compactMap { fact in
      fact.place == nil && evidence.oracle.isExact && evidence.isUndisturbed(upTo: fact.step)
        ? violation("\(fact.report.cue) is in no plan", at: fact.step) : nil
    }
    for visit in evidence.visits.indices {
      for place in evidence.oracle.places(in: evidence.visits[visit].segment) {
        if let message = judge(place, on: visit, evidence) {
          found.append(violation(message, at: evidence.visits[visit].lastStep ?? evidence.trace.steps.count - 1))
        }
      }
    }
    return found
  }

  private func judge(_ place: Int, on number: Int, _ evidence: Evidence) -> String? {
    let cue = evidence.oracle.cues[place]
    let visit = evidence.visits[number]
    guard let due = evidence.foreseen(cue, on: number), due >= visit.from else { return nil }
    var settled = 0
    var cancelled = 0
    var isRefused = false
    for fact in evidence.facts(of: place) where fact.visit == number {
      switch fact.report.outcome {
      case .duplicate: isRefused = true
      case .cancelled: cancelled += 1
      default: settled += 1
      }
    }
    func complaint(_ expected: String) -> String {
      "\(cue.kind.rawValue) \(cue.key) of set \(cue.set.map(String.init) ?? "-") should be \(expected); "
        + "it was settled \(settled) times and cancelled \(cancelled) times"
    }
    // A move that leads to the place where the session stood finds it said there, and tells so.
    if isRefused, settled + cancelled == 0, due == visit.from, number > 0, evidence.visits[number - 1].to == due {
      return nil
    }
    // Other words are in its way than in the plan as a whole, and that was told.
    if settled + cancelled == 0, evidence.wasLeftOut(cue, on: number) { return nil }
    // Before the session was stored nothing was in its way, and it was said at its moment.
    if visit.isRestored, settled + cancelled == 0, evidence.wasSaidBefore(place, number) { return nil }
    // What lies where the session was stored had been settled before.
    if visit.isRestored, due == visit.from, settled + cancelled == 0 { return nil }
    // Its moment lay behind the place where the session came in; only its words had to wait.
    if due - (cue.due - cue.mark) < visit.from {
      return settled + cancelled <= 1 ? nil : complaint("settled at most once")
    }
    let to = visit.to ?? evidence.last.position
    if due < to || (due == to && visit.leaving == .time) {
      return settled == 1 && cancelled == 0 ? nil : complaint("settled once")
    }
    if due > to, !cue.isEarly, visit.leaving == .forward || visit.leaving == .stop {
      // That other words are in its way would have been told at its moment.
      let last = visit.lastStep ?? evidence.trace.steps.count - 1
      // The session stands at its end and has not come to it.
      if settled + cancelled == 0, due == visit.end, evidence.last.ended == nil { return nil }
      if settled + cancelled == 0, cue.rule.sound == nil, evidence.hasOtherWords(at: last) { return nil }
      // What closes the workout is played where its last phase is left.
      return settled + cancelled == 1 ? nil : complaint("cancelled once")
    }
    return settled + cancelled <= 1 ? nil : complaint("settled at most once")
  }
}

extension Evidence {
  /// Whether a cue that may be moved by other words was said on an earlier visit.
  fileprivate func wasSaidBefore(_ place: Int, _ visit: Int) -> Bool {
    let step = visits[visit].lastStep ?? trace.steps.count - 1
    guard mayBeMoved(oracle.cues[place], at: step) else { return false }
    return facts(of: place).contains { $0.isStarted && $0.visit.map { $0 < visit } ?? false }
  }

  /// Whether a cue was told to be left out of the plan on a visit to which the user's moves or a pause have led.
  fileprivate func wasLeftOut(_ cue: PlannedCue, on visit: Int) -> Bool {
    let (first, last) = (visits[visit].firstStep, visits[visit].lastStep ?? trace.steps.count - 1)
    guard hasOtherWords(at: last) else { return false }
    return trace.steps[first...last].contains { step in
      step.events.contains { event in
        if case .planNoted(let note) = event.kind { note.kind == .leftOut && note.key == cue.key } else { false }
      }
    }
  }
}
