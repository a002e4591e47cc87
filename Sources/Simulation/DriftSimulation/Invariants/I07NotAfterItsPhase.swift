import SessionReporting
import WorkoutEngine
import WorkoutModel

struct NotAfterItsPhase: Invariant {
  let number = "I07"
  let law = "No cue but a completion begins after the end of the phase or set that it belongs to."

  func violations(in record: RunRecord) -> [Violation] {
    record.facts.compactMap { fact in
      guard let place = fact.place, let number = fact.visit, let start = record.start(of: fact) else { return nil }
      let cue = record.oracle.cues[place]
      guard cue.cueClass != .completion, let end = end(of: cue, number, start, record),
        start - record.frozen(in: fact.step) > end + fact.leeway(of: cue, at: end),
        record.closing(fact, on: number) == nil
      else { return nil }
      return violation("\(cue.kind.words) \(cue.key) began at \(start), it was over at \(end)", at: fact.step)
    }
  }

  /// The instant at which a cue's phase, set or workout was left; `nil` if it wasn't, or if the user returned to it.
  private func end(of cue: PlannedCue, _ number: Int, _ start: Duration, _ record: RunRecord) -> Duration? {
    let visits = record.visits
    switch cue.on {
    case .workout: return nil
    case .phase: return visits[number].leftAt
    case .set:
      let inSet = visits.indices.last { visit in
        visits[visit].enteredAt <= start && record.oracle.isWithin(cue.key, visits[visit].segment)
      }
      var last = max(inSet ?? number, number)
      while last + 1 < visits.count, record.oracle.isWithin(cue.key, visits[last + 1].segment) { last += 1 }
      return visits[last].leftAt
    }
  }
}
