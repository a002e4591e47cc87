import WorkoutEngine
import WorkoutModel

/// A warning of what is over warns of nothing.
struct NotAfterItsPhase: Invariant {
  let number = "I07"
  let name = "not after its phase"
  let law = "No cue but the completion begins after the phase or set that it belongs to has ended."

  func violations(in evidence: Evidence) -> [Violation] {
    evidence.facts.compactMap { fact in
      guard let place = fact.place, let number = fact.visit, let start = evidence.start(of: fact) else { return nil }
      let cue = evidence.oracle.cues[place]
      guard cue.cueClass != .completion, let end = end(of: cue, number, evidence), start > end + cue.leeway,
        evidence.closing(fact, on: number) == nil
      else { return nil }
      return violation("\(cue.kind.rawValue) \(cue.key) began at \(start), it was over at \(end)", at: fact.step)
    }
  }

  /// When what a cue belongs to was left; `nil` where it wasn't, or was gone back to.
  private func end(of cue: PlannedCue, _ number: Int, _ evidence: Evidence) -> Duration? {
    let visits = evidence.visits
    switch cue.on {
    case .workout: return nil
    case .phase: return visits[number].leftAt
    case .set:
      // Where the user ends phases, a set may end in another phase than the plan has it.
      guard evidence.oracle.isExact else { return nil }
      var last = number
      while last + 1 < visits.count, evidence.oracle.isInSet(of: cue, visits[last + 1].segment) { last += 1 }
      return visits[last].leftAt
    }
  }
}
